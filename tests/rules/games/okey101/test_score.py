from dataclasses import replace

import pytest

from rules.games.okey101.amounts import LINE_SOURCES, count_rack
from rules.games.okey101.infractions import FLAT
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.score import is_void, score_hand, void_outcomes
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    FalseOkeyValue,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)
from rules.hands import Rack, RackCount
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


def score(hand, rules=DEFAULT, **switches):
    return score_hand(parse_report(hand), replace(rules, **switches))


def lines_of(seat, hand, **switches):
    return [line for line in score(hand, **switches).lines if line.seat == seat]


FINISHES = {
    "normal": (finished(B1=NONE), 1),
    "okey thrown last": (finished(last="okey", B1=NONE), 2),
    "with pairs": (finished(A1=PAIRS, B1=NONE), 2),
    "direct": (direct_finish(), 2),
    "double okey": (finished(last="double_okey", B1=NONE), 4),
    "direct and okey": (direct_finish("okey"), 4),
    "pairs and okey": (finished(A1=PAIRS, last="okey", B1=NONE), 4),
    "direct and double okey": (direct_finish("double_okey"), 8),
}


@pytest.mark.parametrize(("hand", "multiplier"), FINISHES.values(), ids=FINISHES.keys())
def test_table_of_finishes(hand, multiplier):
    result = score(hand)
    assert result.multiplier == multiplier
    assert result.by_seat()["A1"] == -101 * multiplier
    assert result.by_seat()["B1"] == 202 * multiplier
    assert result.by_seat()["A2"] == 0


def test_pairs_openers_doubling_multiplies_with_the_finish():
    assert score(finished(last="okey", B1=(PAIRS, 30))).by_seat()["B1"] == 120
    assert score(deck_empty(**FOUR_PAIRS | {"A1": NONE})).by_seat()["B1"] == 16


def test_sides_add_up_their_seats():
    result = score(finished(B1=(SERIES, 18), B2=NONE))
    assert result.by_side() == {"A": -101, "B": 220}


def test_single_players_have_no_partner_to_cancel():
    hand = {**finished(), "seats": {seat: {"opening": "none"} for seat in ("B1", "C1", "D1")}}
    hand["seats"]["A1"] = {"opening": "series"}
    assert score(hand).by_side() == {"A": -101, "B": 202, "C": 202, "D": 202}


@pytest.mark.parametrize(
    ("cancels", "opened", "unopened"),
    [
        (PartnerCancels.HAND, 101, 101),
        (PartnerCancels.EVERYTHING, 0, 0),
        (PartnerCancels.RACK_ONLY, 101 + 101, 202 * 2 + 101),
        (PartnerCancels.NOTHING, 30 * 2 * 2 + 101 + 101, 202 * 2 + 101),
    ],
)
def test_cancellation_for_the_finishers_partner(cancels, opened, unopened):
    rack = fouled((PAIRS, 30, 1), okey_discard=1)
    assert score(finished(last="okey", A2=rack), partner_cancels=cancels).by_seat()["A2"] == opened
    nothing = fouled(NONE, okey_discard=1)
    assert score(finished(last="okey", A2=nothing), partner_cancels=cancels).by_seat()["A2"] == unopened


def test_cancelled_partner_has_a_line_of_zero_that_lists_it():
    first, *_ = lines_of("A2", finished(last="okey", A2=(SERIES, 22, 1)))
    assert (first.points, first.rule, first.source) == (0, "partner_cancelled", "S0 V")
    assert first.text.tr == "Eşi bitti, silindi: elinde kalan 44 ve okey cezası 101"
    assert first.text.en == "Partner finished, cancelled: 44 for the rack and 101 for the okey"
    (unopened,) = lines_of("A2", finished(last="okey", A2=NONE))
    assert unopened.text.en == "Partner finished, cancelled: 404 for not opening"
    (fouls,) = lines_of(
        "A2", finished(A2=fouled(NONE, okey_discard=2)), partner_cancels=PartnerCancels.EVERYTHING
    )
    assert fouls.text.tr == "Eşi bitti, silindi: açmama cezası 202 ve kural hataları 202"
    (mixed,) = lines_of(
        "A2",
        finished(A2=fouled(NONE, okey_discard=2, invalid_meld=1)),
        partner_cancels=PartnerCancels.EVERYTHING,
    )
    assert mixed.text.en == "Partner finished, cancelled: 202 for not opening and 303 for infractions"
    (empty,) = lines_of("A2", finished(A2=SERIES))
    assert empty.text.tr == "Eşi bitti: elinde kalan yazılmaz"
    (silent,) = lines_of("A2", finished() | {"seats": finished()["seats"] | {"A2": {}}})
    assert silent.text == empty.text


def test_nothing_is_cancelled_without_a_finish():
    assert score(deck_empty(**dict.fromkeys(FOUR_NONE, (SERIES, 10, 0)))).by_side() == {"A": 20, "B": 20}


@pytest.mark.parametrize(("left", "points"), [(OkeyLeft.EACH, 202), (OkeyLeft.ONCE, 101), (OkeyLeft.NONE, 0)])
def test_okeys_left_are_charged_each_once_or_not(left, points):
    assert score(finished(B1=(SERIES, 13, 2)), okey_left=left).by_seat()["B1"] == 13 + points


@pytest.mark.parametrize(("okeys", "source"), [(1, "S0 VI"), (2, "chosen")])
def test_one_okey_left_is_stated_and_counting_both_is_chosen(okeys, source):
    (line,) = [item for item in lines_of("B1", finished(B1=(SERIES, 13, okeys))) if item.rule == "okey_left"]
    assert (line.points, line.source) == (101 * okeys, source)


def test_okey_left_can_be_multiplied():
    hand = finished(last="okey", B1=(SERIES, 10, 1))
    assert score(hand).by_seat()["B1"] == 20 + 101
    assert score(hand, okey_left_multiplied=True).by_seat()["B1"] == 20 + 202


def test_unopened_player_can_be_charged_for_the_okey():
    hand = finished(last="okey", B1=(NONE, 50, 1))
    assert score(hand).by_seat()["B1"] == 404
    assert score(hand, okey_left_when_unopened=True).by_seat()["B1"] == 404 + 101


def test_infractions_can_be_multiplied_except_the_finishers():
    hand = finished(last="okey", A1=fouled(SERIES, okey_discard=1), B1=fouled((SERIES, 10), okey_discard=2))
    plain, multiplied = score(hand), score(hand, infractions_multiplied=True)
    assert (plain.by_seat()["A1"], plain.by_seat()["B1"]) == (-101, 20 + 202)
    assert (multiplied.by_seat()["A1"], multiplied.by_seat()["B1"]) == (-101, 20 + 404)


def test_partners_infractions_stay_and_can_be_multiplied():
    hand = finished(last="okey", A2=fouled(NONE, okey_discard=1))
    assert score(hand).by_seat()["A2"] == 101
    assert score(hand, infractions_multiplied=True).by_seat()["A2"] == 202


def test_face_of_an_okey_can_count():
    tiles = finished(B1=(SERIES, ["k1", "*", "k13"])) | {"indicator": "k13"}
    points = finished(B1=(SERIES, 14, 1)) | {"indicator": "k13"}
    for hand in (tiles, points):
        assert score(hand).by_seat()["B1"] == 14 + 101
        assert score(hand, okey_face_counts=True).by_seat()["B1"] == 14 + 1 + 101
    with_two_okeys = finished(B1=(SERIES, 5, 2)) | {"indicator": "b5"}
    assert score(with_two_okeys, okey_face_counts=True).by_seat()["B1"] == 5 + 2 * 6 + 202


def test_false_okey_counts_the_okeys_or_the_indicators_number():
    hand = finished(B1=(SERIES, ["r7", "k13", "*"])) | {"indicator": "b5"}
    assert score(hand).by_seat()["B1"] == 26
    assert score(hand, false_okey_value=FalseOkeyValue.INDICATOR).by_seat()["B1"] == 25


def test_rack_without_an_indicator_counts_plain_numbers_and_no_okeys():
    assert count_rack(Rack(tiles=("r7", "g7", "*", "b6")), None, DEFAULT) == RackCount(13, 0)
    assert count_rack(None, None, DEFAULT) == RackCount(0, 0)


@pytest.mark.parametrize(
    ("rule", "multiplier"),
    [(MultiplierRule.PRODUCT, 8), (MultiplierRule.HIGHEST, 4), (MultiplierRule.NONE, 1)],
)
def test_factors_multiply_or_the_highest_or_none_counts(rule, multiplier):
    result = score(direct_finish("double_okey"), multiplier=rule)
    assert result.multiplier == multiplier
    assert result.by_seat() == {
        "A1": -101 * multiplier,
        "B1": 202 * multiplier,
        "A2": 0,
        "B2": 202 * multiplier,
    }


def test_only_the_highest_counting_factor_is_named():
    (line,) = lines_of("A1", direct_finish("double_okey"), multiplier=MultiplierRule.HIGHEST)
    assert line.text.to_dict() == {
        "tr": "Bitti: −101 × 4 (okey ikiye)",
        "en": "Finished: −101 × 4 (double okey finish)",
    }


def test_pairs_openers_doubling_is_no_factor_of_the_finish():
    hand = finished(last="okey", B1=(PAIRS, 30))
    assert score(hand, multiplier=MultiplierRule.NONE).by_seat()["B1"] == 60


def test_pairs_with_both_okeys_multiply_where_allowed():
    hand = finished(A1=PAIRS, last="double_okey", B1=(SERIES, 5))
    allowed = score(hand, double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
    assert (allowed.multiplier, allowed.by_seat()["B1"]) == (8, 40)


def test_pairs_doubling_can_be_off_when_the_deck_runs_out():
    hand = deck_empty(**FOUR_NONE | {"B1": (PAIRS, 7, 1)})
    assert score(hand).by_seat()["B1"] == 14 + 101
    assert score(hand, pairs_doubled_on_exhaustion=False).by_seat()["B1"] == 7 + 101
    assert score(finished(B1=(PAIRS, 7)), pairs_doubled_on_exhaustion=False).by_seat()["B1"] == 14


def test_unopened_penalty_can_have_a_cap():
    hand = direct_finish("okey")
    assert score(hand, unopened_cap=404).by_seat()["B1"] == 404
    assert score(hand, unopened_cap=2000).by_seat()["B1"] == 808
    (line,) = lines_of("B1", hand, unopened_cap=404)
    assert line.text.tr == "Açmadı: 202 × 4 (elden bitiş, okeyle bitiş), en çok 404"
    assert line.text.en == "Unopened: 202 × 4 (direct finish, okey finish), 404 at most"


@pytest.mark.parametrize("cap", [808, 2000, None])
def test_ineffective_cap_is_not_mentioned(cap):
    (line,) = lines_of("B1", direct_finish("okey"), unopened_cap=cap)
    assert line.points == 808
    assert line.text.tr == "Açmadı: 202 × 4 (elden bitiş, okeyle bitiş)"
    assert line.text.en == "Unopened: 202 × 4 (direct finish, okey finish)"


def test_hand_nobody_opened_is_scored_zeroed_or_replayed():
    hand = deck_empty(**FOUR_NONE | {"B1": fouled(NONE, okey_discard=1)})
    scored = score(hand)
    assert scored.by_seat() == {"A1": 202, "B1": 303, "A2": 202, "B2": 202}
    assert {line.source for line in scored.lines if line.rule == "unopened"} == {"chosen"}
    zero = score(hand, nobody_opened=NobodyOpened.ZERO)
    assert (zero.void, set(zero.by_seat().values())) == (False, {0})
    replay = score(hand, nobody_opened=NobodyOpened.REPLAY)
    assert (replay.void, set(replay.by_seat().values())) == (True, {0})


@pytest.mark.parametrize("nobody_opened", NobodyOpened)
def test_outcomes_of_which_some_hands_are_void(nobody_opened):
    rules = replace(DEFAULT, nobody_opened=nobody_opened)
    four_pairs = deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}
    hands = [parse_report(hand) for hand in (four_pairs, deck_empty(**FOUR_NONE), finished())]
    assert void_outcomes(rules) == tuple(hand.outcome for hand in hands if is_void(hand, rules))


@pytest.mark.parametrize("nobody_opened", NobodyOpened)
def test_one_opening_makes_an_empty_deck_count(nobody_opened):
    hand = deck_empty(**FOUR_NONE | {"B1": fouled((SERIES, 7), okey_discard=1)})
    result = score(hand, nobody_opened=nobody_opened)
    assert (result.void, result.by_seat()) == (False, {"A1": 202, "B1": 108, "A2": 202, "B2": 202})
    assert {line.source for line in result.lines if line.rule == "unopened"} == {"S0 VI"}


@pytest.mark.parametrize(
    ("hand", "nobody_opened", "rule", "source"),
    [
        (
            deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"},
            NobodyOpened.SCORE,
            "void_all_pairs",
            "S0 V",
        ),
        (deck_empty(**FOUR_NONE), NobodyOpened.ZERO, "nobody_opened", "S2, inherited, amended"),
        (deck_empty(**FOUR_NONE), NobodyOpened.REPLAY, "void_nobody_opened", "chosen, amended"),
    ],
)
def test_zero_hand_has_a_source_for_every_seat(hand, nobody_opened, rule, source):
    lines = score(hand, nobody_opened=nobody_opened).lines
    assert [(line.seat, line.points, line.rule, line.source) for line in lines] == [
        (seat, 0, rule, source) for seat in ("A1", "B1", "A2", "B2")
    ]


def test_four_pairs_openings_are_void_and_drop_infractions():
    hand = deck_empty(**FOUR_PAIRS | {"A2": fouled((PAIRS, 7), okey_discard=1)})
    result = score(hand | {"outcome": "all_opened_pairs"})
    assert result.void
    assert [(line.seat, line.points) for line in result.lines] == [("A1", 0), ("B1", 0), ("A2", 0), ("B2", 0)]
    assert is_void(parse_report(hand | {"outcome": "all_opened_pairs"}), DEFAULT)
    assert not is_void(parse_report(finished()), DEFAULT)


def test_amounts_come_from_the_rule_set():
    hand = finished(B1=fouled((SERIES, 5), okey_discard=2))
    assert score(hand, infractions={"okey_discard": 50}).by_seat()["B1"] == 105
    assert FLAT == 101


SENTENCES = {
    "Bitti: −101 × 4 (çiftten bitiş, okeyle bitiş)": finished(A1=PAIRS, last="okey"),
    "Bitti: −101": finished(),
    "Açmadı: 202 × 2 (okeyle bitiş)": finished(last="okey", B1=NONE),
    "Açmadı: 202 × 8 (elden bitiş, okey ikiye)": direct_finish("double_okey"),
    "Elinde kalan: 18": finished(B1=(SERIES, 18)),
    "Çift açtı, elinde kalan: 30 × 2 × 2 (okeyle bitiş)": finished(last="okey", B1=(PAIRS, 30)),
    "Elinde kalan okey: 2 × 101": finished(B1=(SERIES, 13, 2)),
    "İşlek taş atma: 101": finished(B1=fouled((SERIES, 13), playable_discard=1)),
    "Okey atma: 3 × 101": finished(B1=fouled((SERIES, 13), okey_discard=3)),
    "Dört oyuncu da çift açtı: el sayılmaz, yeniden oynanır": deck_empty(**FOUR_PAIRS)
    | {"outcome": "all_opened_pairs"},
}


@pytest.mark.parametrize(("sentence", "hand"), SENTENCES.items(), ids=range(len(SENTENCES)))
def test_every_line_explains_its_amount(sentence, hand):
    assert sentence in {line.text.tr for line in score(hand).lines}


def test_english_explanations():
    texts = {line.text.en for line in score(finished(last="okey", B1=(PAIRS, 30, 1), B2=NONE)).lines}
    assert {
        "Finished: −101 × 2 (okey finish)",
        "Opened with pairs, left on the rack: 30 × 2 × 2 (okey finish)",
        "Okey left on the rack: 101",
        "Unopened: 202 × 2 (okey finish)",
    } < texts


def test_every_scoring_rule_has_its_sources():
    void = deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}
    empty = deck_empty(**FOUR_NONE)
    scores = [
        score(finished(A2=NONE, B1=(SERIES, 5, 1), B2=(PAIRS, 5))),
        score(finished(B1=NONE)),
        score(void),
        score(empty, nobody_opened=NobodyOpened.ZERO),
        score(empty, nobody_opened=NobodyOpened.REPLAY),
    ]
    assert {line.rule for score in scores for line in score.lines} == set(LINE_SOURCES)


@pytest.mark.parametrize(
    ("opening", "last", "points", "sentence"),
    [
        (SERIES, "plain", 23, "Left on the rack: 17 + okey 6"),
        (SERIES, "okey", 46, "Left on the rack: (17 + okey 6) × 2 (okey finish)"),
        (PAIRS, "plain", 46, "Opened with pairs, left on the rack: (17 + okey 6) × 2"),
    ],
)
def test_okey_counted_by_number_is_in_the_explanation(opening, last, points, sentence):
    hand = finished(B1=(opening, 17, 1), last=last) | {"indicator": "b5"}
    line = lines_of("B1", hand, okey_face_counts=True)[0]
    assert (line.points, line.text.en) == (points, sentence)
