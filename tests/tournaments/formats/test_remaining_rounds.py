from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.remaining_rounds import spread_over_rounds
from tournaments.formats.round_robin import round_robin


@st.composite
def groups_in_play(draw):
    """A group that has played some of its rounds, and a newcomer with the last number."""
    size = draw(st.integers(2, 7))
    rounds = round_robin(size)
    played = draw(st.integers(0, len(rounds)))
    return size, rounds, played


@given(groups_in_play())
def test_remaining_encounters_take_as_few_rounds_as_can_be(drawn):
    size, planned, played = drawn
    busy = {
        number: {place for meeting in meetings for place in meeting}
        for number, meetings in enumerate(planned[:played], start=1)
    }
    numbered = [
        (meeting, number) for number, meetings in enumerate(planned, start=1) for meeting in meetings
    ][sum(map(len, planned[:played])) :]
    numbered += [((place, size), len(planned) + 1 + place) for place in range(size)]
    meetings = [meeting for meeting, _number in numbered]
    rounds = spread_over_rounds(meetings, busy, wished=[number for _meeting, number in numbered])
    for (first, number), (second, same) in combinations(zip(meetings, rounds, strict=True), 2):
        assert number != same or not set(first) & set(second)
    for meeting, number in zip(meetings, rounds, strict=True):
        assert not set(meeting) & busy.get(number, set())
    newcomer_waits = played if size % 2 == 0 else 0  # everybody else plays in those rounds
    assert max(rounds) == max(newcomer_waits + size, size + 1 - size % 2 if size > 1 else 1, len(planned))


def test_wished_rounds_are_kept_where_they_fit():
    assert spread_over_rounds([(0, 1), (2, 3), (0, 2)], {}, wished=[3, 3, 1], fewest=3) == [3, 3, 1]
    assert spread_over_rounds([(0, 1), (2, 3), (0, 2)], {1: {0}}, wished=[1, 1, 1], fewest=3) == [3, 1, 2]


def test_without_meetings_there_are_no_rounds():
    assert spread_over_rounds([], {1: {0, 1}}, wished=[]) == []
