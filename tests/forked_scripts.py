"""Run modules like `python -m`, each in a fork of a loaded process: `python -m tests.forked_scripts`.

Each line of JSON on standard input is a run, answered by a line with its outcome.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).resolve().parent.parent


class Scripts:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._process: subprocess.Popen[str] | None = None

    def run(self, module: str, *arguments: str, **environ: str) -> str:
        """Run `module` with extra environment variables; return its output, fail with its traceback."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        request = {"module": module, "arguments": arguments, "environ": environ}
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        outcome: dict[str, Any] = json.loads(process.stdout.readline())
        assert outcome["status"] == 0, f"{module}: {outcome['stderr']}"
        return str(outcome["stdout"])

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.forked_scripts"],
            cwd=ROOT,
            env=dict(self._environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def main() -> None:
    importlib.import_module("tests.scoring.stage_flows")  # preloads what most of them need

    for line in sys.stdin:
        sys.stdout.write(json.dumps(outcome_of(**json.loads(line))) + "\n")
        sys.stdout.flush()


def outcome_of(module: str, arguments: Sequence[str], environ: Mapping[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryFile("w+") as stdout, tempfile.TemporaryFile("w+") as stderr:
        child = os.fork()
        if not child:
            os.dup2(stdout.fileno(), sys.stdout.fileno())
            os.dup2(stderr.fileno(), sys.stderr.fileno())
            os.environ.update(environ)
            os._exit(status_of(module, arguments))
        _pid, status = os.waitpid(child, 0)
        stdout.seek(0)
        stderr.seek(0)
        return {"status": status, "stdout": stdout.read(), "stderr": stderr.read()}


def status_of(module: str, arguments: Sequence[str]) -> int:
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
