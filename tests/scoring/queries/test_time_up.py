from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.ledger.played_matches import BellOutcome
from scoring.officials.queries.room_overview import read_room_overview
from scoring.paper.pdf.sheet_labels import time_up_lines
from scoring.paper.queries.score_sheets import read_sheets
from scoring.play.bell import stop_awaiting_hand
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.queries.play_labels import position_label
from tests.factories import NOW, play_encounter, play_of
from tests.module_fixtures import module_fixture
from tests.scoring.play.timed_rounds import encounters_of_round, play, ring_bell, timed_knockout
from tournaments.enums import TimeUp
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Stage, Tournament

pytestmark = pytest.mark.django_db

STATES = {
    "AAA": (BellOutcome.LAST_HAND, "match 1, last hand"),
    "===": (BellOutcome.LEVEL, "match 1, level: one more hand"),
    "A": (BellOutcome.REFEREE, "the referee decides"),
    "": (BellOutcome.REFEREE, "the referee decides"),
    "AAAAAB": (BellOutcome.DECIDED, "match 2, hand 1"),
}


@module_fixture
def tournament() -> Tournament:
    return timed_knockout()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of_round(tournament)[0]


def listing_of(encounter: Encounter) -> EncounterListing:
    return read_scored_listings(Encounter.objects.filter(pk=encounter.pk))[0]


@pytest.mark.release
@pytest.mark.parametrize("hands", STATES)
def test_listing_agrees_with_the_ledger(encounter, hands):
    play(encounter, hands)
    assert listing_of(encounter).bell_outcome is None
    ring_bell(encounter)
    if hands == "===":
        stop_awaiting_hand(encounter=encounter, by=CONSOLE, at=NOW)
    listing = listing_of(encounter)
    fate, words = STATES[hands]
    assert listing.bell_outcome is fate
    if fate is not BellOutcome.DECIDED:
        assert play_of(listing.encounter).bell_outcome is fate
        with translation.override("en"):
            assert position_label(listing) == words


def test_bell_changes_nothing_for_a_decided_encounter(encounter):
    play_encounter(encounter)
    ring_bell(encounter)
    assert listing_of(encounter).bell_outcome is None
    assert not listing_of(encounter).by_time


def test_encounter_page_explains_that_time_was_up(encounter):
    play(encounter, "AAAAAB")
    ring_bell(encounter)
    response = Client().get(reverse("scoring:encounter", args=[encounter.public_id]))
    page = response.content.decode()
    assert response.context["listing"].by_time
    assert 'data-test="state-time-up"' in page
    assert 'data-test="uncounted-match"' in page


def test_forecast_counts_the_remaining_hands(encounter, tournament):
    play(encounter, "AAA")
    ring_bell(encounter)
    forecast = read_room_overview(tournament, at=NOW).finish_estimate
    final = forecast.hands_to_play
    assert (final.fewest, final.most) == (1 + 2 * 5, 1 + 3 * 5)


def test_score_sheet_explains_the_bell_and_its_time(encounter, tournament):
    with translation.override("en"):
        (sheet,) = read_sheets(Encounter.objects.filter(pk=encounter.pk))
        assert len(sheet.matches) == 3
        ((head, text_),) = time_up_lines(sheet)
        assert head == "Time up"
        assert "at least 3 hands" in text_
        play(encounter, "AAA")
        ring_bell(encounter)
        (sheet,) = read_sheets(Encounter.objects.filter(pk=encounter.pk))
        assert len(sheet.matches) == 1
        assert time_up_lines(sheet)[0][1].startswith("The bell rang at 22:00.")
        Stage.objects.filter(tournament=tournament).update(time_up=TimeUp.OFF)
        (sheet,) = read_sheets(Encounter.objects.filter(pk=encounter.pk))
        assert time_up_lines(sheet) == []
