from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from django.conf import settings

from config.backups.errors import ProcessFailedError
from config.platform.processes.parent_watch import end_with_parent, parent_stdin

NICENESS = 10


def run_program(
    *command: str,
    url: str = "",
    environ: Mapping[str, str] | None = None,
    captured: bool = True,
    stdin: int = subprocess.DEVNULL,
) -> str:
    """Return the output; unless `captured`, drop it and return "".

    `url` is its DATABASE_URL, `environ` is added to ours. Raises ProcessFailedError with its last error line.
    """
    extra = {**({"DATABASE_URL": url} if url else {}), **(environ or {})}
    try:
        completed = subprocess.run(  # noqa: S603  our own programs, no shell
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **extra},
            stdin=stdin,
            stdout=subprocess.PIPE if captured else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    except OSError as error:
        raise ProcessFailedError(f"{command[0]}: {error.strerror}.") from error
    if completed.returncode:
        lines = completed.stderr.strip().splitlines() or [f"it exited with {completed.returncode}"]
        raise ProcessFailedError(lines[-1])
    return completed.stdout or ""


def run_python(*arguments: str, url: str = "") -> str:
    """It ends with this process. Raises ProcessFailedError."""
    with parent_stdin() as stdin:
        return run_program(sys.executable, *arguments, url=url, stdin=stdin)


def lower_priority() -> None:
    """Also end with the parent."""
    end_with_parent()
    if sys.platform != "win32":
        os.nice(NICENESS)
