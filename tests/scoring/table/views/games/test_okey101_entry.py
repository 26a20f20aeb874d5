from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from rules.games.okey101.problems import find_errors
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import FalseOkeyValue
from rules.hands import Finish, HandReport, Opening, Outcome, Rack, SeatReport
from scoring.table.views.games.okey101_entry import bounds_of_one_rack

RULES = rule_set("101-pairs")


def find_rack_errors(opening: Opening, rack: Rack, **switches: Any) -> list[str]:
    seats = {
        "A1": SeatReport(Opening.SERIES),
        "A2": SeatReport(Opening.SERIES),
        "B1": SeatReport(opening, rack),
        "B2": SeatReport(Opening.NONE),
    }
    hand = HandReport(Outcome.FINISHED, seats, finisher="A1", finish=Finish(), indicator="b5")
    errors = find_errors(hand, replace(RULES, **switches))
    return [error.message.tr for error in errors if error.code == "rack_out_of_range"]


@pytest.mark.parametrize("value", FalseOkeyValue)
@pytest.mark.parametrize("opening", [Opening.SERIES, Opening.PAIRS])
def test_more_than_the_largest_rack_is_refused_in_the_rules_words(value, opening):
    with override("tr"):
        bounds = bounds_of_one_rack(replace(RULES, false_okey_value=value))
    largest, refusal = bounds["rack"][opening.value], bounds["rack_words"][opening.value]
    assert find_rack_errors(opening, Rack(largest), false_okey_value=value) == []
    assert find_rack_errors(opening, Rack(largest + 1), false_okey_value=value) == [refusal]


@pytest.mark.parametrize("opening", [Opening.SERIES, Opening.PAIRS])
def test_more_tiles_than_the_bound_are_refused(opening):
    most = bounds_of_one_rack(RULES)["tiles"][opening.value]
    tiles = tuple(f"{colour}{number}" for number in range(1, 6) for colour in "rykb")[: most + 1]
    assert find_rack_errors(opening, Rack(tiles=tiles[:most])) == []
    assert find_rack_errors(opening, Rack(tiles=tiles)) != []
