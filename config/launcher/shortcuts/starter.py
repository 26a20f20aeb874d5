"""What a shortcut starts: this Python with this Istaka."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.launcher.data_folder import DATA_FOLDER
from config.launcher.errors import LaunchError
from config.launcher.temporary_environment import newest_command
from config.launcher.texts import _


@dataclass(frozen=True)
class Starter:
    """`folder` takes the shortcut's icon: it is the club's data folder."""

    python: Path
    arguments: tuple[str, ...]
    folder: Path

    @property
    def command(self) -> list[str]:
        return [str(self.python), *self.arguments]


def starter(folder: Path, environ: Mapping[str, str], system: str = sys.platform) -> Starter:
    """Raises LaunchError where a shortcut would soon start nothing."""
    if find_spec("istaka") is None:
        raise LaunchError(
            _("This Istaka runs from its source folder. Install it first, for example: pip install istaka")
        )
    if newest_command():
        raise LaunchError(
            _(
                "This Istaka lies in a temporary folder (%(folder)s), and an icon would soon open nothing. "
                "Install it with “uv tool install istaka” or “pipx install istaka”, then try again."
            )
            % {"folder": sys.prefix}
        )
    data = ("--data", str(folder)) if environ.get(DATA_FOLDER) else ()
    python = windowless(Path(sys.executable)) if system == "win32" else Path(sys.executable)
    return Starter(python, ("-m", "istaka", *data), folder)


def windowless(python: Path) -> Path:
    """Return the `pythonw.exe` beside it, which opens no terminal, or itself."""
    beside = python.with_name("pythonw.exe")
    return beside if beside.exists() else python
