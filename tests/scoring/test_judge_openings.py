"""The command as other programs run it: a process of its own, bytes in, bytes out."""

import json

import pytest

from tests.rules.games.okey101.test_openings import SERIES_103
from tests.rules.test_golden import OPENINGS
from tests.scoring.test_score_hands import answers, as_lines, run

pytestmark = pytest.mark.processes


def test_the_worked_openings_are_answered_one_for_one():
    given = as_lines(*[case["opening"] for case in OPENINGS])
    for case, answer in zip(OPENINGS, answers(run(given, command="judge_openings")), strict=True):
        assert answer["valid"] is case["expect"]["valid"]
        assert set(answer["errors"]) == set(case["expect"].get("errors", []))


def test_no_line_stops_it():
    broken = [b"", b"   ", b"el bitti", b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 1_000_000]
    sound = json.dumps({"indicator": "b5", "melds": SERIES_103}).encode()
    given = answers(run(b"\n".join([*broken, sound]), command="judge_openings"))
    assert [answer["errors"] for answer in given] == [["malformed_opening"]] * len(broken) + [[]]


def test_a_wrong_option_is_an_error_of_the_call():
    ran = run(b"", "--rule-set", "101-pairs", command="judge_openings")
    assert (ran.returncode, ran.stdout) == (2, b"")
