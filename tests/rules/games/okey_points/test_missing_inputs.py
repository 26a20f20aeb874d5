from dataclasses import replace

import pytest

from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.missing_inputs import missing_inputs
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_points.score import score_hand
from tests.rules.games.okey_points.hand_builders import deck_empty, won

STANDARD = PRESETS["okey-standard"]
NO, YES, ONLY = (replace(STANDARD, one_colour_doubles=doubling) for doubling in OneColourDoubles)


PLAIN, COLOUR, RUN = won(), won(one_colour=True), won(hand="one_colour_run")


@pytest.mark.parametrize(
    ("was", "rules", "open_hands"),
    [
        (NO, YES, [PLAIN]),
        (NO, ONLY, [PLAIN, COLOUR, RUN]),
        (YES, ONLY, [COLOUR, RUN]),
        (ONLY, YES, [PLAIN]),
        (YES, NO, []),
        (ONLY, NO, []),
        (YES, YES, []),
        (ONLY, ONLY, []),
    ],
)
def test_doubling_not_asked_then_is_missing(was, rules, open_hands):
    hands = (PLAIN, COLOUR, RUN)
    assert [hand for hand in hands if missing_inputs(parse_report(hand), was, rules)] == open_hands
    assert missing_inputs(parse_report(deck_empty()), was, rules) == []


def test_missing_input_names_the_colours():
    (colour,), (red_and_black,) = (missing_inputs(parse_report(PLAIN), NO, rules) for rules in (YES, ONLY))
    assert "of one colour" in colour.message.en
    assert "red or black" in red_and_black.message.en
    assert OKEY_POINTS.book.references(YES)[colour.code].anchor


def test_indicator_shown_by_other_rules_stays_and_costs_nothing():
    silent = replace(STANDARD, indicator_shown=False)
    report = parse_report(won(indicator_shown_by="A2"))
    codes = {error.code for error in OKEY_POINTS.find_errors(report, silent)}
    assert codes == set(OKEY_POINTS.outdated_refusals)
    assert score_hand(report, silent).by_side() == {"A": 0, "B": 2}
    assert score_hand(report, STANDARD).by_side() == {"A": 0, "B": 3}
