"""At each start: run the version of the last update, if it is newer than the installed one and works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from packaging.version import Version

from config.launcher.data_folder import DATA_FOLDER, named_folder
from config.launcher.texts import TREE
from config.launcher.update.errors import UpdateError
from config.launcher.update.versions import STARTED_BY, Program, find_program, read_pointer
from config.version import VERSION


def run_newer(arguments: Sequence[str]) -> None:
    """Replace this process by a newer version, if there is one; on Windows, run it and exit."""
    if os.environ.get(STARTED_BY):
        return
    program = find_newer(data_folder_of(arguments))
    if program is None:
        return
    command = [sys.executable, "-P", "-m", "istaka", *arguments]
    environ = {**os.environ, "PYTHONPATH": program.python_path, STARTED_BY: str(TREE)}
    if sys.platform == "win32":  # it can't replace a process
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both
        sys.exit(subprocess.run(command, env=environ, check=False).returncode)  # noqa: S603
    os.execve(sys.executable, command, environ)  # noqa: S606  our own interpreter, no shell


def find_newer(folder: Path) -> Program | None:
    pointer = read_pointer(folder)
    if pointer is None or Version(pointer.version) <= Version(VERSION):
        return None
    try:
        program = find_program(folder, pointer.version)
    except UpdateError:
        return None
    return program if program.works() else None


def data_folder_of(arguments: Sequence[str]) -> Path:
    """Before they are parsed: the newer version may know more of them."""
    for position, argument in enumerate(arguments):
        if argument == "manage":
            break
        if argument == "--data" and position + 1 < len(arguments):
            return Path(arguments[position + 1]).absolute()
        if argument.startswith("--data="):
            return Path(argument.removeprefix("--data=")).absolute()
    return named_folder(os.environ.get(DATA_FOLDER))
