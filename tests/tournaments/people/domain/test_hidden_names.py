from __future__ import annotations

import pytest
from django.utils.translation import override

from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Player, Tournament
from tournaments.people.domain import public_names
from tournaments.people.domain.hidden_names import public_text
from tournaments.people.domain.rosters import ListedEntrant

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    played = open_tournament()
    for name, players in (("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))):
        entry_list.add_entrant(tournament=played, name=name, players=players, by=CONSOLE, at=NOW)
    hidden = Player.objects.get(name="Ali Kaya")
    alias = NameDisplay.HIDDEN
    public_names.choose_public_names(tournament=played, choices={hidden: alias}, by=CONSOLE, at=NOW)
    return played


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Kayanın taşı, Ece Demir gördü", "… taşı, Ece Demir gördü"),
        ("Kaya – Demir geç geldi", "… geç geldi"),
        ("Şimşek geç geldi", "Şimşek geç geldi"),
        ("Can Öz'ün taşı", "Can Öz'ün taşı"),
        ("", ""),
    ],
)
def test_hidden_name_is_erased(tournament, text, read):
    assert public_text(text, tournament) == read


def test_hidden_name_of_a_replaced_player_is_erased(tournament):
    entrant = tournament.entrants.get(number=1)
    entry = ListedEntrant("Yeni – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=entry, by=CONSOLE, at=NOW)
    assert public_text("Kaya geç geldi", Tournament.objects.get()) == "… geç geldi"


def test_placeholders_are_read_in_the_readers_language(tournament):
    for language, read in (("tr", "Oyuncu 1 – Öz gelmedi"), ("en", "Player 1 – Öz gelmedi")):
        with override(language):
            assert public_text("⟦1⟧ – Öz gelmedi", tournament) == read


def test_many_texts_run_as_many_queries_as_one(tournament, django_assert_num_queries):
    with django_assert_num_queries(0):
        public_text("", tournament)
    with django_assert_num_queries(3):
        for _text in range(30):
            public_text("Kaya geç geldi", tournament)
    Player.objects.update(full_name="")
    fresh = Tournament.objects.get()
    with django_assert_num_queries(1):
        public_text("Kaya geç geldi", fresh)
