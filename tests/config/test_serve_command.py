"""What `manage.py serve` does otherwise on Windows, where a process can't be replaced by another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from config.management.commands import serve


def test_on_windows_it_waits_for_the_supervisor_and_ends_as_it_ended(monkeypatch):
    started: list[tuple[list[str], dict[str, Any]]] = []

    def run(command: list[str], **given: Any) -> SimpleNamespace:
        started.append((command, given))
        return SimpleNamespace(returncode=7)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was replaced"))
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as ended:
        serve.become_supervisor("0.0.0.0", 8080, {"PORT": "8080"})
    monkeypatch.undo()
    (command, given) = started[0]
    assert ended.value.code == 7
    assert given["env"] == {"PORT": "8080"}
    assert command[:2] == [sys.executable, "-P"]
    assert "config.processes.server" in command
