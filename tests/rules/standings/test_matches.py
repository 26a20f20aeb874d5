import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.standings.matches import decide_encounter, decide_match, fixed_hands, hand_numbers


def hands(*points):
    return [{"A": a, "B": b} for a, b in points]


ELEVEN = [(-101, 50)] * 11


@pytest.mark.parametrize(
    ("voids", "numbers"),
    [
        ([], []),
        ([False, False], [1, 2]),
        ([False, True, False], [1, 2, 2]),
        ([True, True, False, True], [1, 1, 1, 2]),
        ([False] * 11 + [True, False], [*range(1, 12), 12, 12]),
    ],
)
def test_void_deal_has_the_number_of_the_next_scored_one(voids, numbers):
    assert hand_numbers(voids) == numbers


@given(st.lists(st.booleans()))
def test_scored_hands_are_numbered_without_gaps(voids):
    scored = [number for number, void in zip(hand_numbers(voids), voids, strict=True) if not void]
    assert scored == list(range(1, len(scored) + 1))


def test_match_without_hands_is_open():
    result = decide_match([], 11, ["A", "B"])
    assert (result.totals, result.played, result.winner, result.level, result.extra_hands) == (
        {"A": 0, "B": 0},
        0,
        None,
        False,
        0,
    )
    assert decide_match([], 11).totals == {}


def test_match_is_open_until_all_hands_are_played():
    result = decide_match(hands(*ELEVEN[:10]), 11)
    assert (result.winner, result.level, result.played) == (None, False, 10)


def test_lowest_total_wins():
    result = decide_match(hands(*ELEVEN), 11)
    assert (result.totals, result.winner, result.extra_hands) == ({"A": -1111, "B": 550}, "A", 0)


def test_level_match_plays_extra_hands():
    level = [*ELEVEN[:10], (1660, 0)]
    result = decide_match(hands(*level), 11)
    assert result.totals == {"A": 650, "B": 500}
    level[-1] = (1510, 0)
    result = decide_match(hands(*level), 11)
    assert (result.winner, result.level, result.extra_hands) == (None, True, 0)
    result = decide_match(hands(*level, (7, 7)), 11)
    assert (result.winner, result.level, result.extra_hands) == (None, True, 1)
    result = decide_match(hands(*level, (7, 7), (8, 7)), 11)
    assert (result.winner, result.level, result.extra_hands) == ("B", False, 2)


def test_needless_extra_hands_count_after_a_correction():
    corrected = [*ELEVEN[:10], (1500, 0), (20, 0)]
    result = decide_match(hands(*corrected), 11)
    assert (result.totals, result.winner, result.extra_hands) == ({"A": 510, "B": 500}, "B", 1)


def test_voiding_a_hand_leaves_the_match_a_hand_short():
    assert decide_match(hands(*ELEVEN), 11).winner == "A"
    assert decide_match(hands(*ELEVEN[1:]), 11).winner is None
    assert hand_numbers([False, True, *[False] * 9]) == [1, 2, *range(2, 11)]


def test_single_players_need_a_unique_lowest_total():
    singles = [{"A": 5, "B": 5, "C": 9, "D": 30}]
    assert decide_match(singles, 1).level
    assert decide_match([*singles, {"A": 1, "B": 0, "C": 0, "D": 0}], 1).winner == "B"


LEVEL = [*ELEVEN[:10], (1510, 0)]


def unopened(*counts):
    return [{"A": a, "B": b} for a, b in counts]


def test_fewer_202s_win_a_level_match_by_switch():
    result = decide_match(hands(*LEVEL), 11, unopened=unopened((2, 0), (1, 1), (0, 1)))
    assert (result.winner, result.level, result.unopened) == ("B", False, {"A": 3, "B": 2})
    assert result.by_fewest_unopened
    assert decide_match(hands(*LEVEL), 11).level


def test_equal_202s_leave_a_match_level():
    result = decide_match(hands(*LEVEL), 11, unopened=unopened((2, 0), (0, 2)))
    assert (result.winner, result.level, result.unopened) == (None, True, {})


def test_202s_matter_only_in_a_complete_level_match():
    many_202s = unopened((9, 0))
    short = decide_match(hands(*LEVEL[1:]), 11, unopened=many_202s)
    assert (short.winner, short.level, short.by_fewest_unopened) == (None, False, False)
    won = decide_match(hands(*LEVEL, (5, 6)), 11, unopened=many_202s)
    assert (won.winner, won.by_fewest_unopened, won.extra_hands) == ("A", False, 1)


def test_202s_of_a_level_extra_hand_count():
    result = decide_match(hands(*LEVEL, (202, 202)), 11, unopened=unopened((1, 1), (1, 0)))
    assert (result.winner, result.extra_hands, result.unopened) == ("B", 1, {"A": 2, "B": 1})


def test_only_level_single_players_compare_202s():
    singles = [{"A": 5, "B": 5, "C": 5, "D": 30}]
    counted = decide_match(singles, 1, unopened=[{"A": 2, "B": 1, "C": 2, "D": 0}])
    assert (counted.winner, counted.unopened) == ("B", {"A": 2, "B": 1, "C": 2})
    assert decide_match(singles, 1, unopened=[{"A": 2, "B": 1, "C": 1}]).level


@pytest.mark.parametrize(
    ("winners", "best_of", "winner", "counted"),
    [
        ([], 3, None, 0),
        (["A"], 1, "A", 1),
        ([None], 1, None, 1),
        (["A"], 3, None, 1),
        (["A", "A"], 3, "A", 2),
        (["A", "A", "B"], 3, "A", 2),
        (["A", "B", None], 3, None, 3),
        (["A", "B", "B"], 3, "B", 3),
        (["A", None, "A"], 3, "A", 3),
        ([None, "B", "B"], 3, "B", 3),
        ([None, "A", "B"], 3, None, 3),
        ([None, "A", "B", "B"], 3, None, 3),
        (["A", "B", "A", "B", "B"], 5, "B", 5),
        (["A", "A", "A", "B", "B"], 5, "A", 3),
    ],
)
def test_encounter_goes_to_the_first_with_enough_matches(winners, best_of, winner, counted):
    result = decide_encounter(winners, best_of)
    assert (result.winner, result.counted, result.needed) == (winner, counted, best_of // 2 + 1)


def test_wins_after_the_decision_do_not_count():
    assert decide_encounter(["A", "A", "B"], 3).wins == {"A": 2}
    assert decide_encounter(["A", "B", "A"], 3).wins == {"A": 2, "B": 1}


def test_open_encounter_has_its_wins_so_far():
    assert decide_encounter([], 3).wins == {}
    assert decide_encounter(["B", None, "A"], 5).wins == {"B": 1, "A": 1}


def test_correction_can_undo_a_decision_and_revive_a_needless_match():
    assert decide_encounter(["A", "A", "B"], 3).winner == "A"
    assert decide_encounter(["A", "B", "B"], 3).winner == "B"
    assert decide_encounter(["A", None, "B"], 3).winner is None


FOUR = "ABCD"


def match_of_four(*points, cuts=(2,), hands_per_match=1, unopened=()):
    by_hand = [dict(zip(FOUR, hand, strict=True)) for hand in points]
    counts = [dict(zip(FOUR, hand, strict=True)) for hand in unopened]
    return decide_match(by_hand, hands_per_match, unopened=counts, cuts=cuts)


def test_four_sides_have_places():
    result = match_of_four((30, -101, 20, 10))
    assert (result.winner, result.places) == ("B", {"A": 4, "B": 1, "C": 3, "D": 2})
    assert (result.level, result.by_fewest_unopened) == (False, False)


def test_two_sides_have_the_places_of_the_result():
    assert decide_match(hands((5, 3)), 1).places == {"A": 2, "B": 1}
    assert decide_match(hands((5, 3)), 3).places == {}


@pytest.mark.parametrize(
    ("points", "cuts", "level"),
    [
        ((20, 0, 20, 30), (2,), True),
        ((20, 0, 30, 30), (2,), False),
        ((0, 0, 20, 30), (2,), False),
        ((20, 0, 20, 30), (1,), False),
        ((0, 0, 20, 30), (1,), True),
        ((20, 0, 20, 30), (3,), False),
        ((30, 0, 20, 30), (3,), True),
        ((0, 0, 20, 30), (1, 3), True),
        ((0, 10, 20, 20), (1, 3), True),
        ((0, 10, 10, 20), (1, 3), False),
        ((0, 0, 0, 0), (), False),
        ((0, 0, 0, 0), (4,), False),
    ],
)
def test_four_sides_play_on_if_the_tie_matters(points, cuts, level):
    result = match_of_four(points, cuts=cuts)
    assert (result.level, result.winner is None, result.places == {}) == (level, level, level)


def test_level_sides_share_a_place_and_the_first_named_wins():
    assert match_of_four((7, 5, 5, 9)).places == {"A": 3, "B": 1, "C": 1, "D": 4}
    assert match_of_four((7, 5, 5, 9)).winner == "B"
    assert match_of_four((1, 2, 9, 9)).places == {"A": 1, "B": 2, "C": 3, "D": 3}


def test_fewer_unopened_separates_four_only_where_it_matters():
    separated = match_of_four((20, 0, 20, 30), unopened=[(1, 0, 0, 2)])
    assert (separated.places, separated.unopened) == ({"A": 3, "B": 1, "C": 2, "D": 4}, {"A": 1, "C": 0})
    elsewhere = match_of_four((20, 0, 30, 30), unopened=[(1, 0, 0, 2)])
    assert (elsewhere.places, elsewhere.unopened) == ({"A": 2, "B": 1, "C": 3, "D": 4}, {})
    still_level = match_of_four((20, 0, 20, 30), unopened=[(1, 0, 1, 0)])
    assert (still_level.level, still_level.unopened) == (True, {})


def test_extra_hand_of_four_counts_for_everybody():
    result = match_of_four((1, 2, 2, 9), (50, 0, 1, 0))
    assert (result.places, result.extra_hands) == ({"A": 4, "B": 1, "C": 2, "D": 3}, 1)


def open_match(*points, most=None, sides="AB", cuts=(1,)):
    """Return a match that ends at 20."""
    played = [dict(zip(sides, hand, strict=True)) for hand in points]
    return decide_match(played, most, sides, cuts=cuts, ends_at=20)


@pytest.mark.parametrize(
    ("points", "most", "expected"),
    [
        ([], None, (None, 0, 0, False)),
        ([(0, 12), (4, 7)], None, (None, 2, 0, False)),
        ([(0, 12), (4, 8)], None, ("A", 2, 0, False)),
        ([(0, 20)], None, ("A", 1, 0, False)),
        # Hands after the end don't count, whatever they would change.
        ([(0, 20), (30, 0)], None, ("A", 1, 0, False)),
        # If level at its end it goes on, and totals decide after each hand.
        ([(20, 20)], None, (None, 1, 0, True)),
        ([(20, 20), (1, 1)], None, (None, 2, 1, True)),
        ([(20, 20), (1, 1), (2, 0)], None, ("B", 3, 2, False)),
        ([(20, 20), (1, 1), (2, 0), (0, 9)], None, ("B", 3, 2, False)),
        # The limit of hands.
        ([(0, 2), (0, 2)], 3, (None, 2, 0, False)),
        ([(0, 2), (0, 2), (2, 0)], 3, ("A", 3, 0, False)),
        ([(0, 2), (2, 0)], 2, (None, 2, 0, True)),
        ([(0, 2), (2, 0), (0, 2)], 2, ("A", 3, 1, False)),
        ([(0, 20), (2, 0)], 2, ("A", 1, 0, False)),
    ],
)
def test_open_match_ends_when_a_side_has_no_points_left(points, most, expected):
    result = open_match(*points, most=most)
    assert (result.winner, result.played, result.extra_hands, result.level) == expected
    assert not result.decided_early


@pytest.mark.parametrize(
    ("points", "most", "ends_at", "expected"),
    [
        ([(0, 30)], 11, None, 11),
        ([(0, 30)], None, None, None),
        ([], None, 20, None),
        ([(0, 12), (4, 7)], None, 20, None),
        ([(0, 12), (4, 8), (1, 1)], None, 20, 2),
        ([(20, 20), (1, 1)], None, 20, 1),
        ([(0, 2), (2, 0), (0, 20)], 2, 20, 2),
    ],
)
def test_fixed_hands_of_an_open_match_end_at_its_end_or_limit(points, most, ends_at, expected):
    hands = [dict(zip("AB", hand, strict=True)) for hand in points]
    assert fixed_hands(hands, most, ends_at) == expected


def test_correction_reopens_an_open_match_or_ends_it_sooner():
    hands_played = [(0, 12), (0, 8), (4, 0), (0, 2)]
    assert open_match(*hands_played).totals == {"A": 0, "B": 20}
    later = open_match((0, 4), *hands_played[1:])
    assert (later.winner, later.played, later.totals) == (None, 4, {"A": 4, "B": 14})
    assert open_match((0, 20), *hands_played[1:]).played == 1


@pytest.mark.parametrize(
    ("points", "cuts", "winner", "level", "places"),
    [
        # The two lowest of four win; the order between them doesn't matter.
        ([(0, 0, 20, 5)], (2,), "A", False, {"A": 1, "B": 1, "C": 4, "D": 3}),
        ([(0, 5, 20, 5)], (2,), None, True, {}),
        ([(0, 5, 20, 5), (2, 2, 2, 0)], (2,), "A", False, {"A": 1, "D": 2, "B": 3, "C": 4}),
        # All totals decide again: a player behind overtakes a level one.
        ([(0, 18, 20, 18), (25, 20, 0, 18)], (2,), "C", False, {"C": 1, "A": 2, "D": 3, "B": 4}),
        ([(20, 20, 20, 20)], (), "A", False, dict.fromkeys("ABCD", 1)),
    ],
)
def test_two_lowest_of_four_singles_win_an_open_match(points, cuts, winner, level, places):
    result = open_match(*points, sides="ABCD", cuts=cuts)
    assert (result.winner, result.level, result.places) == (winner, level, places)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=12), st.none() | st.integers(1, 9)
)
def test_open_match_is_decided_by_its_first_deciding_hands(points, most):
    result = open_match(*points, most=most)
    for played in range(len(points)):
        sooner = open_match(*points[:played], most=most)
        if sooner.winner is not None:
            assert sooner == result
            return
    assert result.played == len(points)
    if result.winner:
        assert max(result.totals.values()) >= 20 or len(points) >= most
