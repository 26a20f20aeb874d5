"""The command in a separate process, as other programs run it: bytes in, bytes out."""

import json

from tests.rules.games.okey101.test_openings import SERIES_103
from tests.rules.test_golden import OPENINGS
from tests.scoring.test_score_hands import answers, as_lines, run


def test_worked_openings_are_answered_in_order():
    opening_lines = as_lines(*[case["opening"] for case in OPENINGS])
    for case, answer in zip(OPENINGS, answers(run(opening_lines, command="judge_openings")), strict=True):
        assert answer["valid"] is case["expect"]["valid"]
        assert set(answer["errors"]) == set(case["expect"].get("errors", []))


def test_no_line_stops_the_command():
    broken = [b"", b"   ", b"el bitti", b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 1_000_000]
    sound = json.dumps({"indicator": "b5", "melds": SERIES_103}).encode()
    verdicts = answers(run(b"\n".join([*broken, sound]), command="judge_openings"))
    assert [answer["errors"] for answer in verdicts] == [["malformed_opening"]] * len(broken) + [[]]


def test_wrong_option_exits_with_2():
    ran = run(b"", "--rule-set", "101-pairs", command="judge_openings")
    assert (ran.returncode, ran.stdout) == (2, b"")
