"""Django's commands run in processes of their own: the launcher itself stays small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from platformdirs import user_documents_path

from config.launcher.data_folder import DATA_FOLDER
from config.launcher.texts import TREE

MANAGE: Final = str(TREE / "manage.py")
OWN_KEY_FILE: Final = "secret-key"


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return ours, with the data folder and, once a server made it, its key; what is set stays.

    Backups are copied to the folder *Istaka* in the user's documents, if there is one.
    """
    environ = {**os.environ, DATA_FOLDER: str(folder), "PYTHONUTF8": "1"}
    copies = user_documents_path() / "Istaka"
    if copies.is_dir():
        environ.setdefault("BACKUPS_COPY", str(copies))
    key_file = folder / OWN_KEY_FILE
    if not environ.get("SECRET_KEY") and key_file.exists():
        environ.setdefault("SECRET_KEY_FILE", str(key_file))
    return environ | more


def run_manage(folder: Path, *arguments: str) -> int:
    """Run a command of Django's in this terminal; return its exit code."""
    return subprocess.run(  # noqa: S603  our own program, no shell
        [sys.executable, MANAGE, *arguments], env=environment(folder), check=False
    ).returncode
