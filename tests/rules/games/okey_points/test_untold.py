"""Hands of classic Okey under rules that would have asked more."""

from dataclasses import replace

import pytest

from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.games.okey_points.untold import unasked
from tests.rules.games.okey_points.hands import SINGLES, won

STANDARD = PRESETS["okey-standard"]
NO, YES, ONLY = (replace(STANDARD, one_colour_doubles=one) for one in OneColourDoubles)


@pytest.mark.parametrize(
    ("was", "rules", "asked"),
    [(YES, ONLY, ["B"]), (NO, ONLY, ["B"]), (ONLY, ONLY, []), (ONLY, YES, []), (NO, YES, []), (YES, NO, [])],
)
def test_a_colour_that_was_told_may_be_another_than_red_or_black(was, rules, asked):
    assert unasked(parse_report(won(one_colour=True)), was, rules) == asked


def test_what_does_not_count_twice_is_not_asked_again():
    assert unasked(parse_report(won(hand="one_colour_run")), YES, ONLY) == []
    assert unasked(parse_report(won(one_colour=True, seats=SINGLES)), YES, ONLY) == ["B", "C", "D"]


def test_an_indicator_shown_by_other_rules_outlives_them_and_costs_nothing():
    silent = replace(STANDARD, indicator_shown=False)
    report = parse_report(won(indicator_shown_by="A2"))
    codes = {error.code for error in OKEY_POINTS.find_errors(report, silent)}
    assert codes == set(OKEY_POINTS.outlived)
    assert score_hand(report, silent).by_side() == {"A": 0, "B": 2}
    assert score_hand(report, STANDARD).by_side() == {"A": 0, "B": 3}
