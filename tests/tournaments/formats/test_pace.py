from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.formats.pace import (
    ENOUGH_HANDS,
    USUAL_HAND_TIME,
    Pace,
    compute_pace,
    find_rests,
    hand_times,
    hands_ahead,
)

BEGUN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def after(*minutes: float) -> list[datetime]:
    return [BEGUN + timedelta(minutes=minute) for minute in minutes]


def minutes(*each: float) -> list[timedelta]:
    return [timedelta(minutes=minute) for minute in each]


def test_hand_takes_the_time_since_the_previous_one():
    assert hand_times(after(0, 4, 10), []) == minutes(4, 6)
    assert hand_times(after(0), []) == []
    assert hand_times([], []) == []


def test_hands_sent_together_share_the_wait():
    assert hand_times(after(0, 4, 16, 16.1, 16.2), []) == minutes(4, 4, 4, 4)


def test_hands_that_arrive_together_at_first_are_not_measured():
    assert hand_times(after(0, 0, 0.2), []) == []
    assert hand_times(after(0, 0, 0, 5), []) == minutes(5)


def test_pace_is_the_median_so_one_long_dispute_has_no_effect():
    pace = compute_pace(minutes(4, 4, 5, 5, 5, 45))
    assert (pace.hand, pace.measured_hands, pace.has_enough_hands) == (timedelta(minutes=5), 6, True)
    assert pace.minutes == 5


def test_too_few_hands_give_the_usual_pace():
    assert compute_pace(minutes(*[3] * (ENOUGH_HANDS - 1))) == Pace(USUAL_HAND_TIME, ENOUGH_HANDS - 1)
    assert not compute_pace([]).has_enough_hands


def test_silence_of_all_tables_is_a_rest():
    # A quarter of an hour at one table is a dispute while another plays on; beyond it nobody plays.
    assert find_rests(after(0, 5, 15, 30), tables=2, at=BEGUN + timedelta(minutes=40)) == []
    assert find_rests(after(30, 0), tables=2, at=BEGUN + timedelta(minutes=50)) == [
        tuple(after(5, 30)),
        tuple(after(35, 50)),
    ]


def test_many_tables_shorten_the_silence_of_a_rest():
    assert find_rests(after(0, 7), tables=4, at=BEGUN + timedelta(minutes=14)) == []
    assert find_rests(after(0, 8), tables=4, at=BEGUN + timedelta(minutes=8)) == [tuple(after(5, 8))]


def test_hand_across_a_rest_is_not_measured():
    assert hand_times(after(0, 5, 45, 50), [(after(10)[0], after(40)[0])]) == minutes(5, 5)


FIVE = Pace(timedelta(minutes=5), ENOUGH_HANDS)


@pytest.mark.parametrize(
    ("arrivals", "now", "found"),
    [
        ((), 10, 0),
        ((0,), 4.9, 0),
        ((0,), 9.9, -1),  # one hand is due, the other is being played
        ((0,), 10.1, -2),
        ((0, 5, 10), 12, 0),
        ((0, 5, 10), 19.9, -1),
        ((0, 3, 6, 9), 9, 1),
        ((0, 2, 4, 6, 8), 8, 2),
        ((0, 0, 0, 5), 10, -1),  # the first three arrived together; measurement starts there
    ],
)
def test_hands_ahead_of_the_pace(arrivals, now, found):
    assert hands_ahead(after(*arrivals), FIVE, [], at=BEGUN + timedelta(minutes=now)) == found


def test_nobody_falls_behind_during_a_rest():
    hands = after(0, 5, 10)
    now = BEGUN + timedelta(minutes=52)
    assert hands_ahead(hands, FIVE, [], at=now) < -7
    assert hands_ahead(hands, FIVE, find_rests(hands, tables=2, at=now), at=now) == -1
