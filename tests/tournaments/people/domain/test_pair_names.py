"""Names of pairs that tell what a player hides, however they are typed and whoever plays there now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.factories import NOW, open_tournament
from tests.tournaments.people.domain.test_public_names import FULL, INITIAL, choose, names, pair
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameShown
from tournaments.log.actor import CONSOLE
from tournaments.people.domain.public_names import Shown
from tournaments.people.domain.rosters import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("Mehmet Öztürk", "OZTURK - AK"),
        ("Ali Demir", "DEMIR - SU"),
        ("Naz Yıldız", "Yildiz & Bo"),
        ("Oya Şahin", "Sahin Team"),
        ("Ege Kaya", "TanKaya"),
        ("Ege Tan", "TanKaya"),
        ("İpek Işık", "ISIKLAR"),
    ],
)
def test_a_pairs_name_typed_without_turkish_letters_gives_way_too(player, name):
    tournament = open_tournament()
    first = player.split()[0]
    pair(tournament, player, "Can Bostan", name=name)
    choose(tournament, **{player.replace(" ", "_"): INITIAL})
    assert names() == [f"{first} {player.split()[1][0]}. – Bostan"]
    choose(tournament, **{player.replace(" ", "_"): FULL})
    assert names() == [name]


@pytest.mark.parametrize(
    ("ayse", "can", "read"),
    [
        (INITIAL, FULL, "Ayşe U. – Uz"),
        (FULL, INITIAL, "Uz – Can U."),
        (INITIAL, INITIAL, "Ayşe U. – Can U."),
        (Shown(NameShown.ALIAS, "Bora"), FULL, "Bora – Uz"),
        (FULL, FULL, "Ayşe – Can Uz"),
    ],
)
def test_a_surname_that_both_share_hides_with_either(ayse, can, read):
    tournament = open_tournament()
    pair(tournament, "Ayşe Uz", "Can Uz", name="Ayşe – Can Uz")
    choose(tournament, Ayşe_Uz=ayse, Can_Uz=can)
    assert names() == [read]


def test_who_was_replaced_on_the_list_still_counts_for_the_name():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir")
    kept = Entry("Kaya – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=kept, by=CONSOLE, at=NOW)
    assert names() == ["Kaya – Demir"]
    choose(tournament, Ali_Kaya=INITIAL)
    assert names() == ["Yeni – Demir"]
    entry_list.change_entrant(entrant=entrant, entry=replace(kept, rating=5), by=CONSOLE, at=NOW)
    assert names() == ["Yeni – Demir"]
    choose(tournament, Ali_Kaya=FULL)
    assert names() == ["Kaya – Demir"]


def test_who_hides_and_is_replaced_takes_the_name_along():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir", shown=(INITIAL,))
    kept = Entry("Kaya – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=kept, by=CONSOLE, at=NOW)
    assert names() == ["Yeni – Demir"]
