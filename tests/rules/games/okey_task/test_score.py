from dataclasses import replace

import pytest
from hypothesis import given

from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.line_sources import LINE_SOURCES, source_of_line
from rules.games.okey_task.problems import find_errors
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.rulesets import PRESETS, RuleSet
from rules.games.okey_task.score import score_hand
from rules.judge import judge_hand
from rules.rulesets import MalformedRuleSet
from tests.rules.games.okey_task.hand_builders import deck_empty, finished, with_exchanged_jokers
from tests.rules.games.okey_task.test_reports import entries
from tests.rules.hand_builders import NONE, PAIRS, SERIES

RULES = PRESETS["okey-task"]


def lines(hand, rules=RULES):
    return [
        (line.seat, line.points, line.rule, line.source)
        for line in score_hand(parse_report(hand), rules).lines
        if line.seat in ("A1", "B1")
    ]


def test_player_pays_the_remaining_rack_opened_or_not():
    hand = finished(B1=(NONE, 96), A2=(SERIES, 5), B2=(PAIRS, 25))
    assert score_hand(parse_report(hand), RULES).by_seat() == {"A1": 0, "B1": 96, "A2": 5, "B2": 25}
    empty = deck_empty(A1=(SERIES, 1), B1=(NONE, 2), A2=(PAIRS, 3), B2=(NONE, 4))
    assert score_hand(parse_report(empty), RULES).by_side() == {"A": 4, "B": 6}


def test_every_exchanged_joker_costs_fifty():
    hand = finished(A1=with_exchanged_jokers(SERIES), B1=with_exchanged_jokers((SERIES, 5), 2))
    assert lines(hand) == [
        ("A1", 0, "finisher", "S3"),
        ("A1", 50, "infraction.joker_exchanged", "chosen"),
        ("B1", 5, "rack", "S3"),
        ("B1", 100, "infraction.joker_exchanged", "S3"),
    ]


def test_jokers_on_a_rack_count_nothing_by_choice():
    assert lines(finished(B1=(NONE, ["r7", "*", "k13", "*"])))[1] == ("B1", 20, "rack", "chosen")
    assert lines(finished(B1=(NONE, ["r7"])))[1] == ("B1", 7, "rack", "S3")


def test_no_exchanged_joker_has_no_line():
    assert lines(finished(B1=with_exchanged_jokers((SERIES, 5), 0)))[1:] == [("B1", 5, "rack", "S3")]


def test_amount_changed_by_the_tournament_is_amended():
    dearer = replace(RULES, infractions={"joker_exchanged": 101})
    assert dearer.changes == {"infractions"}
    assert lines(finished(B1=with_exchanged_jokers((SERIES, 5))), dearer)[1:] == [
        ("B1", 5, "rack", "S3"),
        ("B1", 101, "infraction.joker_exchanged", "S3, amended"),
    ]
    assert all(source_of_line(rule, RULES) == "S3" for rule in LINE_SOURCES)


WORDS = [
    (finished(), "A1", "Bitti: 0", "Finished: 0"),
    (finished(B1=(NONE, 40)), "B1", "Elinde kalan: 40", "Left on the rack: 40"),
    (finished(B1=(NONE, ["r7", "*"])), "B1", "Elinde kalan: 7 + joker 0", "Left on the rack: 7 + joker 0"),
    (finished(B1=with_exchanged_jokers((SERIES, 5))), "B1", "Joker kaptırma: 50", "Joker exchanged: 50"),
    (
        finished(B1=with_exchanged_jokers((SERIES, 5), 2)),
        "B1",
        "Joker kaptırma: 2 × 50",
        "Joker exchanged: 2 × 50",
    ),
]


@pytest.mark.parametrize(("hand", "seat", "tr", "en"), WORDS)
def test_line_has_its_reason(hand, seat, tr, en):
    reasons = [line["text"] for line in judge_hand(hand, "okey-task")["lines"] if line["seat"] == seat]
    assert reasons[-1] == {"tr": tr, "en": en}


def test_infraction_is_bilingual():
    for code, kind in INFRACTIONS.items():
        assert (kind.code, kind.sources) == (code, ("S3",))
        assert kind.name.tr != kind.name.en
        assert kind.description.tr != kind.description.en


@given(entries)
def test_seat_pays_its_lines_and_is_never_credited(entry):
    report = parse_report(entry)
    if find_errors(report, RULES):
        return
    score = score_hand(report, RULES)
    assert (score.multiplier, score.void) == (1, False)
    assert all(points >= 0 for points in score.by_seat().values())
    total = sum(line.points for line in score.lines)
    assert sum(score.by_seat().values()) == sum(score.by_side().values()) == total


def test_rule_set_is_parsed_strictly():
    assert RuleSet.from_json(replace(RULES, hands_per_match=9, best_of=1).to_json()).changes == {
        "hands_per_match",
        "best_of",
    }
    assert replace(RULES, id="ours", best_of=1).changes == frozenset()
    for change in ({"hands_per_match": None}, {"best_of": 4}, {"infractions": {"okey_discard": 101}}):
        with pytest.raises(MalformedRuleSet):
            replace(RULES, **change)
