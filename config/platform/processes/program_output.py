"""What the system's own programs print, with a time limit."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import Final

SECONDS: Final = 5
POWERSHELL: Final = ("powershell", "-NoProfile", "-NonInteractive", "-Command")


def output_of(*command: str, seconds: float = SECONDS, environ: Mapping[str, str] | None = None) -> str:
    """Return the output, whatever the exit code; `environ` is added to ours.

    Raises OSError and TimeoutExpired.
    """
    completed = subprocess.run(  # noqa: S603  system programs, no shell
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=seconds,
        env={**os.environ, "LC_ALL": "C", **(environ or {})},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: no terminal flashes
    )
    return completed.stdout


def output_or_empty(*command: str, seconds: float = SECONDS, environ: Mapping[str, str] | None = None) -> str:
    try:
        return output_of(*command, seconds=seconds, environ=environ)
    except (OSError, subprocess.SubprocessError):
        return ""
