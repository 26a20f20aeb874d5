from __future__ import annotations

from dataclasses import replace

import pytest

from tests.factories import NOW, open_tournament
from tests.tournaments.people.domain.test_public_names import FULL, INITIAL, choose, names, pair
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.people.domain.rosters import ListedEntrant

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


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
def test_pair_name_without_turkish_letters_is_hidden(player, name):
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
        (NameDisplay.HIDDEN, FULL, "A. U. – Uz"),
        (FULL, FULL, "Ayşe – Can Uz"),
    ],
)
def test_shared_surname_is_hidden_with_either_player(ayse, can, read):
    tournament = open_tournament()
    pair(tournament, "Ayşe Uz", "Can Uz", name="Ayşe – Can Uz")
    choose(tournament, Ayşe_Uz=ayse, Can_Uz=can)
    assert names() == [read]


def test_replaced_players_choice_still_hides_the_pair_name():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir")
    entry = ListedEntrant("Kaya – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=entry, by=CONSOLE, at=NOW)
    assert names() == ["Kaya – Demir"]
    choose(tournament, Ali_Kaya=INITIAL)
    assert names() == ["Yeni – Demir"]
    entry_list.change_entrant(entrant=entrant, entry=replace(entry, rating=5), by=CONSOLE, at=NOW)
    assert names() == ["Yeni – Demir"]
    choose(tournament, Ali_Kaya=FULL)
    assert names() == ["Kaya – Demir"]


def test_pair_name_omits_a_hidden_player_who_was_replaced():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir", shown=(INITIAL,))
    entry = ListedEntrant("Kaya – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=entry, by=CONSOLE, at=NOW)
    assert names() == ["Yeni – Demir"]
