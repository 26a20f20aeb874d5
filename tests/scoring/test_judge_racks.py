import pytest

from tests.rules.test_golden import RACKS, holds
from tests.scoring.test_score_hands import answers, as_lines, run


@pytest.mark.slow
def test_worked_racks_are_answered_in_order_and_no_line_stops_the_command():
    broken = [b"", b"   ", b"el bitti", b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 1_000_000]
    rack_lines = b"\n".join([*broken, as_lines(*[case["rack"] for case in RACKS])])
    verdicts = answers(run(rack_lines, command="judge_racks"))
    assert verdicts[: len(broken)] == [{"ok": False, "errors": ["malformed_rack"]}] * len(broken)
    for answer, case in zip(verdicts[len(broken) :], RACKS, strict=True):
        assert holds(answer, case["expect"]), case


def test_wrong_option_exits_with_2():
    ran = run(b"", "--rule-set", "101-pairs", command="judge_racks")
    assert (ran.returncode, ran.stdout) == (2, b"")
