from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_points.finishes import PRICE_CODES, WinningHand
from rules.games.okey_points.line_sources import FINISH, LINE_SOURCES, source_of_line
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.judge import judge_hand
from rules.seats import side_of
from tests.rules.games.okey_points.hand_builders import PAIRS, SINGLES, deck_empty, won
from tests.rules.games.okey_points.test_reports import reports

COUNTDOWN, STANDARD = PRESETS.values()
DOUBLED = replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)
RED_OR_BLACK = replace(STANDARD, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
HANDS = [hand.value for hand in WinningHand]


def cost(hand, rules=COUNTDOWN):
    return score_hand(parse_report(hand), rules).by_side()


def lines(hand, rules=COUNTDOWN):
    return [
        (line.seat, line.points, line.rule, line.source)
        for line in score_hand(parse_report(hand), rules).lines
    ]


PRICES = {
    "okey-countdown": [2, 4, 8, 12, 16, 20],
    "okey-standard": [2, 4, 4, 8, 2, 4],
}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_win_has_its_price_for_each_other_side(rules):
    wins = list(product(HANDS, ("plain", "okey")))
    for (hand, last), price in zip(wins, PRICES[rules.id], strict=True):
        for one_colour in (False, True):
            singles = won("C1", hand, last, seats=SINGLES, one_colour=one_colour)
            assert cost(singles, rules) == {"A": price, "B": price, "C": 0, "D": price}
            assert cost(won("A2", hand, last, one_colour=one_colour), rules) == {"A": 0, "B": price}


def test_empty_deck_costs_everybody_one_point_or_nothing():
    assert cost(deck_empty()) == {"A": 1, "B": 1}
    assert cost(deck_empty(), STANDARD) == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("hand", "last", "stated", "doubled", "red_or_black"),
    [
        ("groups", "plain", False, 2, 2),
        ("groups", "plain", True, 4, 4),
        ("groups", "okey", True, 8, 8),
        ("pairs", "plain", True, 8, 8),
        ("pairs", "okey", True, 16, 16),
        ("one_colour_run", "plain", False, 4, 2),
        ("one_colour_run", "plain", True, 4, 4),
        ("one_colour_run", "okey", False, 8, 4),
        ("one_colour_run", "okey", True, 8, 8),
    ],
)
def test_win_in_one_colour_doubles_by_switch(hand, last, stated, doubled, red_or_black):
    entry = won("A1", hand, last, one_colour=stated)
    assert cost(entry, DOUBLED) == {"A": 0, "B": doubled}
    assert cost(entry, RED_OR_BLACK) == {"A": 0, "B": red_or_black}


@pytest.mark.parametrize(("before", "paid"), [(0, 1), (16, 1), (17, 1), (18, 0), (19, 0), (20, 0), (23, 0)])
def test_side_with_fewer_than_three_points_left_is_spared_the_indicator(before, paid):
    hand = deck_empty(indicator_shown_by="A1", before={"A": 19, "B": before})
    assert cost(hand) == {"A": 1, "B": 1 + paid}
    assert cost(hand, STANDARD) == {"A": 0, "B": 1}


def test_lines_of_a_win_have_their_sources():
    hand = won("B1", "pairs", "okey", seats=SINGLES, indicator_shown_by="D1", before={"C": 18})
    assert lines(hand) == [
        ("A", 12, "finish.pairs_okey", "S1"),
        ("A", 1, "indicator_shown", "S1"),
        ("B", 0, "finisher", "S1"),
        ("B", 1, "indicator_shown", "S1"),
        ("C", 12, "finish.pairs_okey", "S1"),
        ("C", 0, "indicator_spared", "S1"),
        ("D", 12, "finish.pairs_okey", "S1"),
    ]


def test_rule_without_a_source_is_chosen():
    assert lines(won("A1", "pairs", "okey"), STANDARD)[1] == ("B", 8, "finish.pairs_okey", "chosen")
    assert lines(deck_empty(indicator_shown_by="A1"))[2] == ("B", 1, "indicator_shown", "chosen")
    assert lines(won("A1", "pairs", one_colour=True), DOUBLED)[2] == ("B", 4, "one_colour", "chosen, amended")


def test_changed_rule_is_amended():
    assert lines(won(one_colour=True), DOUBLED)[1:] == [
        ("B", 2, "finish.groups", "S4"),
        ("B", 2, "one_colour", "S4, amended"),
    ]
    dearer = replace(COUNTDOWN, finishes={**COUNTDOWN.finishes, "pairs": 10}, nobody_finished=2)
    assert lines(won("A1", "pairs"), dearer)[1] == ("B", 10, "finish.pairs", "S1, amended")
    assert lines(won("A1"), dearer)[1] == ("B", 2, "finish.groups", "S1")
    assert lines(deck_empty(), dearer)[0] == ("A", 2, "nobody_finished", "S1, amended")
    spared = replace(STANDARD, indicator_spares_below=5)
    hand = won(indicator_shown_by="A1", before={"B": 16})
    assert lines(hand, spared)[2] == ("B", 0, "indicator_spared", "S1, inherited, amended")


def test_every_rule_of_a_line_has_a_source():
    rules = [*LINE_SOURCES, *(FINISH + price for price in PRICE_CODES)]
    assert all(source_of_line(rule, preset) for rule in rules for preset in PRESETS.values())


WORDS = [
    (won(), "Rakip bitti: 2", "An opponent finished: 2"),
    (won(last="okey"), "Rakip okeyle bitti: 4", "An opponent finished with the okey: 4"),
    (won(hand="pairs"), "Rakip çiftten bitti: 8", "An opponent finished with seven pairs: 8"),
    (
        won(hand="one_colour_run", last="okey"),
        "Rakip tek renk seriyle, okeyle bitti: 20",
        "An opponent finished with the run of one colour and the okey: 20",
    ),
    (deck_empty(), "Deste bitti, kimse bitmedi: 1", "The deck ran out, nobody finished: 1"),
    (
        won(indicator_shown_by="A2"),
        "Rakip göstergeyi gösterdi: 1",
        "An opponent showed the indicator: 1",
    ),
    (
        won(indicator_shown_by="A2", before={"B": 18}),
        "Rakip göstergeyi gösterdi: 3 puandan azı kalandan düşülmez",
        "An opponent showed the indicator: nothing to pay with fewer than 3 points left",
    ),
]


@pytest.mark.parametrize(("hand", "tr", "en"), WORDS)
def test_line_has_its_reason(hand, tr, en):
    last_line = judge_hand(hand, "okey-countdown")["lines"][-1]
    assert (last_line["seat"], last_line["text"]) == ("B", {"tr": tr, "en": en})


def test_line_of_zero_has_its_reason():
    first = judge_hand(won(), "okey-countdown")["lines"][0]
    assert first["text"] == {"tr": "Bitti: puan yazılmaz", "en": "Finished: nothing to pay"}
    first_line = judge_hand(deck_empty(), "okey-standard")["lines"][0]
    assert first_line["text"]["en"] == "The deck ran out, nobody finished: nothing to pay"
    text = score_hand(parse_report(won(one_colour=True)), DOUBLED).lines[-1].text
    assert (text.tr, text.en) == ("Tek renkle bitti, bir kat daha: 2", "All of one colour, as much again: 2")


def test_answer_scores_sides_and_no_seats():
    answer = judge_hand(won("B2"), "okey-standard")
    assert {key: value for key, value in answer.items() if key != "lines"} == {
        "ok": True,
        "void": False,
        "multiplier": 1,
        "seats": {},
        "teams": {"A": 2, "B": 0},
        "warnings": [],
    }


ALL_RULES = [COUNTDOWN, STANDARD, DOUBLED, RED_OR_BLACK]


@given(reports(), st.sampled_from(ALL_RULES))
def test_side_pays_its_lines_and_is_never_credited(report, rules):
    if find_errors(report, rules):
        return
    score = score_hand(report, rules)
    assert score.by_payer() == score.by_side()
    for side, total in score.by_side().items():
        assert total == sum(line.points for line in score.lines if line.seat == side) >= 0
    if report.finisher and not report.indicator_shown_by:
        other_totals = {total for side, total in score.by_side().items() if side != side_of(report.finisher)}
        assert len(other_totals) == 1


PARTNERS = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}


@given(reports().filter(lambda report: set(report.seats) == set(PAIRS)), st.sampled_from(ALL_RULES))
def test_either_partner_gives_the_same_score(report, rules):
    other = replace(
        report,
        finisher=PARTNERS.get(report.finisher or ""),
        indicator_shown_by=PARTNERS.get(report.indicator_shown_by or ""),
    )
    assert bool(find_errors(report, rules)) == bool(find_errors(other, rules))
    if not find_errors(report, rules):
        assert score_hand(report, rules) == score_hand(other, rules)
