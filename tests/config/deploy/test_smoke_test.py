from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import ROOT, environment, free_port

LAUNCHER = "import sys; from config.launcher.command import run; sys.exit(run(sys.argv[1:]))"


def smoke_test(*command: str) -> subprocess.CompletedProcess[str]:
    environ = environment(PYTHONPATH=str(ROOT))
    for name in ("DATABASE_URL", "SECRET_KEY", "STATIC_ROOT"):
        environ.pop(name, None)
    script = ROOT / "config" / "deploy" / "smoke_test.py"
    return subprocess.run(
        [sys.executable, str(script), "--port", str(free_port()), *command],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_smoke_test_founds_a_club_and_finds_it_after_a_restart() -> None:
    completed = smoke_test(sys.executable, "-c", LAUNCHER)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert completed.stdout.count("ok:") == 5


def test_smoke_test_fails_if_the_command_ends() -> None:
    completed = smoke_test(sys.executable, "-c", "raise SystemExit(3)")
    assert completed.returncode == 1
    assert "3" in completed.stderr
