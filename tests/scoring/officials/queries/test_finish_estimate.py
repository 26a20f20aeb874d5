from __future__ import annotations

from datetime import date, timedelta

import pytest

from scoring.officials.queries.finish_estimate import FinishEstimate, estimate_finish
from scoring.officials.queries.pace_of_play import read_arrivals
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import read_group_places
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    singles_tournament,
)
from tests.scoring.stage_flows import SWISS, drawn_flow, earlier_entered_side, ready_encounters
from tournaments.formats.finish_time import Span
from tournaments.formats.pace import Pace
from tournaments.formats.time_estimate import ZERO_RANGE, Range
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 21)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def estimate_after(tournament: Tournament, after: float = 0, tables: int = 2) -> FinishEstimate:
    context, listings = read_tournament_context(tournament.public_id), read_listings(tournament)
    arrivals = read_arrivals(tournament, at=NOW + minutes(after))
    return estimate_finish(context, listings, read_group_places(tournament), arrivals, tables)


def league(**changes: object) -> Tournament:
    fields: dict[str, object] = {"pairs": 4, "groups": 1, "tables": 2, "stages": LEAGUE}
    return drawn_tournament(**fields | changes)  # type: ignore[arg-type]  # as its own


def test_estimate_before_the_first_hand_uses_the_usual_pace():
    seen = estimate_after(league())
    assert not seen.is_ongoing
    assert seen.time_left == Span(minutes(45), minutes(45))
    assert (seen.hands_played, seen.hands, seen.hands_to_play) == (0, 18, Range(18, 18))
    assert not seen.pace.has_enough_hands


def test_estimate_in_play_is_a_time_of_day_rounded_to_five_minutes():
    tournament = league()
    first, second = [encounter for encounter in encounters_of(tournament) if encounter.round == 1]
    play_hand(first)
    play_hand(second, at=NOW + minutes(1))
    # 2 hands of 5 minutes at the later table, then two rounds of three hands.
    seen = estimate_after(tournament, after=2)
    assert seen.is_ongoing
    assert seen.time_left.most == minutes(10 - 1 + 30)
    assert seen.earliest == seen.likely == seen.latest == NOW + minutes(45)
    assert seen.earliest_end_of(second.pk) == NOW + minutes(11)


def test_measured_pace_replaces_the_usual_one():
    tournament = league()
    tournament.stages.update(hands_per_match=11)
    for number, encounter in enumerate(
        [round_encounter for round_encounter in encounters_of(tournament) if round_encounter.round == 1]
    ):
        for hand in range(4):
            play_hand(encounter, at=NOW + minutes(4 * hand + number))
    seen = estimate_after(tournament, after=13)
    assert seen.pace == Pace(minutes(4), 6)
    assert seen.time_left.most == minutes(7 * 4 + 2 * 11 * 4)


def test_no_time_of_day_after_an_hour_without_hands():
    tournament = league()
    play_hand(encounters_of(tournament)[0])
    assert estimate_after(tournament, after=59).is_ongoing
    assert not estimate_after(tournament, after=60).is_ongoing
    assert estimate_after(tournament, after=60).earliest_end_of(encounters_of(tournament)[0].pk) is None


def test_no_time_of_day_beyond_one_evening():
    tournament = league()
    tournament.stages.update(hands_per_match=11, best_of=5)
    play_hand(encounters_of(tournament)[0])
    seen = estimate_after(tournament)
    assert seen.exceeds_evening
    assert not seen.is_ongoing


def test_no_estimate_when_everything_is_decided():
    tournament = league()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    seen = estimate_after(tournament)
    assert seen.is_done
    assert (seen.hands_to_play, seen.later_hands) == (ZERO_RANGE, ZERO_RANGE)


def test_undrawn_play_counts_only_on_the_last_day():
    # Two groups of three at four tables: three rounds; then semi-finals and a final, three hands each.
    lasts_two_days = estimate_after(drawn_tournament(pairs=6), tables=4)
    assert lasts_two_days.later_hands == Range(6, 6)
    assert lasts_two_days.is_partial
    assert lasts_two_days.time_left == Span(minutes(45), minutes(45))
    one_day = estimate_after(drawn_tournament(pairs=6, last_day=TODAY), tables=4)
    assert not one_day.is_partial
    assert one_day.time_left == Span(minutes(75), minutes(75))
    assert (lasts_two_days.hands, one_day.hands) == (27, 27)


def test_undrawn_play_beyond_one_evening_is_left_out():
    tournament = drawn_tournament(pairs=6, last_day=TODAY)
    tournament.stages.filter(position=2).update(hands_per_match=11, best_of=5)
    seen = estimate_after(tournament, tables=1)
    assert seen.is_partial
    assert seen.time_left.most == minutes(45)


def test_undrawn_swiss_rounds_are_estimated():
    # Three encounters a round, two more rounds: on two tables two turns each.
    assert estimate_after(drawn_flow(SWISS, pairs=6)).later_hands == Range(12, 12)


def test_undrawn_rounds_of_tables_of_four_are_estimated():
    # Twelve play on three tables, then six on one, then four: at one table.
    assert estimate_after(singles_tournament(players=12), tables=3).later_hands == Range(6, 6)
    last = singles_tournament(players=4)
    assert estimate_after(last).later_hands == ZERO_RANGE


@pytest.mark.release
def test_final_is_estimated_after_its_semi_finals():
    tournament = drawn_tournament(pairs=6, last_day=TODAY)
    for number, encounter in enumerate(ready_encounters(tournament)):
        play_encounter(encounter, earlier_entered_side(encounter), points=(30 + number, 40))
    seen = estimate_after(tournament, tables=4)
    assert (seen.later_hands, seen.hands_to_play) == (ZERO_RANGE, Range(9, 9))
    assert seen.time_left == Span(minutes(30), minutes(30))
