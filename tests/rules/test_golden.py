"""The worked hands: every answer holds all that is expected of it."""

import json
from pathlib import Path

import pytest

from rules.judge import judge_hand
from rules.rulesets import PRESETS

GOLDEN = Path(__file__).parent.parent / "data" / "golden" / "hands.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
OURS = [case for case in CASES if case["hand"]["rule_set"].startswith("101-")]


def test_the_101_family_is_there():
    assert len(OURS) == 52
    assert {case["hand"]["rule_set"] for case in OURS} == set(PRESETS)


@pytest.mark.parametrize("case", OURS, ids=[case["name"] for case in OURS])
def test_a_worked_hand_is_answered_as_expected(case):
    answer = judge_hand(case["hand"])
    expected = case["expect"]
    if "errors" in expected:
        answer = answer | {"errors": sorted({error["code"] for error in answer["errors"]})}
        expected = expected | {"errors": sorted(expected["errors"])}
    assert {key: answer[key] for key in expected} == expected
