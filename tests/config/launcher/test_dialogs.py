from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, free_port

LOST = """
import sys
sys.stdin = sys.stdout = sys.stderr = None
from pathlib import Path
from config.launcher import dialogs
from config.launcher.texts import say
say("nobody reads this")
dialogs.tell("nor this", open_browser=False)
Path(sys.argv[1]).write_text(repr(dialogs.ask("Really?", open_browser=False)))
"""
NO_SCREEN = {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


def test_without_terminal_and_browser_nobody_is_asked(tmp_path: Path) -> None:
    result = tmp_path / "result"
    subprocess.run(
        [sys.executable, "-c", LOST, str(result)],
        env=environment(PYTHONPATH=str(ROOT)),
        check=True,
        timeout=60,
    )
    assert result.read_text() == "None"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")
@pytest.mark.parametrize(("typed", "agreed"), [("e", True), ("Y", True), ("", False), ("n", False)])
def test_terminal_is_asked_where_there_is_one(typed: str, agreed: bool) -> None:
    code = "from config.launcher import dialogs; print(dialogs.ask('Really?', open_browser=True))"
    terminal, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(PYTHONPATH=str(ROOT)),
        stdin=theirs,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        os.write(terminal, f"{typed}\n".encode())
        assert process.communicate(timeout=60)[0].split()[-1] == str(agreed)
    os.close(terminal)
    os.close(theirs)


def test_text_is_printed_in_terminals_of_few_signs() -> None:
    code = "from config.launcher.texts import say; say('Istaka ✓ çalışıyor')"
    environ = environment(PYTHONPATH=str(ROOT), PYTHONIOENCODING="cp1252")
    printed = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, check=True
    ).stdout
    assert printed.decode("cp1252").strip() == "Istaka ? çal???yor"


def test_failed_start_without_screen_ends_with_a_message(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from config.launcher.command import run; sys.exit(run(sys.argv[1:]))",
    ]
    cloud = tmp_path / "Dropbox"
    environ = environment(PYTHONPATH=str(ROOT), **NO_SCREEN)
    ended = subprocess.run(
        [*command, "--data", str(cloud), "--port", str(free_port())],
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "Dropbox" in ended.stdout
    assert not cloud.exists()
