"""Work in a process of its own: pages go on meanwhile, and a database is asked under another address."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from django.conf import settings

from config.backups.hindrances import WentWrong
from config.platform.processes.parent_watch import end_with_parent, parent_stdin

NICER = 10


def run(
    *command: str,
    url: str = "",
    environ: Mapping[str, str] | None = None,
    heard: bool = True,
    stdin: int = subprocess.DEVNULL,
) -> str:
    """Run a program to its end and return what it printed, on the database of `url` if one is named.

    What is not to be `heard` may be as long as it likes. Raises WentWrong, also where there is no such
    program.
    """
    more = {**({"DATABASE_URL": url} if url else {}), **(environ or {})}
    try:
        done = subprocess.run(  # noqa: S603  our own programs, no shell
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **more},
            stdin=stdin,
            stdout=subprocess.PIPE if heard else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    except OSError as error:
        raise WentWrong(f"{command[0]}: {error.strerror}.") from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise WentWrong(said[-1])
    return done.stdout or ""


def python(*arguments: str, url: str = "") -> str:
    """Run our own interpreter. Raises WentWrong."""
    with parent_stdin() as stdin:
        return run(sys.executable, *arguments, url=url, stdin=stdin)


def step_back() -> None:
    """For a process that `python` started: end with its parent, and let pages go first."""
    end_with_parent()
    if sys.platform != "win32":
        os.nice(NICER)
