"""An application folder with a script in it: macOS trusts what was made on this computer."""

from __future__ import annotations

import plistlib
import shlex
from pathlib import Path
from typing import Final

from config.launcher.shortcuts.icon import save_icon
from config.launcher.shortcuts.starter import Starter
from config.version import VERSION

SCRIPT: Final = "istaka"
ICON: Final = "istaka.icns"
MODE: Final = 0o755


def create(starter: Starter, desktop: Path | None = None) -> list[Path]:
    application = (desktop or Path.home() / "Desktop") / "Istaka.app"
    contents = application / "Contents"
    for folder in ("MacOS", "Resources"):
        (contents / folder).mkdir(parents=True, exist_ok=True)
    (contents / "Info.plist").write_bytes(plistlib.dumps(properties()))
    save_icon(contents / "Resources" / ICON)
    file = contents / "MacOS" / SCRIPT
    file.write_text(script(starter), encoding="utf-8")
    file.chmod(MODE)
    return [application]


def properties() -> dict[str, object]:
    return {
        "CFBundleName": "Istaka",
        "CFBundleIdentifier": "istaka.starter",
        "CFBundleExecutable": SCRIPT,
        "CFBundleIconFile": ICON,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": VERSION,
        "LSUIElement": True,  # no symbol in the Dock that waits for a window
    }


def script(starter: Starter) -> str:
    """The Finder sets no language."""
    return f"""#!/bin/sh
export LANG="${{LANG:-$(defaults read -g AppleLocale).UTF-8}}"
exec {shlex.join(starter.command)}
"""
