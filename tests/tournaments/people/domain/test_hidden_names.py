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
from tournaments.people.domain.hidden_names import is_withheld, public_text
from tournaments.people.domain.rosters import ListedEntrant

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    played = open_tournament()
    for name, players in (("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))):
        entry_list.add_entrant(tournament=played, name=name, players=players, by=CONSOLE, at=NOW)
    hidden = Player.objects.get(name="Ali Kaya")
    choices = {hidden: NameDisplay.HIDDEN}
    public_names.choose_public_names(tournament=played, choices=choices, by=CONSOLE, at=NOW)
    return played


@pytest.mark.parametrize(
    ("text", "withheld"),
    [
        ("Kayanın taşı, Ece Demir gördü", True),
        ("Kaya – Demir geç geldi", True),
        ("kaya'nın taşı", True),
        ("…", True),
        ("A. K. geç geldi", False),
        ("Can Öz'ün taşı", False),
        ("Ali geç geldi", False),
        ("", False),
    ],
)
def test_text_with_a_hidden_name_is_withheld_whole(tournament, text, withheld):
    assert is_withheld(text, tournament) == withheld
    assert (public_text(text, tournament) == text) != withheld
    assert "Kaya" not in public_text(text, tournament)


def test_text_with_the_hidden_name_of_a_replaced_player_is_withheld(tournament):
    entrant = tournament.entrants.get(number=1)
    entry = ListedEntrant("Yeni – Demir", ("Can Yeni", "Ece Demir"))
    entry_list.change_entrant(entrant=entrant, entry=entry, by=CONSOLE, at=NOW)
    assert is_withheld("Kaya geç geldi", Tournament.objects.get())


def test_sentence_is_in_the_readers_language(tournament):
    sentences = set()
    for language in ("tr", "en"):
        with override(language):
            sentences.add(public_text("Kaya gelmedi", tournament))
    assert len(sentences) == 2


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
