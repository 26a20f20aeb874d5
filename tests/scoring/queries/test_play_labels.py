from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.queries.play_labels import sort_direction, sort_directions
from tests.factories import drawn_tournament, encounters_of, play_encounter, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import address, encounter_address, refresh, text
from tests.scoring.tables_of_four import FOURS, drawn_fours
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

AVERAGE, POINTS = "Averaj: çok olan önde", "Ceza puanı: az olan önde"


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament()
    over, playing = encounters_of(tournament)[:2]
    play_encounter(over, winner="A")
    play_hand(playing)
    refresh(tournament)
    return tournament


def test_each_figure_names_its_direction_in_both_languages():
    with translation.override("tr"):
        assert sort_directions("average", "points") == f"{AVERAGE} · {POINTS}"
        assert sort_direction("a_hand") == "az olan önde"
    with translation.override("en"):
        assert sort_directions("a_hand") == "Penalty points a hand: fewest first"


@pytest.mark.release
@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("tournament", (AVERAGE, POINTS)),
        ("groups", (AVERAGE, POINTS)),
        ("tables", (POINTS,)),
        ("tv", (AVERAGE, POINTS)),
    ],
)
def test_pages_with_standings_name_the_direction(client: Client, tournament: Tournament, page, words):
    page_text = text(client.get(address(page, tournament)))
    assert [direction for direction in words if direction not in page_text] == []


def test_pages_of_encounter_and_pair_name_the_direction(client: Client, tournament: Tournament):
    encounter = encounters_of(tournament)[0]
    entrant = encounter.sides_in_order[0].entrant
    assert entrant is not None
    own = reverse("scoring:entrant", args=[tournament.public_id, entrant.public_id])
    for url in (encounter_address(encounter), own):
        assert POINTS in text(client.get(url))


def test_singles_pages_name_points_per_hand(client: Client):
    tournament = drawn_fours(FOURS)
    assert "El başına ceza puanı: az olan önde" in text(client.get(address("groups", tournament)))
