"""The pace of a room, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.formats.pace import ENOUGH, USUAL, Pace, ahead, hand_times, pace_of, rests

BEGUN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def after(*minutes: float) -> list[datetime]:
    return [BEGUN + timedelta(minutes=one) for one in minutes]


def minutes(*each: float) -> list[timedelta]:
    return [timedelta(minutes=one) for one in each]


def test_a_hand_takes_the_time_since_the_one_before_it():
    assert hand_times(after(0, 4, 10), []) == minutes(4, 6)
    assert hand_times(after(0), []) == []
    assert hand_times([], []) == []


def test_hands_that_were_sent_together_share_the_wait():
    assert hand_times(after(0, 4, 16, 16.1, 16.2), []) == minutes(4, 4, 4, 4)


def test_hands_that_came_together_from_the_first_on_tell_nothing():
    assert hand_times(after(0, 0, 0.2), []) == []
    assert hand_times(after(0, 0, 0, 5), []) == minutes(5)


def test_the_pace_is_the_median_so_that_one_long_dispute_says_nothing():
    pace = pace_of(minutes(4, 4, 5, 5, 5, 45))
    assert (pace.hand, pace.measured, pace.own) == (timedelta(minutes=5), 6, True)
    assert pace.minutes == 5


def test_too_few_hands_leave_the_usual_pace():
    assert pace_of(minutes(*[3] * (ENOUGH - 1))) == Pace(USUAL, ENOUGH - 1)
    assert not pace_of([]).own


def test_a_rest_is_when_the_whole_room_is_silent():
    # Quarter of an hour at one table is a dispute while another plays on; beyond it nobody plays.
    assert rests(after(0, 5, 15, 30), tables=2, at=BEGUN + timedelta(minutes=40)) == []
    assert rests(after(30, 0), tables=2, at=BEGUN + timedelta(minutes=50)) == [
        tuple(after(5, 30)),
        tuple(after(35, 50)),
    ]


def test_where_many_play_a_shorter_silence_tells_it():
    assert rests(after(0, 7), tables=4, at=BEGUN + timedelta(minutes=14)) == []
    assert rests(after(0, 8), tables=4, at=BEGUN + timedelta(minutes=8)) == [tuple(after(5, 8))]


def test_a_hand_across_a_rest_is_not_measured():
    assert hand_times(after(0, 5, 45, 50), [(after(10)[0], after(40)[0])]) == minutes(5, 5)


FIVE = Pace(timedelta(minutes=5), ENOUGH)


@pytest.mark.parametrize(
    ("arrivals", "now", "found"),
    [
        ((), 10, 0),
        ((0,), 4.9, 0),
        ((0,), 9.9, -1),  # one should have come, the other is on the table
        ((0,), 10.1, -2),
        ((0, 5, 10), 12, 0),
        ((0, 5, 10), 19.9, -1),
        ((0, 3, 6, 9), 9, 1),
        ((0, 2, 4, 6, 8), 8, 2),
        ((0, 0, 0, 5), 10, -1),  # the first three came together: from then on it is measured
    ],
)
def test_hands_ahead_of_the_pace(arrivals, now, found):
    assert ahead(after(*arrivals), FIVE, [], at=BEGUN + timedelta(minutes=now)) == found


def test_nobody_falls_behind_while_the_room_rests():
    hands = after(0, 5, 10)
    now = BEGUN + timedelta(minutes=52)
    assert ahead(hands, FIVE, [], at=now) < -7
    assert ahead(hands, FIVE, rests(hands, tables=2, at=now), at=now) == -1
