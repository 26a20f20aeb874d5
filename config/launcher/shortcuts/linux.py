"""A file of the desktop: https://specifications.freedesktop.org/desktop-entry-spec/latest/."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Final

from platformdirs import user_data_path, user_desktop_path

from config.launcher.shortcuts.icon import ICON
from config.launcher.shortcuts.starter import Starter
from config.platform.processes.program_output import output_or_empty

FILE: Final = "istaka.desktop"
MODE: Final = 0o755
_QUOTED: Final = ('"', "`", "$", "\\")


def create(starter: Starter) -> list[Path]:
    """Put it into the menu and, if there is one, on the desktop."""
    icon = starter.folder / "icon.png"
    shutil.copyfile(ICON, icon)
    menu = user_data_path() / "applications"
    menu.mkdir(parents=True, exist_ok=True)
    files = [menu / FILE]
    desktop = user_desktop_path()
    if desktop.is_dir() and desktop != Path.home():  # the home folder: desktops are switched off
        files.append(desktop / FILE)
    for file in files:
        file.write_text(entry(starter, icon), encoding="utf-8")
        file.chmod(MODE)
    if files[1:]:
        _trust(files[1])
    return files


def entry(starter: Starter, icon: Path) -> str:
    return f"""[Desktop Entry]
Type=Application
Version=1.5
Name=Istaka
Comment=Club tournaments of 101 Okey
Comment[tr]=101 Okey kulüp turnuvaları
Exec={" ".join(map(_quote, starter.command))}
Icon={_escape(str(icon))}
Terminal=false
Categories=Game;
"""


def _quote(argument: str) -> str:
    quoted = "".join(f"\\{sign}" if sign in _QUOTED else sign for sign in argument)
    return _escape(f'"{quoted.replace("%", "%%")}"')


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n")


def _trust(file: Path) -> None:
    """GNOME and Xfce ask before they start a file of the desktop that isn't marked so."""
    checksum = hashlib.sha256(file.read_bytes()).hexdigest()
    output_or_empty("gio", "set", str(file), "metadata::trusted", "true")
    output_or_empty("gio", "set", "-t", "string", str(file), "metadata::xfce-exe-checksum", checksum)
