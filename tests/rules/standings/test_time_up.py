from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.standings.matches import MatchResult, decide_match
from rules.standings.time_up import DEFAULT_ENOUGH_HANDS, decide_cut_short

FIXED = 7
Figures = Sequence[tuple[int, int]]

A, B = (10, 60), (60, 10)
"""A hand won by side A, or by side B."""
EVEN = (20, 20)
WON_BY_A: Figures = [A] * FIXED
WON_BY_B: Figures = [B] * FIXED


def match(hands: Figures, enough: int = DEFAULT_ENOUGH_HANDS, fixed: int = FIXED) -> MatchResult:
    return decide_match([{"A": a, "B": b} for a, b in hands], fixed, enough_hands=enough)


@pytest.mark.parametrize(
    ("hands", "winner", "level", "short"),
    [
        ([A] * 4, None, False, False),
        ([A] * 5, "A", False, True),
        ([A] * 6, "A", False, True),
        ([A] * 7, "A", False, False),
        ([A, B, A, B, EVEN], None, True, False),
        ([A, B, A, B, EVEN, EVEN], None, True, False),
        ([A, B, A, B, EVEN, EVEN, EVEN], None, True, False),
        ([A, B, A, B, EVEN, B], "B", False, True),
        ([A, B, A, B, EVEN, EVEN, EVEN, B], "B", False, False),
        ([], None, False, False),
    ],
)
def test_match_with_enough_hands_is_decided_by_totals(hands, winner, level, short):
    result = match(hands)
    assert (result.winner, result.level, result.decided_early) == (winner, level, short)


def test_no_more_hands_than_fixed_are_needed():
    assert match([A] * 3, enough=5, fixed=3).winner == "A"
    assert match([A] * 2, enough=5, fixed=3).winner is None


def test_only_hands_beyond_the_fixed_number_are_extra():
    level = [A, B, A, B, EVEN]
    assert match([*level, B]).extra_hands == 0
    assert match([*level, EVEN, EVEN, B]).extra_hands == 1


@pytest.mark.parametrize(
    ("best_of", "matches", "expected"),
    [
        # As by the hands alone.
        (1, [WON_BY_A], ("A", {"A": 1}, False, False)),
        (3, [WON_BY_A, WON_BY_A], ("A", {"A": 2}, False, False)),
        # More matches won.
        (1, [[B] * 5], ("B", {"B": 1}, True, False)),
        (3, [WON_BY_A], ("A", {"A": 1}, True, False)),
        (3, [WON_BY_A, [B] * 4], ("A", {"A": 1}, True, False)),
        (3, [WON_BY_A, [A] * 5], ("A", {"A": 2}, True, False)),
        (3, [WON_BY_B, WON_BY_A, [A] * 5], ("A", {"A": 2, "B": 1}, True, False)),
        (5, [WON_BY_B, WON_BY_B, WON_BY_A, [A] * 4], ("B", {"A": 1, "B": 2}, True, False)),
        # Equally many: the lower sum over decided ones.
        (3, [WON_BY_A, [B] * 5], ("A", {"A": 1, "B": 1}, True, False)),
        (3, [WON_BY_A, WON_BY_B, [B] * 4], (None, {"A": 1, "B": 1}, False, True)),
        (3, [[(0, 1)] * 7, [B] * 5], ("B", {"A": 1, "B": 1}, True, False)),
        # Nothing is decided, or the sides are level.
        (1, [[A] * 4], (None, {}, False, True)),
        (3, [], (None, {}, False, True)),
        (3, [[A] * 4], (None, {}, False, True)),
        # Level with enough hands: one more is played first.
        (1, [[A, B, A, B, EVEN]], (None, {}, False, False)),
        (3, [WON_BY_A, [A, B, A, B, EVEN]], (None, {"A": 1}, False, False)),
        (3, [WON_BY_A, [A, B, A, B, EVEN, B]], ("A", {"A": 1, "B": 1}, True, False)),
        # Needless once the majority is won.
        (3, [WON_BY_A, WON_BY_A, [A, B, A, B, EVEN]], ("A", {"A": 2}, False, False)),
    ],
)
def test_winner_of_a_cut_short_encounter(best_of, matches, expected):
    """Expect winner, wins, decision by time, decision by referee."""
    result = decide_cut_short([match(hands) for hands in matches], best_of)
    assert (result.winner, dict(result.wins), result.cut_short, result.needs_referee) == expected


def test_unplayed_match_does_not_count():
    result = decide_cut_short([match(WON_BY_A), match([B] * 4)], 3)
    assert (result.unplayed, result.counts(1), result.counts(2)) == (frozenset({2}), True, False)


def test_too_short_match_after_a_correction_does_not_block_the_next():
    result = decide_cut_short([match([A] * 4), match(WON_BY_B)], 3)
    assert (result.winner, result.unplayed) == ("B", frozenset({1}))
    assert [result.counts(number) for number in (1, 2, 3)] == [False, True, False]


def test_level_match_counts_while_played_on():
    result = decide_cut_short([match(WON_BY_A), match([A, B, A, B, EVEN])], 3)
    assert (result.unplayed, result.counts(2)) == (frozenset(), True)


def test_table_of_four_is_separated_by_totals():
    hands = [{"A": 30, "B": 10, "C": 20, "D": 40}] * 5
    result = decide_match(hands, FIXED, cuts=(2,), enough_hands=5)
    assert result.places == {"B": 1, "C": 2, "A": 3, "D": 4}
    assert decide_cut_short([result], 1).winner == "B"
    assert decide_cut_short([decide_match(hands[:4], FIXED, cuts=(2,), enough_hands=5)], 1).needs_referee
