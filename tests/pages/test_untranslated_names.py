"""Browsers that translate pages leave entrants' names alone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import LEAGUE, drawn_tournament, encounters_of, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import play_groups, refresh
from tournaments.models import Encounter, Player, Tournament

pytestmark = pytest.mark.django_db
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "wbr"})


class TranslatedTexts(HTMLParser):
    """Collects texts that a browser would translate."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[bool] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(("translate", "no") in attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open) and self.lasttag not in ("option", "script"):
            self.texts.append(" ".join(data.split()))


@module_fixture
def tournament() -> Tournament:
    """In play, its groups decided and a hand of the semi-final recorded."""
    tournament = drawn_tournament(pairs=6, groups=2)
    play_groups(tournament)
    refresh(tournament)
    play_hand(semi_final(tournament))
    return tournament


def semi_final(tournament: Tournament) -> Encounter:
    return next(encounter for encounter in encounters_of(tournament) if encounter.group is None)


def assert_names_are_left_alone(tournament: Tournament, address: str) -> None:
    names = {entrant.name for entrant in tournament.entrants.all()}
    names |= set(Player.objects.values_list("name", flat=True))
    html = Client().get(address).content.decode()
    assert any(name in html for name in names)
    parser = TranslatedTexts()
    parser.feed(html)
    assert names & set(parser.texts) == set()


@pytest.mark.parametrize("page", ["tournament", "groups", "bracket", "tables", "schedule", "entrants", "tv"])
def test_names_on_tournament_pages_are_not_translated(tournament, page):
    assert_names_are_left_alone(tournament, reverse(f"scoring:{page}", args=[tournament.public_id]))


def test_names_on_the_pages_of_encounter_entrant_and_player_are_not_translated(tournament):
    encounter = semi_final(tournament)
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    player = entrant.players.order_by("pk")[0]
    for name, *keys in (
        ("encounter", encounter.public_id),
        ("entrant", tournament.public_id, entrant.public_id),
        ("player", player.public_id),
    ):
        assert_names_are_left_alone(tournament, reverse(f"scoring:{name}", args=keys))


def test_names_after_the_end_are_not_translated():
    tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
    play_groups(tournament)
    assert_names_are_left_alone(tournament, reverse("scoring:final_ranking", args=[tournament.public_id]))
    assert_names_are_left_alone(tournament, reverse("scoring:tournaments"))
