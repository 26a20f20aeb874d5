"""A link, made by PowerShell: Python writes no .lnk files."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from config.launcher.errors import LaunchError
from config.launcher.shortcuts.icon import save_icon
from config.launcher.shortcuts.starter import Starter
from config.platform.processes.program_output import POWERSHELL, output_of

# Its values come in the environment: nothing has to be quoted, and Turkish letters arrive as they are.
SCRIPT: Final = """
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$file = Join-Path ([Environment]::GetFolderPath('Desktop')) 'Istaka.lnk'
$link = (New-Object -ComObject WScript.Shell).CreateShortcut($file)
$link.TargetPath = $env:ISTAKA_TARGET
$link.Arguments = $env:ISTAKA_ARGUMENTS
$link.WorkingDirectory = $env:ISTAKA_FOLDER
$link.IconLocation = $env:ISTAKA_ICON
$link.Description = 'Istaka'
$link.Save()
Write-Output $file
"""
SECONDS: Final = 60


def create(starter: Starter) -> list[Path]:
    """Raises LaunchError."""
    icon = starter.folder / "istaka.ico"
    save_icon(icon)
    try:
        output = output_of(*POWERSHELL, SCRIPT, seconds=SECONDS, environ=variables(starter, icon))
    except (OSError, subprocess.SubprocessError) as error:
        raise LaunchError(f"PowerShell: {error}") from error
    if not output.strip():
        raise LaunchError("PowerShell: WScript.Shell")
    return [Path(output.strip())]


def variables(starter: Starter, icon: Path) -> dict[str, str]:
    return {
        "ISTAKA_TARGET": str(starter.python),
        "ISTAKA_ARGUMENTS": subprocess.list2cmdline(starter.arguments),
        "ISTAKA_FOLDER": str(starter.folder),
        "ISTAKA_ICON": f"{icon},0",
    }
