import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.management.commands import score_hands
from tests.processes import LONGEST_WAIT

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "data" / "golden" / "hands.jsonl"
MANAGE = [sys.executable, "manage.py"]


UNOPENED = {"outcome": "deck_exhausted", "seats": {seat: {} for seat in ("A1", "B1", "A2", "B2")}}


def run(lines, *options, command="score_hands", **environment):
    clean = {"PATH": os.environ["PATH"], "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}
    return subprocess.run(
        [*MANAGE, command, *options],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        env=clean | environment,
        timeout=LONGEST_WAIT,
        check=False,
    )


def start_score_hands() -> Any:
    pipe = subprocess.PIPE
    return subprocess.Popen([*MANAGE, "score_hands"], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)


def answers(ran):
    assert (ran.returncode, ran.stderr) == (0, b"")
    return [json.loads(line) for line in ran.stdout.decode("utf-8").splitlines()]


def as_lines(*hands):
    return "".join(json.dumps(hand) + "\n" for hand in hands).encode()


def test_worked_hands_are_answered_in_order():
    cases = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    for case, answer in zip(cases, answers(run(as_lines(*[case["hand"] for case in cases]))), strict=True):
        codes = {error["code"] for error in answer.get("errors", [])}
        expected = case["expect"] | {"errors": codes} if codes else case["expect"]
        assert {key: codes if key == "errors" else answer[key] for key in expected} == expected
        assert codes == set(case["expect"].get("errors", []))


@pytest.mark.slow
def test_no_line_stops_the_command():
    broken = [b"", b"   ", b"el bitti", b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000_000]
    hand_lines = b"\n".join([*broken, json.dumps(UNOPENED).encode()])
    *malformed, last = answers(run(hand_lines))
    assert [answer["errors"][0]["code"] for answer in malformed] == ["malformed_hand"] * len(broken)
    assert last["ok"]


@pytest.mark.slow
def test_no_input_gives_no_output():
    assert answers(run(b"")) == []


@pytest.mark.slow
def test_option_sets_the_rule_set_of_lines_without_one():
    rising, pairs = answers(
        run(as_lines(UNOPENED, UNOPENED | {"rule_set": "101-pairs"}), "--rule-set", "101-rising")
    )
    assert rising["teams"] == {"A": 0, "B": 0}
    assert pairs["teams"] == {"A": 404, "B": 404}


@pytest.mark.parametrize("options", [["--rule-set", "102"], ["--rule-set"], ["--colour"], ["hands.jsonl"]])
def test_wrong_option_exits_with_2(options, capsys):
    """In this process; `judge_openings` tests the exit code of the process."""
    with pytest.raises(SystemExit) as end:
        score_hands.Command().run_from_argv(["manage.py", "score_hands", *options])
    output = capsys.readouterr()
    assert (end.value.code, output.out) == (2, "")
    assert output.err


@pytest.mark.slow
def test_answers_are_utf_8_in_any_locale():
    ran = run(
        as_lines(UNOPENED), LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert answers(ran)[0]["lines"][0]["text"]["tr"] == "Açmadı: 202"


@pytest.mark.slow
def test_each_line_is_answered_before_the_next_is_read():
    with start_score_hands() as process:
        process.stdin.write(as_lines(UNOPENED))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(LONGEST_WAIT) == 0


@pytest.mark.slow
def test_reader_that_leaves_causes_no_error():
    with start_score_hands() as process:
        process.stdout.close()
        process.stdin.write(as_lines(UNOPENED))
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(LONGEST_WAIT) == 0
