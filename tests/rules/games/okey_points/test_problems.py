from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from rules.games.okey_points.problems import OWN_ERROR_CODES, find_errors, find_warnings
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS
from rules.judge import judge_hand
from rules.validation import ERROR_CODES, field_of
from tests.rules.games.okey_points.hand_builders import PAIRS, SINGLES, deck_empty, won
from tests.rules.games.okey_points.test_reports import reports

COUNTDOWN, STANDARD = PRESETS.values()
SILENT = replace(COUNTDOWN, indicator_shown=False)


def error_codes(hand, rules=COUNTDOWN):
    return {
        (problem.code, problem.seat, field_of(problem)) for problem in find_errors(parse_report(hand), rules)
    }


THREE: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2")}

ERRORS = {
    "a seat absent": (deck_empty(seats=THREE), ("missing_seat", "B2", "seat")),
    "a fifth seat": (deck_empty(seats=PAIRS | {"B3": {}}), ("unknown_seat", None, "seat")),
    "nobody's seat won": (won("C1"), ("unknown_seat", None, "finisher")),
    "nobody's seat showed": (
        won("C1", seats=SINGLES, indicator_shown_by="A2"),
        ("unknown_seat", None, "indicator_shown_by"),
    ),
    "won by nobody": (won(None), ("finisher_missing", None, "finisher")),
    "somebody won an empty deck": (
        deck_empty(finisher="A1"),
        ("finish_without_finisher", None, "finisher"),
    ),
    "an empty deck with the okey": (
        deck_empty(finish={"last_tile": "okey"}),
        ("finish_without_finisher", None, "finish"),
    ),
    "an empty deck with pairs": (
        deck_empty(finish={"hand": "pairs"}),
        ("finish_without_finisher", None, "finish"),
    ),
    "an empty deck of one colour": (
        deck_empty(finish={"one_colour": True}),
        ("finish_without_finisher", None, "finish"),
    ),
    "both okeys thrown": (won(last="double_okey"), ("double_okey_not_in_rule_set", None, "last_tile")),
    "a credit before": (won(before={"B": -1}), ("negative_value", None, "before")),
}


@pytest.mark.parametrize(("hand", "problem"), ERRORS.values(), ids=ERRORS.keys())
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_impossible_hand_is_refused(hand, problem, rules):
    assert error_codes(hand, rules) == {problem}


def test_indicator_is_refused_where_it_costs_nothing():
    with_indicator = won(indicator_shown_by="B1")
    assert error_codes(with_indicator) == set()
    assert error_codes(with_indicator, SILENT) == {("indicator_not_in_rule_set", None, "indicator_shown_by")}
    assert error_codes(won(), SILENT) == set()


def test_errors_are_reported_together():
    hand = deck_empty(seats=THREE, finisher="A1", finish={"last_tile": "double_okey"}, before={"A": -1})
    assert [
        problem.code for problem in find_errors(parse_report(hand | {"indicator_shown_by": "Z9"}), SILENT)
    ] == [
        "missing_seat",
        "unknown_seat",
        "negative_value",
        "double_okey_not_in_rule_set",
        "finish_without_finisher",
        "indicator_not_in_rule_set",
    ]


def test_own_codes_are_bilingual_and_unique():
    assert not OWN_ERROR_CODES.keys() & ERROR_CODES.keys()
    for message in OWN_ERROR_CODES.values():
        assert message.tr != message.en
    (problem,) = find_errors(parse_report(won(indicator_shown_by="A1")), SILENT)
    assert problem.message == OWN_ERROR_CODES["indicator_not_in_rule_set"]


@given(reports())
def test_hand_without_errors_is_scored_without_warnings(report):
    hand = report.to_dict() | {"rule_set": "okey-countdown"}
    assert judge_hand(hand)["ok"] is not bool(find_errors(report, COUNTDOWN))
    assert find_warnings(report, COUNTDOWN) == []
