"""`istaka shortcut`: an icon on the desktop that starts Istaka."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from config.launcher.errors import LaunchError
from config.launcher.shortcuts import linux, macos, windows
from config.launcher.shortcuts.starter import Starter, starter
from config.launcher.texts import _, say


def shortcut(folder: Path) -> int:
    """Replace an older one. Raises LaunchError."""
    try:
        created = create(starter(folder, os.environ))
    except OSError as error:
        raise LaunchError(f"{error.filename}: {error.strerror}") from error
    for file in created:
        say(_("Created: %(file)s") % {"file": file})
    say(_("A double click starts Istaka and opens its page."))
    return 0


def create(wanted: Starter, system: str = sys.platform) -> list[Path]:
    """Return the files. Raises LaunchError and OSError."""
    match system:
        case "win32":
            return windows.create(wanted)
        case "darwin":
            return macos.create(wanted)
        case _:
            return linux.create(wanted)
