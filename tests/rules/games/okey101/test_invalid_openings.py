from dataclasses import replace

import pytest

from rules.games.okey101.invalid_openings import charged_infraction, openings_left
from rules.games.okey101.openings import EarlierOpening, LaidOpening, judge_opening
from rules.games.okey101.rulesets import PRESETS
from rules.hands import Opening

RULES = PRESETS["101-pairs"]
SERIES_103 = "r10 r11 r12 r13, k10 k11 k12, y8 b8 k8"
FIVE_PAIRS = "r1 r1, b2 b2, k3 k3, y4 y4, r9 r9"


def left_of(melds, rules=RULES, previous=()):
    laid = LaidOpening("b4", tuple(tuple(group.split()) for group in melds.split(", ")), previous)
    return [
        (left.kind, left.total, left.needed)
        for left in openings_left(laid, judge_opening(laid, rules), rules)
    ]


def test_mixed_opening_opens_with_the_kind_that_suffices_alone():
    assert left_of(f"{SERIES_103}, r1 r1") == [("series", 103, 101)]
    assert left_of(f"y8 b8 k8, {FIVE_PAIRS}") == [("pairs", 5, 5)]
    assert left_of(f"{SERIES_103}, {FIVE_PAIRS}") == [("series", 103, 101), ("pairs", 5, 5)]
    assert left_of("y8 b8 k8, r1 r1") == []


def test_invalid_melds_are_taken_back_too():
    assert left_of(f"{SERIES_103}, r1 r1, y1 b3 k9") == [("series", 103, 101)]


def test_rising_threshold_counts_for_what_is_left():
    previous = (EarlierOpening(Opening.SERIES, 110), EarlierOpening(Opening.PAIRS, 2))
    rising = PRESETS["101-rising"]
    assert left_of(f"{SERIES_103}, {FIVE_PAIRS}", rising, previous) == [("pairs", 5, 5)]


@pytest.mark.parametrize(
    ("errors", "opens", "infraction"),
    [
        ((), True, ""),
        (("invalid_meld",), True, "invalid_meld"),
        (("invalid_meld", "below_threshold"), False, "invalid_meld"),
        (("below_threshold",), False, "invalid_opening"),
        (("too_few_pairs",), False, "invalid_opening"),
        (("mixed_opening",), False, "invalid_opening"),
        (("mixed_opening",), True, ""),
        (("mixed_opening", "invalid_meld"), True, "invalid_meld"),
    ],
)
def test_one_act_is_one_infraction(errors, opens, infraction):
    assert charged_infraction(errors, RULES, opens=opens) == infraction


def test_only_infractions_of_the_rules_are_charged():
    opening_alone = replace(RULES, infractions={"invalid_opening": 101})
    errors = ("invalid_meld", "below_threshold")
    assert charged_infraction(errors, opening_alone, opens=False) == "invalid_opening"
    assert charged_infraction(errors, replace(RULES, infractions={}), opens=False) == ""
