import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.opening_reports import parse_opening
from rules.games.okey101.openings import EarlierOpening, OpeningError, judge_opening, threshold
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import Ending, FalseOkeyValue
from rules.hands import Opening
from rules.judge import judge_opening_line
from rules.localized_text import Text
from rules.strict_json import Malformed, RepeatedKeys
from tests.rules.games.okey101.test_properties import TILES

SERIES_103 = [["r10", "r11", "r12", "r13"], ["k10", "k11", "k12"], ["y8", "b8", "k8"]]
FIVE_PAIRS = [["r1", "r1"], ["b2", "b2"], ["k3", "k3"], ["y4", "y4"], ["*", "*"]]
FULL_LOW = [
    ["r1", "r2", "r3", "r4", "r5", "r6", "r7"],
    ["y1", "y2", "y3", "y4", "y5", "y6", "y7"],
    ["k1", "k2", "k3", "k4"],
    ["r1", "b1", "y1"],
]
"""21 tiles with a total of 69."""


def judge(melds, rule_set="101-pairs", **entry):
    opening = {"rule_set": rule_set, "indicator": "b5", "melds": melds} | entry
    return judge_opening_line(json.dumps(opening).encode())


def test_answer_names_every_meld_in_order():
    answer = judge([["r12", "b6", "k12"], ["r12", "r13", "r1"]])
    assert answer["melds"][0] == {"kind": "set", "value": 36, "stands_for": ["r12", "b12", "k12"]}
    assert answer["melds"][1] == {
        "kind": "invalid",
        "value": 0,
        "stands_for": [],
        "reason": {
            "tr": "Seri 13’te biter: 12-13-1 olmaz, 1 yalnız en küçüktür.",
            "en": "A run ends at 13: 12-13-1 is not a run, 1 is only low.",
        },
    }


def test_unknown_tile_is_named():
    (meld,) = judge([["r1", "g7", "z9"]])["melds"]
    assert meld["reason"] == {"tr": "“g7” diye bir taş yok.", "en": "There is no tile “g7”."}


@pytest.mark.parametrize(
    ("entry", "kind", "total", "errors"),
    [
        ({"melds": SERIES_103}, "series", 103, []),
        ({"melds": SERIES_103[:2]}, "series", 79, ["below_threshold"]),
        ({"melds": FIVE_PAIRS}, "pairs", 5, []),
        ({"melds": FIVE_PAIRS[:4]}, "pairs", 4, ["too_few_pairs"]),
        ({"melds": [*FIVE_PAIRS[:4], ["b5", "r9"]]}, "pairs", 4, ["invalid_meld", "too_few_pairs"]),
        ({"melds": [*SERIES_103, ["r1", "r1"]]}, "mixed", 0, ["mixed_opening"]),
        ({"melds": [*SERIES_103, ["r1", "r2"]]}, "series", 103, ["invalid_meld"]),
        ({"melds": [*FIVE_PAIRS, ["r5", "r7", "r9"]]}, "pairs", 5, ["invalid_meld"]),
        ({"melds": []}, "series", 0, ["below_threshold"]),
        ({"melds": [[]]}, "series", 0, ["invalid_meld", "below_threshold"]),
        ({"melds": [["r1", "r2"]]}, "pairs", 0, ["invalid_meld", "too_few_pairs"]),
        ({"melds": [["r1", "r2"], ["r1", "r2", "r4"]]}, "series", 0, ["invalid_meld", "below_threshold"]),
        ({"melds": [*SERIES_103, ["g1", "r2", "r3"]]}, "series", 103, ["impossible_tiles", "invalid_meld"]),
        ({"melds": [*SERIES_103, ["r12", "r12", "b6"]]}, "series", 103, ["impossible_tiles", "invalid_meld"]),
        ({"melds": [*SERIES_103, ["r10", "k10", "y10"]]}, "series", 133, []),
        (
            {"melds": [*SERIES_103, ["b5", "y5", "r5"], ["b5", "b6", "b7"]]},
            "series",
            136,
            ["impossible_tiles"],
        ),
        ({"melds": SERIES_103, "indicator": "*"}, "series", 103, ["impossible_tiles"]),
        ({"melds": SERIES_103, "indicator": "b14"}, "series", 103, ["impossible_tiles"]),
    ],
)
def test_all_errors_are_found_together(entry, kind, total, errors):
    answer = judge(**entry)
    assert (answer["kind"], answer["total"], answer["errors"]) == (kind, total, errors)
    assert answer["valid"] is not bool(errors)


def test_indicator_is_one_of_two_copies():
    assert judge([*SERIES_103, ["b5", "y5", "r5"]])["errors"] == []
    assert judge([["b5", "y5", "r5"], ["b5", "k5", "r5"]])["errors"] == [
        "impossible_tiles",
        "below_threshold",
    ]


@pytest.mark.parametrize(
    ("previous", "errors"),
    [
        (None, []),
        ({"kind": "series", "total": 102}, []),
        ({"kind": "series", "total": 103}, ["below_threshold"]),
        ({"kind": "series", "total": 50}, []),
        ({"kind": "pairs", "total": 103}, []),
    ],
)
def test_rising_threshold_must_be_exceeded_within_its_kind(previous, errors):
    assert judge(SERIES_103, "101-rising", previous=previous)["errors"] == errors
    assert judge(SERIES_103, "101-rounds", previous=previous)["errors"] == []


def test_threshold_of_pairs_rises():
    previous = {"kind": "pairs", "total": 5}
    assert judge(FIVE_PAIRS, "101-rising", previous=previous)["errors"] == ["too_few_pairs"]
    assert judge([*FIVE_PAIRS, ["b5", "r9"]], "101-rising", previous=previous)["valid"]
    assert threshold(Opening.PAIRS, PRESETS["101-rising"], [EarlierOpening(Opening.PAIRS, 2)]) == 5
    assert threshold(Opening.PAIRS, PRESETS["101-pairs"], [EarlierOpening(Opening.PAIRS, 9)]) == 5


def test_direct_finish_with_series_needs_no_threshold_if_all_is_laid():
    assert sum(len(group) for group in FULL_LOW) == 21
    assert judge(FULL_LOW)["errors"] == ["below_threshold"]
    assert judge(FULL_LOW, direct=True) == judge(FULL_LOW) | {"valid": True, "errors": []}
    assert judge(FULL_LOW[:3], direct=True)["errors"] == ["below_threshold"]
    assert judge([*FULL_LOW, ["r9"]], direct=True)["errors"] == ["invalid_meld", "below_threshold"]
    more = [*FULL_LOW[:3], ["r1", "b1", "y1", "k1"]]
    assert judge(more, direct=True)["errors"] == ["below_threshold"]


def test_direct_finish_discarding_both_okeys_lays_one_tile_less():
    twenty = [FULL_LOW[0], FULL_LOW[1][:6], *FULL_LOW[2:]]
    assert judge(twenty, direct=True)["errors"] == []
    assert judge(twenty, "101-rising", direct=True)["errors"] == ["below_threshold"]
    with_an_okey = [["b6", *twenty[0][1:]], *twenty[1:]]
    assert judge(with_an_okey, direct=True)["errors"] == ["below_threshold"]
    no_indicator = judge(twenty, direct=True, indicator="*")
    assert no_indicator["errors"] == ["impossible_tiles"]


def test_direct_finish_with_pairs_needs_its_pairs():
    assert judge(FIVE_PAIRS[:4], direct=True)["errors"] == ["too_few_pairs"]


UNREADABLE = [b"", b"\xff", b"[" * 100_000]
OF_NO_RULE_SET = [
    b'{"indicator": "b5", "melds": [], "rule_set": "okey-standard"}',
    b'{"indicator": "b5", "melds": [], "rule_set": 5}',
]
LAID = {"indicator": "b5", "melds": []}
MALFORMED = [
    ([], "bir JSON nesnesi olmalı.", "must be a JSON object."),
    ({}, "“indicator” eksik.", "“indicator” is missing."),
    ({"indicator": "b5"}, "“melds” eksik.", "“melds” is missing."),
    ({"melds": []}, "“indicator” eksik.", "“indicator” is missing."),
    (LAID | {"indicator": None}, "“indicator” eksik.", "“indicator” is missing."),
    (LAID | {"indicator": 5}, "indicator: bir metin olmalı.", "indicator: must be a string."),
    (LAID | {"melds": {}}, "melds: bir liste olmalı.", "melds: must be a list."),
    (LAID | {"melds": ["r1"]}, "melds: bir liste olmalı.", "melds: must be a list."),
    (LAID | {"melds": [[1]]}, "melds: bir metin olmalı.", "melds: must be a string."),
    (LAID | {"jokers": 2}, "bilinmeyen anahtar: “jokers”.", "unknown key: “jokers”."),
    (RepeatedKeys(LAID), "bir anahtar iki kez yazılmış.", "a key is written twice."),
    (LAID | {"direct": 1}, "direct: true ya da false olmalı.", "direct: must be true or false."),
    (LAID | {"previous": []}, "previous: bir JSON nesnesi olmalı.", "previous: must be a JSON object."),
    (
        LAID | {"previous": {"by": "A1"}},
        "previous: bilinmeyen anahtar: “by”.",
        "previous: unknown key: “by”.",
    ),
    (LAID | {"previous": {}}, "previous.kind: bir metin olmalı.", "previous.kind: must be a string."),
    (
        LAID | {"previous": {"kind": "both"}},
        "previous.kind: şunlardan biri olmalı: none, series, pairs.",
        "previous.kind: must be one of none, series, pairs.",
    ),
    (
        LAID | {"previous": {"kind": "none", "total": 101}},
        "previous.kind: series ya da pairs olmalı.",
        "previous.kind: must be series or pairs.",
    ),
    (
        LAID | {"previous": {"kind": "series"}},
        "previous.total: tam sayı olmalı.",
        "previous.total: must be a whole number.",
    ),
    (
        LAID | {"previous": {"kind": "series", "total": "101"}},
        "previous.total: tam sayı olmalı.",
        "previous.total: must be a whole number.",
    ),
    (
        LAID | {"previous": {"kind": "series", "total": 10_001}},
        "previous.total: 10.000’den büyük olamaz.",
        "previous.total: cannot be over 10,000.",
    ),
]


@pytest.mark.parametrize(("entry", "turkish", "english"), MALFORMED)
def test_malformed_opening_says_where(entry, turkish, english):
    with pytest.raises(Malformed) as refused:
        parse_opening(entry)
    assert refused.value.message == Text(turkish, english)


TWICE = b'{"indicator": "b5", "indicator": "b5", "melds": []}'
ENTRIES = [json.dumps(entry).encode() for entry, *_ in MALFORMED if not isinstance(entry, RepeatedKeys)]


@pytest.mark.parametrize("line", [*UNREADABLE, *OF_NO_RULE_SET, TWICE, *ENTRIES])
def test_non_object_is_malformed_only(line):
    assert judge_opening_line(line) == {
        "valid": False,
        "kind": None,
        "total": 0,
        "melds": [],
        "errors": ["malformed_opening"],
    }


def test_null_counts_as_absent_and_the_rule_set_has_a_default():
    opening = {"indicator": "b5", "melds": SERIES_103, "previous": None, "direct": None, "rule_set": None}
    assert judge_opening_line(json.dumps(opening).encode())["valid"]
    del opening["rule_set"]
    assert judge_opening_line(json.dumps(opening).encode())["valid"]


openings = st.fixed_dictionaries(
    {
        "indicator": st.sampled_from([*TILES, "z0"]),
        "melds": st.lists(st.lists(st.sampled_from([*TILES, "g7"]), max_size=5), max_size=8),
    },
    optional={
        "direct": st.booleans(),
        "previous": st.fixed_dictionaries(
            {"kind": st.sampled_from(["series", "pairs"]), "total": st.integers(0, 300)}
        ),
        "rule_set": st.sampled_from(sorted(PRESETS)),
    },
)


@given(openings)
def test_parts_of_every_answer_agree(opening):
    answer = judge_opening_line(json.dumps(opening).encode())
    assert json.loads(json.dumps(answer)) == answer
    assert len(answer["melds"]) == len(opening["melds"])
    assert set(answer["errors"]) <= {*OpeningError, "malformed_opening"}
    assert answer["valid"] is (answer["errors"] == [])
    assert ("invalid_meld" in answer["errors"]) is any(meld["kind"] == "invalid" for meld in answer["melds"])
    if answer["kind"] != "mixed":
        assert answer["total"] == sum(meld["value"] for meld in answer["melds"])


def test_opening_has_at_most_the_tiles_of_a_turn():
    more = [*FULL_LOW, ["k9", "b9", "y9"]]
    assert sum(len(group) for group in more) == 24
    assert judge(more)["errors"] == ["below_threshold", "too_many_tiles"]
    assert judge([*FULL_LOW, ["k5"]])["errors"] == ["invalid_meld", "below_threshold"]


def test_direct_finish_needs_101_where_the_rules_say_so():
    assert judge(FULL_LOW, "101-rounds", direct=True)["errors"] == ["below_threshold"]
    assert judge(FULL_LOW, "101-rising", direct=True)["errors"] == ["below_threshold"]


@pytest.mark.parametrize(("ending", "errors"), [(Ending.FREE, set()), (Ending.DISCARD, {"below_threshold"})])
def test_all_22_tiles_may_be_laid_where_no_discard_is_required(ending, errors):
    rules = replace(PRESETS["101-pairs"], ending=ending)
    all_laid = [*FULL_LOW[:3], ["r1", "b1", "y1", "k1"]]
    laid = parse_opening({"indicator": "b5", "melds": [*all_laid[:2], ["k2", "k3", "k4", "k5"], all_laid[3]]})
    assert sum(len(group) for group in laid.melds) == 22
    assert set(judge_opening(replace(laid, direct=True), rules).errors) == errors


@pytest.mark.parametrize(
    ("value", "groups", "kinds"),
    [
        (FalseOkeyValue.OKEY, [["r6", "k6", "*"], ["*", "*"], ["r5", "k5", "*"]], ["set", "pair", "invalid"]),
        (
            FalseOkeyValue.INDICATOR,
            [["r5", "k5", "*"], ["*", "*"], ["b3", "b4", "*"], ["r6", "k6", "*"], ["*", "b5"]],
            ["set", "pair", "run", "invalid", "invalid"],
        ),
    ],
)
def test_false_okey_plays_as_the_rule_set_says(value, groups, kinds):
    rules = replace(PRESETS["101-pairs"], false_okey_value=value)
    laid = parse_opening({"indicator": "b5", "melds": groups})
    assert [meld.kind for meld in judge_opening(laid, rules).melds] == kinds
