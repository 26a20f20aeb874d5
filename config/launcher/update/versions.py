"""`<data>/versions/`: a folder for each version of an update, and the pointer to the current one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.launcher.json_files import read_json, write_json
from config.launcher.texts import TREE
from config.launcher.update.errors import UpdateError
from config.launcher.update.errors import gettext_noop as _
from config.version import VERSION

FOLDER: Final = "versions"
STARTED_BY: Final = "ISTAKA_INSTALLED"
"""Environment: the tree of the installed version that started the one of an update."""
COMPLETE: Final = "installed.json"
PYTHON: Final = sys.implementation.cache_tag
PRINT_VERSION: Final = "import config.launcher.command, django; print(config.version.VERSION)"
PROBE_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Program:
    version: str
    tree: Path

    @property
    def manage(self) -> str:
        return str(self.tree / "manage.py")

    @property
    def python_path(self) -> str:
        """Its tree, its libraries, and what the user set."""
        libraries = [self.tree.parent] if self.tree.parent.parent.name == FOLDER else []
        inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        others = [path for path in inherited if path and Path(path) not in (TREE, TREE.parent)]
        return os.pathsep.join([*map(str, [self.tree, *libraries]), *others])

    def works(self) -> bool:
        """Return whether this Python runs it; false for an incomplete folder, or one of another Python."""
        with suppress(OSError, subprocess.TimeoutExpired):
            completed = subprocess.run(  # noqa: S603  our own program, no shell
                [sys.executable, "-P", "-c", PRINT_VERSION],
                env={**os.environ, "PYTHONPATH": self.python_path},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PROBE_SECONDS,
                check=False,
            )
            return completed.stdout.strip() == self.version
        return False


OWN: Final = Program(VERSION, TREE)


@dataclass(frozen=True)
class Pointer:
    """`database` names the copy of the file before this version, `at` is when it was switched to."""

    version: str
    previous: str = ""
    database: str = ""
    at: str = ""


def read_pointer(folder: Path) -> Pointer | None:
    return read_json(folder / FOLDER / "current.json", Pointer)


def write_pointer(folder: Path, pointer: Pointer) -> None:
    write_json(folder / FOLDER / "current.json", pointer)


def find_program(folder: Path, version: str) -> Program:
    """Return ours, the installed one that started us, or that of an update. Raises UpdateError."""
    if version == VERSION:
        return OWN
    started_by = os.environ.get(STARTED_BY, "")
    if started_by and version_of(Path(started_by)) == version:
        return Program(version, Path(started_by))
    home = folder / FOLDER / version
    if read_python(home) == PYTHON:
        return Program(version, home / "istaka")
    raise UpdateError(_("Istaka %(version)s is no longer installed here."), version=version)


def version_of(tree: Path) -> str:
    """Return "" if there is none."""
    with suppress(OSError):
        return (
            (tree / "config/version.py")
            .read_text(encoding="utf-8")
            .strip()
            .removeprefix("VERSION = ")
            .strip('"')
        )
    return ""


def mark_complete(home: Path) -> None:
    (home / COMPLETE).write_text(json.dumps({"python": PYTHON}), encoding="utf-8")


def read_python(home: Path) -> str:
    """Return that of its libraries, or "" for an incomplete folder."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        return str(json.loads((home / COMPLETE).read_text(encoding="utf-8"))["python"])
    return ""


def delete_others(folder: Path, keep: set[str]) -> None:
    """Delete the folders of other versions; one in use stays."""
    for home in (folder / FOLDER).iterdir():
        if home.is_dir() and home.name not in keep:
            shutil.rmtree(home, ignore_errors=True)
