from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from django.conf import settings

from config.backups.errors import BackupError
from config.launcher.update import database_files
from config.platform.processes.parent_watch import end_with_parent, parent_stdin

NICENESS = 10


def run_program(*command: str, environ: Mapping[str, str], stdin: int = subprocess.DEVNULL) -> str:
    """Return the output; `environ` is added to ours. Raises BackupError with its last error line."""
    try:
        completed = subprocess.run(  # noqa: S603  our own programs, no shell
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **environ},
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise BackupError(f"{command[0]}: {error.strerror}.") from error
    if completed.returncode:
        lines = completed.stderr.strip().splitlines() or [f"it exited with {completed.returncode}"]
        raise BackupError(lines[-1])
    return completed.stdout


def run_python(*arguments: str, url: str = "") -> str:
    """Run it on the database at `url`, else the site's; it ends with this process. Raises BackupError."""
    # The database at a URL is a copy: `migrate` makes no other.
    environ = {"DATABASE_URL": url, database_files.COPIED: "1"} if url else {}
    with parent_stdin() as stdin:
        return run_program(sys.executable, *arguments, environ=environ, stdin=stdin)


def lower_priority() -> None:
    """Also end with the parent."""
    end_with_parent()
    if sys.platform != "win32":
        os.nice(NICENESS)
