from __future__ import annotations

from datetime import timedelta

import pytest

from tournaments.formats.finish_time import OpenEncounter, Span, duration_of_hands, expected_ends, hands_left
from tournaments.formats.time_estimate import ZERO_RANGE, Range

FIVE = timedelta(minutes=5)


def span(fewest: float, most: float) -> Span:
    return Span(timedelta(minutes=fewest), timedelta(minutes=most))


@pytest.mark.parametrize(
    ("best_of", "wins", "played", "left"),
    [
        (1, (0, 0), 0, Range(11, 11)),
        (1, (0, 0), 4, Range(7, 7)),
        (1, (0, 0), 11, Range(1, 1)),  # level: an extra hand
        (1, (0, 0, 0, 0), 10, Range(1, 1)),
        (3, (0, 0), 0, Range(22, 33)),
        (3, (1, 0), 5, Range(6, 17)),
        (3, (1, 1), 10, Range(1, 1)),
        (3, (2, 0), 0, ZERO_RANGE),
        (5, (1, 2), 0, Range(11, 22)),
    ],
)
def test_hands_left_of_an_encounter(best_of, wins, played, left):
    assert hands_left(best_of=best_of, hands=11, wins=wins, hands_played=played) == left


@pytest.mark.parametrize(
    ("limit", "played", "left"),
    [(None, 0, Range(10, 36)), (None, 4, Range(6, 32)), (None, 14, Range(6, 25)), (7, 4, Range(6, 17))],
)
def test_hands_left_where_points_end_a_match(limit, played, left):
    remaining = hands_left(best_of=3, hands=limit, wins=(0, 0), hands_played=played, usual_hands=Range(5, 12))
    assert remaining == left


def test_table_plays_encounters_one_after_another():
    table = frozenset({"table"})
    spans = expected_ends(
        [OpenEncounter(1, Range(2, 2), table), OpenEncounter(2, Range(22, 33), table)], FIVE
    )
    assert spans == {1: span(10, 10), 2: span(120, 175)}


def test_entrant_plays_one_encounter_at_a_time():
    first, second = (OpenEncounter(key, Range(11, 11), frozenset({f"table {key}", "Ayşe"})) for key in (1, 2))
    assert expected_ends([first, second], FIVE)[2] == span(110, 110)


def test_encounter_waits_for_its_sources():
    semis = [
        OpenEncounter(1, Range(2, 2), frozenset({"one"})),
        OpenEncounter(2, Range(4, 6), frozenset({"two"})),
    ]
    final = OpenEncounter(3, Range(11, 11), frozenset({"one"}), source_keys=frozenset({1, 2, 99}))
    assert expected_ends([*semis, final], FIVE)[3] == span(75, 85)


def test_slow_table_is_slow_for_this_encounter_only():
    table = frozenset({"table"})
    slow = OpenEncounter(1, Range(3, 3), table, hand=timedelta(minutes=8))
    assert expected_ends([slow, OpenEncounter(2, Range(3, 3), table)], FIVE) == {
        1: span(24, 24),
        2: span(39, 39),
    }


def test_time_spent_on_the_current_hand_counts_up_to_one_hand():
    def left(spent: float) -> Span:
        return expected_ends([OpenEncounter(1, Range(2, 3), elapsed_time=timedelta(minutes=spent))], FIVE)[1]

    assert left(2) == span(8, 13)
    assert left(25) == span(5, 10)


def test_nothing_to_play_ends_now():
    assert expected_ends([], FIVE) == {}
    assert expected_ends([OpenEncounter(1, ZERO_RANGE, elapsed_time=FIVE)], FIVE) == {1: span(0, 0)}


def test_spans_have_a_mean_and_add_up():
    assert (span(10, 20) + duration_of_hands(Range(1, 3), FIVE)).likely == timedelta(minutes=25)
