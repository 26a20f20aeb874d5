from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from scoring.officials.queries.pace_of_play import PACE_WINDOW, Arrivals, read_arrivals
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.module_fixtures import module_fixture
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament()
    tournament.stages.update(hands_per_match=9)
    return tournament


@pytest.fixture
def encounters(tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.state == EncounterState.READY]


def play(encounter: Encounter, minutes: Sequence[float]) -> None:
    for minute in minutes:
        play_hand(encounter, at=NOW + timedelta(minutes=minute))


def arrivals_at(tournament: Tournament, minutes: float) -> Arrivals:
    return read_arrivals(tournament, at=NOW + timedelta(minutes=minutes))


def test_table_is_behind_or_ahead_of_the_room(tournament, encounters):
    usual, like_it, slow, quick = encounters[:4]
    play(usual, (0, 4, 8, 12, 16))
    play(like_it, (0, 4, 8, 12, 16))
    play(slow, (0, 8, 16))
    play(quick, (0, 3, 6, 9, 12, 15, 18))
    room = arrivals_at(tournament, 19.9)
    assert room.pace.minutes == 4
    assert [room.hands_ahead_of_room(table_encounter) for table_encounter in (usual, slow, quick)] == [
        0,
        -2,
        1,
    ]
    assert room.hands_ahead_of_room(encounters[4]) is None
    assert room.newest_arrival == NOW + timedelta(minutes=18)
    assert room.last_arrival(slow) == NOW + timedelta(minutes=16)


def test_single_table_has_no_comparison(tournament, encounters):
    play(encounters[0], range(0, 36, 5))
    alone = arrivals_at(tournament, 36)
    assert alone.pace.has_enough_hands
    assert alone.hands_ahead_of_room(encounters[0]) is None


def test_no_comparison_before_the_room_has_a_pace(tournament, encounters):
    play(encounters[0], (0, 5))
    play(encounters[1], (0, 20))
    assert arrivals_at(tournament, 20).hands_ahead_of_room(encounters[1]) is None


def test_correction_does_not_count_as_a_hand(tournament, encounters):
    play(encounters[0], (0, 5))
    correct(encounters[0], report(points=(1, 2)), at=NOW + timedelta(minutes=9))
    assert arrivals_at(tournament, 10).last_arrival(encounters[0]) == NOW + timedelta(minutes=5)


def test_hands_of_yesterday_do_not_count_for_the_pace(tournament, encounters):
    play(encounters[0], range(0, 40, 5))
    tomorrow = PACE_WINDOW / timedelta(minutes=1) + 60
    assert arrivals_at(tournament, 40).pace.has_enough_hands
    later = arrivals_at(tournament, tomorrow)
    assert not later.pace.has_enough_hands
    assert later.last_arrival(encounters[0]) == NOW + timedelta(minutes=35)
