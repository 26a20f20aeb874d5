from __future__ import annotations

import re

import pytest

from rules.games.okey101.rulesets import rule_set
from scoring.table.views.games.okey101_entry import bounds_of_one_rack
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser


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
