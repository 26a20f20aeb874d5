import json

import pytest

from rules.games import RULE_SETS
from rules.judge import judge_hand, judge_opening_line, judge_rack_line
from tests.rules.hand_builders import GOLDEN, finished


def worked(name):
    return [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


HANDS, OPENINGS, RACKS = worked("hands"), worked("openings"), worked("racks")


def test_every_rule_set_has_a_worked_hand():
    assert {case["hand"]["rule_set"] for case in HANDS} == set(RULE_SETS)
    assert (len(HANDS), len(OPENINGS), len(RACKS)) == (81, 8, 19)


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


def test_answer_has_rule_source_and_reason_for_every_line():
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


def holds(answer, expected):
    if isinstance(expected, dict):
        return all(key in answer and holds(answer[key], value) for key, value in expected.items())
    return answer == expected


@pytest.mark.parametrize("case", HANDS, ids=[case["name"] for case in HANDS])
def test_worked_hand_has_the_expected_answer(case):
    answer = judge_hand(case["hand"])
    expected = case["expect"]
    if "errors" in expected:
        answer = answer | {"errors": sorted({error["code"] for error in answer["errors"]})}
        expected = expected | {"errors": sorted(expected["errors"])}
    assert holds(answer, expected), answer


@pytest.mark.parametrize("case", OPENINGS, ids=range(len(OPENINGS)))
def test_worked_opening_has_the_expected_answer(case):
    answer = judge_opening_line(json.dumps(case["opening"]).encode())
    assert holds(answer | {"errors": sorted(answer["errors"])}, case["expect"]), answer


@pytest.mark.parametrize("case", RACKS, ids=range(len(RACKS)))
def test_worked_rack_has_the_expected_answer(case):
    answer = judge_rack_line(json.dumps(case["rack"]).encode())
    assert holds(answer, case["expect"]), answer
