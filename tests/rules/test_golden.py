"""The worked hands: every answer holds all that is expected of it."""

import json

import pytest

from rules.games.okey101.rulesets import PRESETS
from rules.judge import judge_hand
from tests.rules.builders import GOLDEN, finished

CASES = [json.loads(line) for line in (GOLDEN / "hands.jsonl").read_text(encoding="utf-8").splitlines()]
OURS = [case for case in CASES if case["hand"]["rule_set"].startswith("101-")]


def test_the_101_family_is_there():
    assert len(OURS) == 54
    assert {case["hand"]["rule_set"] for case in OURS} == set(PRESETS)


LINES = [
    ("A1", -202, "finisher", "S0 VI", "Bitti: −101 × 2 (okeyle bitiş)", "Finished: −101 × 2 (okey finish)"),
    ("B1", 404, "unopened", "S0 VI", "Açmadı: 202 × 2 (okeyle bitiş)", "Unopened: 202 × 2 (okey finish)"),
    (
        "A2",
        0,
        "partner_cancelled",
        "S0 V",
        "Eşi bitti, silindi: elinde kalan 10",
        "Partner finished, cancelled: 10 for the rack",
    ),
    (
        "B2",
        0,
        "rack",
        "S0 VI",
        "Elinde kalan: 0 × 2 (okeyle bitiş)",
        "Left on the rack: 0 × 2 (okey finish)",
    ),
]


def test_an_answer_names_every_line_with_its_rule_its_source_and_its_reason():
    answer = judge_hand(finished(last="okey", B1="none", B2="series"))
    lines = answer.pop("lines")
    assert answer == {
        "ok": True,
        "void": False,
        "multiplier": 2,
        "seats": {"A1": -202, "B1": 404, "A2": 0, "B2": 0},
        "teams": {"A": -202, "B": 404},
        "warnings": [{"code": "empty_rack_without_finish", "seat": "B2"}],
    }
    assert lines == [
        {"seat": seat, "points": points, "rule": rule, "source": source, "text": {"tr": tr, "en": en}}
        for seat, points, rule, source, tr, en in LINES
    ]


@pytest.mark.parametrize("case", OURS, ids=[case["name"] for case in OURS])
def test_a_worked_hand_is_answered_as_expected(case):
    answer = judge_hand(case["hand"])
    expected = case["expect"]
    if "errors" in expected:
        answer = answer | {"errors": sorted({error["code"] for error in answer["errors"]})}
        expected = expected | {"errors": sorted(expected["errors"])}
    assert {key: answer[key] for key in expected} == expected
