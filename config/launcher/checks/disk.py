from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import _

MEGABYTE: Final = 1_000_000
LOW: Final = 500 * MEGABYTE
TOO_LOW: Final = 50 * MEGABYTE
"""An evening with its backups takes less, but not much less."""


def check_folder(folder: Path) -> Finding:
    """The folder is no cloud's: that is refused before."""
    text = _("Data folder: %(folder)s") % {"folder": folder}
    try:
        with TemporaryFile(dir=folder):
            return Finding(Sign.GOOD, text)
    except OSError:
        return Finding(Sign.STOPS, text, _("You may not write there. Change the permissions of the folder."))


def check_disk(folder: Path) -> Finding:
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding(Sign.UNKNOWN, f"{folder}: {error.strerror}")
    return describe_free(free)


def describe_free(free: int) -> Finding:
    text = _("Free on the disk: %(megabytes)s MB") % {"megabytes": free // MEGABYTE}
    if free >= LOW:
        return Finding(Sign.GOOD, text)
    sign = Sign.WARNING if free >= TOO_LOW else Sign.STOPS
    return Finding(sign, text, _("Free some space, or no hand can be saved when the disk is full."))
