import pytest
from hypothesis import given

from rules.games.okey_task.problems import OWN_ERROR_CODES, find_errors, find_warnings
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.rulesets import PRESETS
from rules.judge import judge_hand
from rules.validation import ERROR_CODES, field_of
from tests.rules.games.okey_task.hand_builders import deck_empty, finished, with_exchanged_jokers
from tests.rules.games.okey_task.test_reports import entries
from tests.rules.hand_builders import NONE, PAIRS, SERIES, Seat

RULES = PRESETS["okey-task"]


def error_codes(hand, find=find_errors):
    return {(problem.code, problem.seat, field_of(problem)) for problem in find(parse_report(hand), RULES)}


def fouled(code, count):
    return finished(
        B1={"opening": "series", "rack": {"points": 5}, "infractions": [{"code": code, "count": count}]}
    )


HEAVY = [f"{colour}{number}" for colour in "rbyk" for number in range(9, 14)] * 2
"""440 points."""

ERRORS = {
    "a seat absent": (deck_empty(A1=NONE, B1=NONE, A2=NONE), ("missing_seat", "B2", "seat")),
    "a fifth seat": (finished(B3=NONE), ("unknown_seat", None, "seat")),
    "nobody's seat finished": (finished() | {"finisher": "C1"}, ("unknown_seat", None, "finisher")),
    "a foul of 101": (fouled("okey_discard", 0), ("unknown_infraction", "B1", "infractions")),
    "negative points": (finished(B1=(NONE, -1)), ("negative_value", "B1", "points")),
    "negative okeys": (finished(B1=(NONE, 5, -1)), ("negative_value", "B1", "okeys")),
    "a negative count": (fouled("joker_exchanged", -1), ("negative_value", "B1", "infractions")),
    "a rack of 401 points": (finished(B1=(NONE, 401)), ("rack_out_of_range", "B1", "points")),
    "a rack of many dear tiles": (finished(B1=(NONE, HEAVY)), ("rack_out_of_range", "B1", "tiles")),
    "an unknown tile": (finished(B1=(NONE, ["g7"])), ("impossible_tiles", "B1", "tiles")),
    "a third copy": (
        finished(B1=(NONE, ["r7", "r7"]), B2=(NONE, ["r7"])),
        ("impossible_tiles", None, "tiles"),
    ),
    "a third joker": (finished(B1=(NONE, ["*", "*", "*"])), ("impossible_tiles", None, "tiles")),
    "finished by nobody": (finished() | {"finisher": None}, ("finisher_missing", None, "finisher")),
    "the finisher unopened": (finished(A1=NONE), ("finisher_not_opened", "A1", "opening")),
    "the finisher with points": (finished(A1=(SERIES, 4)), ("finisher_has_tiles", "A1", "points")),
    "the finisher with a joker": (finished(A1=(SERIES, ["*"])), ("finisher_has_tiles", "A1", "tiles")),
    "a finisher of an empty deck": (
        finished(A1=(SERIES, 4)) | {"outcome": "deck_exhausted"},
        ("finish_without_finisher", None, "finisher"),
    ),
    "a joker of an unopened player": (
        finished(B1=with_exchanged_jokers((NONE, 5))),
        ("joker_exchanged_without_opening", "B1", "infractions"),
    ),
    "three jokers": (
        finished(B1=with_exchanged_jokers((SERIES, 5), 3)),
        ("too_many_jokers_exchanged", "B1", "infractions"),
    ),
}


@pytest.mark.parametrize(("hand", "problem"), ERRORS.values(), ids=ERRORS.keys())
def test_impossible_hand_is_refused(hand, problem):
    assert error_codes(hand) == {problem}


def test_own_codes_are_tested_and_bilingual():
    assert OWN_ERROR_CODES.keys() <= {problem[0] for _, problem in ERRORS.values()}
    assert not OWN_ERROR_CODES.keys() & ERROR_CODES.keys()
    assert all(message.tr != message.en for message in OWN_ERROR_CODES.values())


@pytest.mark.parametrize(
    "hand",
    [
        finished(B1=(NONE, 400)),
        finished(B1=with_exchanged_jokers((SERIES, 5), 2), B2=with_exchanged_jokers((PAIRS, 5), 2)),
        finished(B1=with_exchanged_jokers((NONE, 5), 0)),
        finished(B1=(NONE, [f"{colour}{number}" for colour in "rbyk" for number in range(1, 14)])),
        finished("B2", A1=(NONE, 0), B1=(SERIES, ["*"])),
        deck_empty(**dict.fromkeys(("A1", "B1", "C1", "D1"), (NONE, 0))),
    ],
)
def test_possible_hand_has_no_error_and_no_warning(hand):
    assert error_codes(hand) == set()
    assert error_codes(hand, find_warnings) == set()


@pytest.mark.parametrize("seat", ["B1", "A2"])
def test_opened_rack_without_points_is_doubted_for_partners_too(seat):
    empty_racks: list[Seat] = [SERIES, (PAIRS, 0), (SERIES, [])]
    for empty in empty_racks:
        assert error_codes(finished(**{seat: empty})) == set()
        assert error_codes(finished(**{seat: empty}), find_warnings) == {
            ("empty_rack_without_finish", seat, "points")
        }


@given(entries)
def test_hand_without_errors_is_scored(entry):
    errors = find_errors(parse_report(entry), RULES)
    assert judge_hand(entry, "okey-task")["ok"] is not bool(errors)
