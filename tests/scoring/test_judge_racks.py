"""The command as other programs run it: a process of its own, bytes in, bytes out."""

import pytest

from tests.rules.test_golden import RACKS, holds
from tests.scoring.test_score_hands import answers, as_lines, run

pytestmark = pytest.mark.processes


def test_the_worked_racks_are_answered_one_for_one_and_no_line_stops_it():
    broken = [b"", b"   ", b"el bitti", b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 1_000_000]
    given = b"\n".join([*broken, as_lines(*[case["rack"] for case in RACKS])])
    told = answers(run(given, command="judge_racks"))
    assert told[: len(broken)] == [{"ok": False, "errors": ["malformed_rack"]}] * len(broken)
    for answer, case in zip(told[len(broken) :], RACKS, strict=True):
        assert holds(answer, case["expect"]), case


def test_a_wrong_option_is_an_error_of_the_call():
    ran = run(b"", "--rule-set", "101-pairs", command="judge_racks")
    assert (ran.returncode, ran.stdout) == (2, b"")
