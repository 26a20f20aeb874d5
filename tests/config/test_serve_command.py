"""`manage.py serve` on Windows, which can't replace a process, and its warnings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from config.management.commands import serve


def test_windows_serve_returns_the_supervisors_exit_code(monkeypatch):
    started: list[tuple[list[str], dict[str, Any]]] = []

    def run(command: list[str], **options: Any) -> SimpleNamespace:
        started.append((command, options))
        return SimpleNamespace(returncode=7)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was replaced"))
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as ended:
        serve.exec_supervisor("0.0.0.0", 8080, {"PORT": "8080"})
    monkeypatch.undo()
    (command, options) = started[0]
    assert ended.value.code == 7
    assert options["env"] == {"PORT": "8080"}
    assert command[:2] == [sys.executable, "-P"]
    assert "config.platform.processes.server" in command


@pytest.mark.django_db
def test_a_foreign_trigger_is_named_at_start():
    output = StringIO()
    command = serve.Command(stderr=output)
    command.warn_of_foreign_schema()
    assert output.getvalue() == ""
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIEW old_hands AS SELECT * FROM scoring_hand")
    command.warn_of_foreign_schema()
    assert "view old_hands" in output.getvalue()
