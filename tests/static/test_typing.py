from __future__ import annotations

import re

import pytest

from rules.games.okey101.rulesets import rule_set
from scoring.table.views.games.okey101_entry import bounds_of_one_rack
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

IDLE = "paper/skipped-boxes"
SEATS = ["A1", "B1", "A2", "B2"]
BY_NAME = {
    "1": "A1", "2": "B1", "3": "A2", "4": "B2",
    "a1": "A1", "b1": "B1", "a2": "A2", "b2": "B2",
}  # fmt: skip


def test_digits_are_appended(modules: Modules) -> None:
    modules.check_cases(
        "table/form-taps",
        "digitsAfter",
        {
            "the first": (["", "4", True], "4"),
            "the second": (["4", "7", False], "47"),
            "the third": (["47", "1", False], "471"),
            "no leading nought": (["0", "5", False], "5"),
            "nought alone": (["", "0", False], "0"),
            "a sheet that was opened again": (["47", "5", True], "5"),
            "delete": (["47", "back", False], "4"),
            "delete keeps what was there": (["47", "back", True], "4"),
            "delete nothing": (["", "back", False], ""),
        },
    )


@pytest.mark.parametrize("digits", ["155", "156", "999"])
def test_more_points_than_a_rack_can_have_are_refused_in_the_rules_words(
    modules: Modules, digits: str
) -> None:
    limits = bounds_of_one_rack(rule_set("101-pairs"))
    refused = int(digits) > limits["rack"]["series"]
    words = limits["rack_words"]["series"] if refused else ""
    answers = {"series": [limits, "series", digits], "not chosen yet": [limits, "", digits]}
    assert modules.answers("table/limits", "pointsRefusal", answers) == {
        "series": words,
        "not chosen yet": "",
    }


def test_seat_is_its_number_or_its_name(modules: Modules) -> None:
    assert modules.answer(IDLE, "seatsByName", SEATS) == BY_NAME
    modules.check_cases(
        IDLE,
        "normalizeInput",
        {"blanks": ([" E "], "e"), "Turkish": (["I"], "ı"), "dotted": (["İ"], "i"), "none": ([""], "")},
    )


def test_enter_skips_boxes_without_a_question(modules: Modules) -> None:
    def box(kind: str, seat: str, *, spares: bool = False, **row: str) -> list[object]:
        typed_row = {"end": "", "finish": "", "opening": ""} | row
        return [{"kind": kind, "seat": seat}, typed_row, {"seatByName": BY_NAME, "sparesPartner": spares}]

    modules.check_cases(
        IDLE,
        "isSkipped",
        {
            "nothing is typed": (box("opening", "A1"), False),
            "no seat's box": (box("end", "", end="1"), False),
            "the finisher": (box("opening", "A1", end="1"), True),
            "the finisher by name": (box("points", "A1", end="a1"), True),
            "his infractions": (box("fouls", "A1", end="1"), False),
            "an opponent": (box("opening", "B1", end="1"), False),
            "his partner": (box("opening", "A2", end="1"), False),
            "his partner who is spared": (box("opening", "A2", end="1", spares=True), True),
            "the other partner": (box("opening", "B2", end="1", spares=True), False),
            "after a direct finish": (box("points", "B1", end="1", finish="e"), True),
            "after an okey": (box("points", "B1", end="1", finish="o"), False),
            "who did not open": (box("points", "B1", end="1", opening="-"), True),
            "who did not open says so": (box("opening", "B1", end="1", opening="-"), False),
            "who opened": (box("points", "B1", end="1", opening="s"), False),
            "all opened pairs": (box("fouls", "B1", end="p"), True),
            "all opened pairs, in Turkish": (box("opening", "B1", end="ç"), True),
            "an end that there isn't": (box("opening", "B1", end="9"), False),
            "the deck ran out": (box("points", "A1", end="d", finish=""), False),
            "jokers of who did not open": (box("jokers", "B1", end="1", opened=""), True),
            "jokers of who opened": (box("jokers", "B1", end="1", opened="a"), False),
            "jokers of the finisher": (box("jokers", "A1", end="1", opened=""), False),
            "whether the finisher opened": (box("opened", "A1", end="1"), True),
            "whether another opened": (box("opened", "B1", end="1"), False),
        },
    )


def test_keys_of_hands_are_unique_and_well_formed(modules: Modules) -> None:
    keys = modules.run("table/next-hand", "({newKey}) => Array.from({length: 500}, newKey)")
    assert len(set(keys)) == len(keys)
    form = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    assert [key for key in keys if not form.fullmatch(key)] == []


def test_void_hand_leaves_its_number_to_the_next(modules: Modules) -> None:
    modules.check_cases(
        "table/next-hand",
        "nextNumber",
        {
            "scored": ([{"number": 4, "isVoid": False}], 5),
            "void": ([{"number": 4, "isVoid": True}], 4),
            "not judged yet": ([{"number": 4, "isVoid": None}], 0),
            "after a hand that was not judged": ([{"number": 0, "isVoid": False}], 0),
        },
    )
