import inspect
import json
from dataclasses import replace

import pytest

from rules import judge
from rules.games.okey101.problems import ONE_ACT, find_errors, find_warnings, unaccepted_warnings
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    Ending,
    FalseOkeyValue,
    NobodyOpened,
    PartnerCancels,
)
from rules.localized_text import Text
from rules.validation import ERROR_CODES, FIELDS, WARNING_CODES, field_of
from tests.rules.hand_builders import (
    FOUR_NONE,
    FOUR_PAIRS,
    NONE,
    PAIRS,
    SERIES,
    deck_empty,
    direct_finish,
    finished,
    fouled,
)

DEFAULT = PRESETS["101-pairs"]
ROUNDS = PRESETS["101-rounds"]
FOUR_SERIES = dict.fromkeys(FOUR_NONE, (SERIES, 5))


def error_codes(hand, rules=DEFAULT, find=find_errors):
    return {(problem.code, problem.seat, field_of(problem)) for problem in find(parse_report(hand), rules)}


def codes(hand, rules=DEFAULT):
    return {code for code, _, _ in error_codes(hand, rules)}


def tiles(*codes, indicator="b5", **seats):
    return finished(**{"B1": (SERIES, list(codes))} | seats) | {"indicator": indicator}


ERRORS = {
    "a seat absent": (deck_empty(A1=NONE, B1=NONE, A2=NONE), ("missing_seat", "B2", "seat")),
    "a fifth seat": (deck_empty(**FOUR_NONE, B3=NONE), ("unknown_seat", None, "seat")),
    "nobody's seat finished": (finished() | {"finisher": "C1"}, ("unknown_seat", None, "finisher")),
    "a seat without a name finished": (finished() | {"finisher": ""}, ("unknown_seat", None, "finisher")),
    "a foul of another set": (
        finished(B1=fouled((SERIES, 5), okey_lost_from_meld=0)),
        ("unknown_infraction", "B1", "infractions"),
    ),
    "negative points": (finished(B1=(SERIES, -5)), ("negative_value", "B1", "points")),
    "negative okeys": (finished(B1=(SERIES, 5, -1)), ("negative_value", "B1", "okeys")),
    "a negative count": (
        finished(B1=fouled((SERIES, 5), okey_discard=-1)),
        ("negative_value", "B1", "infractions"),
    ),
    "a heavy rack": (finished(B1=(SERIES, 156)), ("rack_out_of_range", "B1", "points")),
    "a heavy rack of a pairs opener": (finished(B1=(PAIRS, 141)), ("rack_out_of_range", "B1", "points")),
    "fourteen tiles": (
        tiles(*[f"{colour}{number}" for colour in "rk" for number in range(1, 8)]),
        ("rack_out_of_range", "B1", "tiles"),
    ),
    "twenty-two tiles of an unopened player": (
        tiles(B1=(NONE, [f"{colour}{number}" for colour in "rk" for number in range(1, 12)])),
        ("rack_out_of_range", "B1", "tiles"),
    ),
    "three okeys in a rack": (finished(B1=(SERIES, 5, 3)), ("too_many_okeys", "B1", "okeys")),
    "three okeys in all": (finished(B1=(SERIES, 5, 2), B2=(NONE, 5, 1)), ("too_many_okeys", None, "okeys")),
    "an okey thrown and two left": (
        finished(last="okey", B1=(SERIES, 5, 2)),
        ("too_many_okeys", None, "okeys"),
    ),
    "both thrown and one left": (
        finished(last="double_okey", B1=(SERIES, 5, 1)),
        ("too_many_okeys", None, "okeys"),
    ),
    "an unknown tile": (tiles("r7", "g7"), ("impossible_tiles", "B1", "tiles")),
    "a third copy": (tiles("r7", "r7", B2=(NONE, ["r7"])), ("impossible_tiles", None, "tiles")),
    "a third false okey": (tiles("*", "*", B2=(NONE, ["*"])), ("impossible_tiles", None, "tiles")),
    "a third copy with the indicator": (tiles("b5", B2=(NONE, ["b5"])), ("impossible_tiles", None, "tiles")),
    "a false okey as the indicator": (
        finished() | {"indicator": "*"},
        ("impossible_tiles", None, "indicator"),
    ),
    "an unknown indicator": (tiles("r7", indicator="b14"), ("impossible_tiles", None, "indicator")),
    "tiles without an indicator": (tiles("r7", indicator=None), ("indicator_missing", None, "indicator")),
    "finished by nobody": (finished() | {"finisher": None}, ("finisher_missing", None, "finisher")),
    "the finisher unopened": (finished(A1=NONE), ("finisher_not_opened", "A1", "opening")),
    "the finisher with points": (finished(A1=(SERIES, 4)), ("finisher_has_tiles", "A1", "points")),
    "the finisher with an okey": (finished(A1=(SERIES, 0, 1)), ("finisher_has_tiles", "A1", "okeys")),
    "the finisher with tiles": (tiles("r7", A1=(SERIES, ["r1"])), ("finisher_has_tiles", "A1", "tiles")),
    "direct although an opponent opened": (
        direct_finish(B1=(SERIES, 5)),
        ("direct_finish_with_open_player", "A1", "direct"),
    ),
    "direct although the partner opened": (
        direct_finish(A2=(SERIES, 5)),
        ("direct_finish_with_open_player", "A1", "direct"),
    ),
    "direct with pairs": (direct_finish(A1=PAIRS), ("direct_finish_with_pairs", "A1", "direct")),
    "pairs without a series": (
        finished(A1=PAIRS, B1=(PAIRS, 5), A2=NONE, B2=NONE),
        ("pairs_finish_needs_open_series", "A1", "opening"),
    ),
    "pairs with both okeys": (
        finished(A1=PAIRS, last="double_okey"),
        ("pairs_finish_with_double_okey", "A1", "last_tile"),
    ),
    "four pairs and a finish": (
        finished(**FOUR_PAIRS | {"A1": PAIRS}),
        ("all_opened_pairs_is_void", None, "outcome"),
    ),
    "four pairs and an empty deck": (deck_empty(**FOUR_PAIRS), ("all_opened_pairs_is_void", None, "outcome")),
    "void without four pairs": (
        deck_empty(**FOUR_PAIRS | {"B2": (SERIES, 4)}) | {"outcome": "all_opened_pairs"},
        ("not_all_opened_pairs", None, "outcome"),
    ),
    "an empty deck with a finisher": (
        deck_empty(**FOUR_SERIES) | {"finisher": "A1"},
        ("finish_without_finisher", None, "finisher"),
    ),
    "an empty deck with an okey finish": (
        deck_empty(**FOUR_SERIES) | {"finish": {"last_tile": "okey"}},
        ("finish_without_finisher", None, "last_tile"),
    ),
    "an empty deck with a direct finish": (
        deck_empty(**FOUR_SERIES) | {"finish": {"direct": True}},
        ("finish_without_finisher", None, "direct"),
    ),
}


@pytest.mark.parametrize(("hand", "problem"), ERRORS.values(), ids=ERRORS.keys())
def test_impossible_hand_is_refused_for_this_reason_only(hand, problem):
    assert error_codes(hand) == {problem}


LAID = [f"{colour}{number}" for colour in "ryk" for number in range(1, 14)]
"""Tiles of three colours without repetition."""
HEAVY = ["r13", "r13", "b13", "b13", "y13", "y13", "k13", "k13", "r12", "b12", "y12", "k12", "r12"]
"""Thirteen tiles with a total of 164."""

WORDS = {
    "a seat that does not exist": (
        deck_empty(**FOUR_NONE, B3=NONE),
        "Böyle bir yer yok: “B3”",
        "There is no such seat: “B3”",
    ),
    "a seat and a finisher that do not exist": (
        finished(E5=NONE) | {"finisher": "E6"},
        "Böyle bir yer yok: “E5”, “E6”",
        "There is no such seat: “E5”, “E6”",
    ),
    "too many points": (
        finished(B1=(SERIES, 156)),
        "Istakada bu kadar kalamaz: en çok 155 puan.",
        "This much can't be left on the rack: 155 points at most.",
    ),
    "tiles worth too much": (
        tiles(*HEAVY),
        "Istakada bu kadar kalamaz: en çok 155 puan.",
        "This much can't be left on the rack: 155 points at most.",
    ),
    "too many tiles after pairs": (
        tiles(B1=(PAIRS, LAID[:12])),
        "Istakada bu kadar kalamaz: en çok 11 taş.",
        "This much can't be left on the rack: 11 tiles at most.",
    ),
    "an indicator that does not exist": (
        finished() | {"indicator": "b14"},
        "Bu taşlar olamaz: gösterge “b14” olamaz.",
        "These tiles are impossible: “b14” can't be the indicator.",
    ),
    "tiles that do not exist, each named once": (
        tiles("g7", "r7", "z9", "g7", "r8"),
        "Bu taşlar olamaz: bilinmeyen taş “g7”, “z9”.",
        "These tiles are impossible: unknown tile “g7”, “z9”.",
    ),
    "a third copy of two tiles": (
        tiles("r7", "r7", "*", "*", B2=(NONE, ["*", "r7"])),
        "Bu taşlar olamaz: kırmızı 7 ve sahte okey ikiden çok.",
        "These tiles are impossible: more than two of red 7 and false okey.",
    ),
}


@pytest.mark.parametrize(("hand", "turkish", "english"), WORDS.values(), ids=WORDS.keys())
def test_error_names_its_details(hand, turkish, english):
    assert [problem.message for problem in find_errors(parse_report(hand), DEFAULT)] == [
        Text(turkish, english)
    ]


def test_rule_set_without_the_double_okey_refuses_it():
    assert error_codes(finished(last="double_okey"), ROUNDS) == {
        ("double_okey_not_in_rule_set", None, "last_tile")
    }


def test_unknown_rule_set_is_reported_alone():
    answer = judge.judge_hand({"rule_set": "okey-105", "seats": 5})
    message = {"tr": "Böyle bir kural seti yok: “okey-105”", "en": "There is no such rule set: “okey-105”"}
    assert answer == {"ok": False, "errors": [{"code": "unknown_rule_set", "seat": None, "message": message}]}


@pytest.mark.parametrize("name", [5, ["101-pairs"], {}, True, "\ud800"])
def test_invalid_rule_set_name_is_malformed(name):
    (error,) = judge.judge_hand(finished() | {"rule_set": name})["errors"]
    assert error["code"] == "malformed_hand"
    assert error["message"]["en"].startswith("rule_set: ")


def test_non_object_is_malformed_as_a_whole():
    (error,) = judge.judge_hand([])["errors"]
    assert error["message"] == {"tr": "bir JSON nesnesi olmalı.", "en": "must be a JSON object."}


@pytest.mark.parametrize(
    "line", [b'{"rule_set": "x", "seats": {}, "seats": {}}', b'{"rule_set": "x", "a": 5.0}']
)
def test_unknown_rule_set_precedes_a_malformed_hand(line):
    assert [error["code"] for error in judge.judge_line(line)["errors"]] == ["unknown_rule_set"]


def test_malformed_hand_is_reported_alone():
    answer = judge.judge_hand(finished(A1=NONE) | {"colour": "green"})
    assert [(error["code"], error["seat"]) for error in answer["errors"]] == [("malformed_hand", None)]


def test_named_rule_set_overrides_the_default():
    hand = finished(last="double_okey")
    assert judge.judge_hand(hand, "101-rounds")["ok"] is False
    assert judge.judge_line(json.dumps(hand).encode(), "101-rounds")["ok"] is False
    assert judge.judge_hand(hand | {"rule_set": None}, "101-rounds")["ok"] is False
    assert judge.judge_hand(hand | {"rule_set": "101-pairs"}, "101-rounds")["ok"] is True
    assert judge.judge_hand(hand | {"rule_set": ""})["errors"][0]["code"] == "unknown_rule_set"


def test_every_error_code_is_tested():
    tested = {problem[0] for _, problem in ERRORS.values()}
    alone = {"double_okey_not_in_rule_set", "unknown_rule_set", "malformed_hand"}
    assert tested | alone == set(ERROR_CODES)


def test_errors_are_reported_together_once_for_each_code_and_seat():
    hand = finished(A1=NONE, B1=fouled((SERIES, -5, -1), okey_discard=-1), B2=(SERIES, -1), A2=(PAIRS, 300))
    assert [(problem.code, problem.seat) for problem in find_errors(parse_report(hand), DEFAULT)] == [
        ("negative_value", "B1"),
        ("negative_value", "B2"),
        ("rack_out_of_range", "A2"),
        ("finisher_not_opened", "A1"),
    ]


def test_four_pairs_suppress_the_missing_series():
    assert codes(finished(**FOUR_PAIRS | {"A1": PAIRS}, direct=True)) == {
        "all_opened_pairs_is_void",
        "direct_finish_with_open_player",
        "direct_finish_with_pairs",
    }


def test_pairs_with_both_okeys_need_no_series_where_allowed():
    hand = finished(A1=PAIRS, last="double_okey", B1=NONE, A2=NONE, B2=NONE)
    allowing = replace(DEFAULT, double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
    assert codes(hand) == {"pairs_finish_with_double_okey", "pairs_finish_needs_open_series"}
    assert codes(hand, allowing) == set()
    assert codes(finished(A1=PAIRS, B1=NONE, A2=NONE, B2=NONE), allowing) == {
        "pairs_finish_needs_open_series"
    }


def test_limits_themselves_are_valid():
    assert codes(finished(B1=(SERIES, 155), B2=(PAIRS, 140), A2=(NONE, 9000))) == set()
    by_indicator = replace(DEFAULT, false_okey_value=FalseOkeyValue.INDICATOR)
    assert codes(finished(B1=(SERIES, 157), B2=(PAIRS, 141)), by_indicator) == set()
    assert codes(finished(B1=(SERIES, 158), B2=(PAIRS, 142)), by_indicator) == {"rack_out_of_range"}
    thirteen = [f"r{number}" for number in range(1, 14)]
    assert codes(tiles(*thirteen)) == set()
    assert codes(tiles(B1=(PAIRS, thirteen[:11]))) == set()
    assert codes(tiles(B1=(PAIRS, thirteen[:12]))) == {"rack_out_of_range"}
    assert codes(tiles(B1=(NONE, thirteen + [f"k{number}" for number in range(1, 9)]))) == set()


def test_thirteen_tiles_can_exceed_the_limit():
    assert error_codes(tiles(*HEAVY)) == {("rack_out_of_range", "B1", "tiles")}
    # Without the blue 12, which is the okey here, they total 152.
    assert error_codes(tiles(*HEAVY, indicator="b11")) == set()


def test_every_excessive_rack_is_reported():
    hand = tiles(*LAID[:14], A2=(SERIES, LAID[14:28]), B2=(SERIES, 156))
    assert error_codes(hand) == {
        ("rack_out_of_range", "B1", "tiles"),
        ("rack_out_of_range", "A2", "tiles"),
        ("rack_out_of_range", "B2", "points"),
    }


def test_finishers_remaining_rack_is_refused():
    for left in (1, 156, LAID[:14]):
        field = "tiles" if isinstance(left, list) else "points"
        hand = finished(A1=(SERIES, left)) | {"indicator": "b5"}
        assert error_codes(hand) == {("finisher_has_tiles", "A1", field)}


def test_last_okey_needs_a_finish():
    two_left = FOUR_SERIES | {"B1": (SERIES, 5, 2)}
    assert error_codes(deck_empty(**two_left)) == set()
    assert error_codes(deck_empty(**two_left) | {"finish": {"last_tile": "okey"}}) == {
        ("finish_without_finisher", None, "last_tile")
    }


def test_copies_are_counted_after_an_unknown_tile():
    messages = find_errors(parse_report(tiles("g7", "r7", "r7", "r7")), DEFAULT)
    assert [(message.seat, message.message.en) for message in messages] == [
        ("B1", "These tiles are impossible: unknown tile “g7”."),
        (None, "These tiles are impossible: more than two of red 7."),
    ]


def test_finishing_okey_is_not_a_copy():
    assert codes(tiles("b6", "b6") | {"finish": {"last_tile": "okey"}}) == {"too_many_okeys"}
    assert error_codes(tiles("b6", "b6", "b6")) == {
        ("too_many_okeys", "B1", "tiles"),
        ("impossible_tiles", None, "tiles"),
    }
    assert codes(tiles("b6", B2=(SERIES, 5, 1))) == set()


def test_empty_list_of_tiles_needs_no_indicator():
    assert codes(finished(A1=(SERIES, [])) | {"indicator": None}) == set()


def test_face_of_an_okey_needs_an_indicator():
    faces = replace(DEFAULT, okey_face_counts=True)
    hand = finished(B1=(SERIES, 5, 1))
    assert codes(hand, faces) == {"indicator_missing"}
    assert codes(hand | {"indicator": "b5"}, faces) == set()
    assert codes(finished(B1=(NONE, 5, 1)), faces) == set()


def test_unknown_infractions_of_a_seat_are_one_error():
    hand = finished(B1=fouled((SERIES, 5), a=1, okey_lost_from_meld=1, invalid_meld=1))
    (problem,) = find_errors(parse_report(hand), DEFAULT)
    assert problem.message.en == "No infraction of this rule set: “a”, “Okey lost from a meld”"
    assert problem.message.tr == "Bu kural setinde olmayan kural hatası: “a”, “Yerden okey kaptırma”"


WARNINGS = {
    "opened, empty, not finished": (finished(B1=SERIES), ("empty_rack_without_finish", "B1", "points")),
    "opened, empty, deck empty": (
        deck_empty(**FOUR_SERIES | {"A2": (PAIRS, 0)}),
        ("empty_rack_without_finish", "A2", "points"),
    ),
    "a playable discard on an empty table": (
        deck_empty(**FOUR_NONE | {"B1": (PAIRS, 5), "B2": fouled(NONE, playable_discard=1)}),
        ("playable_discard_without_series", "B2", "infractions"),
    ),
    "seven infractions": (
        finished(B1=fouled((SERIES, 5), okey_discard=6, invalid_meld=1)),
        ("many_infractions", "B1", "infractions"),
    ),
    **{
        f"{first} and {second}": (
            finished(A1=fouled(SERIES, **{first: 1, second: 2})),
            ("one_act_twice", "A1", "infractions"),
        )
        for first, second in ONE_ACT
    },
}


@pytest.mark.parametrize(("hand", "problem"), WARNINGS.values(), ids=WARNINGS.keys())
def test_suspicious_hand_has_its_warning(hand, problem):
    assert codes(hand) == set()
    assert error_codes(hand, find=find_warnings) == {problem}
    assert error_codes(hand | {"accepted": [problem[0]]}, find=unaccepted_warnings) == set()
    answer = judge.judge_hand(hand | {"accepted": [problem[0]]})
    assert answer["warnings"] == [{"code": problem[0], "seat": problem[1]}]


def test_every_warning_code_is_tested():
    assert {problem[0] for _, problem in WARNINGS.values()} == set(WARNING_CODES)


@pytest.mark.parametrize(
    "hand",
    [
        finished(A2=SERIES),
        finished(B1=(SERIES, 0, 1)),
        tiles("*"),
        tiles("b6"),
        finished(B1=fouled((SERIES, 5), okey_discard=6)),
        finished(B2=fouled(NONE, playable_discard=1)),
        finished(B1=fouled((SERIES, 5), invalid_meld=1, opening_taken_back=1)),
        finished(B1=fouled((SERIES, 5), invalid_meld=2, invalid_opening=0)),
        finished(B1=fouled((SERIES, 5), okey_discard=1), B2=fouled(NONE, playable_discard=1)),
        deck_empty(**FOUR_NONE | {"B2": fouled(NONE, playable_discard=0)}),
        deck_empty(**dict.fromkeys(FOUR_PAIRS, fouled(PAIRS, okey_discard=9)))
        | {"outcome": "all_opened_pairs"},
    ],
)
def test_other_hands_have_no_warning(hand):
    assert codes(hand) == set()
    assert error_codes(hand, find=find_warnings) == set()


def test_warning_about_one_act_names_both_infractions():
    (doubt,) = find_warnings(
        parse_report(finished(B1=fouled((SERIES, 5), side_tile_returned=1, taken_tile_not_opened=1))), DEFAULT
    )
    assert doubt.message == Text(
        "Tek davranış iki kez yazılmış olabilir; tek davranışa tek 101 yazılır: “Yandan alıp geri bırakma”, "
        "“Yandan alıp açmama”",
        "One act may have been charged twice, and one act costs one 101: “Side tile returned”, “Taken tile, "
        "no opening”",
    )


def test_pairs_finish_alone_where_no_discard_is_required():
    alone = finished(A1=PAIRS, B1=(PAIRS, 8), A2=NONE, B2=NONE)
    for hand in (direct_finish(A1=PAIRS), alone):
        assert codes(hand, PRESETS["101-rising"]) == set()
        assert codes(hand, replace(PRESETS["101-rising"], ending=Ending.DISCARD)) != set()


def test_uncancelled_rack_of_the_partner_is_doubted():
    hand = finished(A2=SERIES)
    assert error_codes(hand, ROUNDS, find_warnings) == {("empty_rack_without_finish", "A2", "points")}
    rack_only = replace(DEFAULT, partner_cancels=PartnerCancels.RACK_ONLY)
    assert error_codes(hand, rack_only, find_warnings) == set()


def test_single_player_has_no_partner_as_an_excuse():
    hand = deck_empty(A1=SERIES, B1=NONE, C1=NONE, D1=NONE) | {"outcome": "finished"}
    assert error_codes(hand | {"finisher": "A2"}, find=find_warnings) == {
        ("empty_rack_without_finish", "A1", "points")
    }
    assert error_codes(hand | {"finisher": "A1"}, find=find_warnings) == set()


def test_void_hand_has_no_warnings():
    hand = deck_empty(**FOUR_NONE | {"B2": fouled(NONE, playable_discard=9)})
    replay = replace(DEFAULT, nobody_opened=NobodyOpened.REPLAY)
    assert error_codes(hand, find=find_warnings) != set()
    assert error_codes(hand, replay, find_warnings) == set()


def test_problems_are_bilingual_and_name_a_field():
    messages = [*ERROR_CODES.values(), *WARNING_CODES.values()]
    assert all(text.tr and text.en and text.tr != text.en for text in messages)
    assert {problem[2] for _, problem in [*ERRORS.values(), *WARNINGS.values()]} == set(FIELDS)


def test_incomplete_hand_can_be_checked():
    for hand in (deck_empty(), finished() | {"seats": {}}, finished() | {"seats": {"C1": {}}}):
        assert "missing_seat" in codes(hand)
        assert error_codes(hand, find=find_warnings) == set()
    assert not inspect.isgeneratorfunction(find_errors)
