"""Where newer versions come from: pip, and the setting ISTAKA_INDEX."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from packaging.utils import parse_wheel_filename

from config.launcher.temporary_environment import newest_command
from config.launcher.texts import TREE
from config.launcher.update.errors import UpdateError
from config.launcher.update.errors import gettext_noop as _
from config.launcher.update.versions import FOLDER
from config.version import VERSION

INDEX: Final = "ISTAKA_INDEX"
"""Setting: an index's address, a folder of wheels, "off", or empty for the default of pip."""
OFF: Final = "off"
PIP: Final = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--no-input"]
NOTHING_NEWER: Final = "No matching distribution found for istaka"
NOTHING_AT_ALL: Final = "(from versions: none)"


def require_updatable() -> None:
    """Raise UpdateError where this program can't update itself."""
    if os.environ.get(INDEX) == OFF:
        raise UpdateError(_("Updates are switched off (ISTAKA_INDEX)."))
    if not (TREE / "__main__.py").exists():
        raise UpdateError(_("This is a checkout of the source: update it with git pull."))
    if command := newest_command():
        raise UpdateError(_("End Istaka and start the newest version with: %(command)s"), command=command)
    if os.environ.get("DATABASE_URL"):
        raise UpdateError(
            _("The database is elsewhere (DATABASE_URL): ask your technician to update this installation.")
        )


def download_newest(folder: Path) -> Path | None:
    """Return the wheel of the newest version, or None if none is newer. Raises UpdateError."""
    target = folder / FOLDER / "downloaded"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    impatient = ["--retries", "1", "--timeout", "15"]  # a person waits
    wanted = ["--no-deps", "--only-binary=:all:", "--dest", str(target), f"istaka>{VERSION}"]
    completed = run_pip("download", *impatient, *index_options(), *wanted, scratch=target)
    if completed.returncode == 0:
        return downloaded(folder)
    if NOTHING_NEWER not in completed.stderr:
        raise UpdateError("%(reason)s", reason=last_error(completed.stderr))
    if NOTHING_AT_ALL in completed.stderr:
        raise UpdateError(_("No version of Istaka was found. Is this computer connected to the internet?"))
    return None


def downloaded(folder: Path) -> Path | None:
    return next((folder / FOLDER / "downloaded").glob("istaka-*.whl"), None)


def wheel_version(wheel: Path) -> str:
    return str(parse_wheel_filename(wheel.name)[1])


def index_options() -> list[str]:
    """Raise UpdateError for a folder that is missing."""
    index = os.environ.get(INDEX, "")
    if not index:
        return []
    if "://" in index and not index.startswith("file:"):
        return ["--index-url", index]
    if not Path(index).is_dir():
        raise UpdateError(_("The folder %(folder)s is missing (ISTAKA_INDEX)."), folder=index)
    return ["--no-index", "--find-links", index]


def run_pip(*arguments: str, scratch: Path) -> subprocess.CompletedProcess[str]:
    # On the disk of the target, pip moves what it unpacked instead of copying it.
    scratch_folders = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))
    environ = {**os.environ, **scratch_folders, "PIP_USER": "0", "PYTHONUTF8": "1"}
    return subprocess.run(  # noqa: S603  a module of ours, no shell
        [*PIP, *arguments],
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def last_error(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return next(iter(errors[-1:] or lines[-1:]), "pip").removeprefix("ERROR: ")
