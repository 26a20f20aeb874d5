from dataclasses import replace

import pytest

from rules.games.okey101.direct_finishes import judge_finish
from rules.games.okey101.openings import LaidOpening
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import DoubleOkeyWithPairs, Ending

RULES = PRESETS["101-pairs"]
FREE = replace(RULES, ending=Ending.FREE, double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
_16 = "r10 r11 r12 r13, b10 b11 b12 b13, y10 y11 y12 y13, k10 k11 k12 k13"
_20 = f"{_16}, r1 r2 r3 r4"
_21 = f"{_20} r5"
LOW_20 = "r1 r2 r3 r4 r5 r6 r7, b1 b2 b3 b4, k1 k2 k3, r1 y1 k1, b2 y2 k2"
"""Below the threshold."""
PAIRS_20 = ", ".join(
    f"{code} {code}" for code in ["r1", "r2", "r3", "r4", "r6", "r7", "r8", "r9", "k1", "k2"]
)


def judge(laid, rules=RULES):
    """With b4 as indicator b5 is the okey."""
    groups = tuple(tuple(group.split()) for group in laid.split(","))
    return judge_finish(LaidOpening("b4", groups), rules)


@pytest.mark.parametrize(
    ("laid", "thrown", "last"),
    [
        (_21, "", "any"),
        (_21, "k7", "plain"),
        (_21, "*", "plain"),
        (_21, "b5", "okey"),
        (_20, "", "if_double_okey"),
        (_20, "b5", "if_double_okey"),
        (_20, "b5, b5", "double_okey"),
        (_20, "b5 b5", "double_okey"),
        (_20, "b5, k7", None),
        (_20, "k7", None),
        # The other okey is not the last tile.
        (f"{_16}, r1 r2 r3 b5", "", None),
        (f"{_16}, r1 r2 r3 b5", "b5", None),
    ],
)
def test_tile_thrown_last_decides_the_finish(laid, thrown, last):
    finish = judge(f"{laid}, {thrown}" if thrown else laid)
    assert finish.last == last
    assert finish.errors == (() if last else ("tiles_left",))
    assert finish.thrown == tuple(thrown.replace(",", "").split())
    if laid == _20:
        assert judge(laid, replace(RULES, double_okey=False)).last is None


@pytest.mark.parametrize(
    ("laid", "rules", "last", "errors"),
    [
        (f"{_21} r6", RULES, None, ("nothing_to_discard",)),
        (f"{_21} r6", FREE, "none", ()),
        ("r1 r2 r3, k1 k1", RULES, None, ("mixed_opening", "tiles_left")),
        ("r1 r2 k3", RULES, None, ("invalid_meld", "tiles_left")),
        (f"{PAIRS_20}, k3", RULES, None, ("pairs",)),
        (f"{PAIRS_20}, k3", FREE, None, ("tiles_left",)),
        (PAIRS_20, FREE, "if_double_okey", ()),
        (f"{PAIRS_20}, k3 k3", FREE, "none", ()),
        # Beside pairs two okeys are a pair.
        (f"{PAIRS_20}, b5 b5", FREE, "none", ()),
        ("r1 r1", FREE, None, ("too_few_pairs", "tiles_left")),
    ],
)
def test_every_reason_against_a_finish_is_given(laid, rules, last, errors):
    finish = judge(laid, rules)
    assert (finish.last, finish.errors) == (last, errors)


def test_tiles_left_are_counted_without_the_discard():
    assert [judge(laid).left for laid in ("r1 r2 r3", _16, _20, _21)] == [18, 5, 1, 0]


def test_series_below_the_threshold_finish_where_the_rules_spare_them():
    low = judge(LOW_20)
    assert (low.last, low.spared, low.errors) == ("if_double_okey", True, ())
    strict = judge(LOW_20, replace(RULES, direct_below_threshold=False))
    assert (strict.last, strict.spared, strict.errors) == (None, False, ("below_threshold",))
