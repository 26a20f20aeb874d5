"""Where a club's database, keys and backups lie: docs/decisions/package.md."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from config.launcher.errors import LaunchError
from config.launcher.json_files import read_json, write_json
from config.launcher.texts import _

DATA_FOLDER: Final = "DATA_FOLDER"
"""The setting that names another folder than the user's own."""
CLOUD_FOLDERS: Final = (
    "box",
    "box sync",
    "cloudstorage",  # macOS: all of them
    "dropbox",
    "google drive",
    "googledrive",
    "icloud drive",
    "iclouddrive",
    "mega",
    "mobile documents",  # macOS: iCloud
    "my drive",
    "nextcloud",
    "onedrive",
    "owncloud",
    "pcloud drive",
    "pclouddrive",
    "yandex.disk",
    "yandexdisk",
)
FIRST_PORT: Final = 8080
LOG: Final = "istaka.log"
LOG_BEFORE: Final = "istaka.log.1"
"""Of the start before."""
LOG_FILES: Final = (LOG_BEFORE, LOG)
LAST_PORT: Final = 65535


@dataclass(frozen=True)
class Remembered:
    """From one start to the next."""

    port: int = FIRST_PORT
    address: str = ""
    """The computer's address for phones, if the organizer chose one of several."""


def data_folder() -> Path:
    """Create it, for its owner only.

    Raises LaunchError for a folder that a cloud synchronizes: it may replace or lock the database while hands
    are recorded.
    """
    folder = named_folder(os.environ.get(DATA_FOLDER))
    if cloud := cloud_of(folder):
        raise LaunchError(
            _(
                "%(folder)s is synchronized by %(cloud)s, which could damage the tournament during play. "
                "Set %(setting)s to a folder that stays on this computer. Backups may be copied to the cloud."
            )
            % {"folder": folder, "cloud": cloud, "setting": DATA_FOLDER}
        )
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise LaunchError(f"{folder}: {error.strerror}") from error
    return folder


def named_folder(name: str | None) -> Path:
    """Return it, or the user's own; create nothing."""
    return Path(name or user_data_path("istaka", appauthor=False)).absolute()


def cloud_of(folder: Path) -> str:
    """Return the name of the synchronizing folder that contains it, or ""."""
    for part in folder.resolve().parts:
        name = part.casefold()
        # “OneDrive - Kulüp” is that of an organization, “Dropbox (Personal)” one of two.
        if any(name == cloud or name.startswith((f"{cloud} -", f"{cloud} (")) for cloud in CLOUD_FOLDERS):
            return part
    return ""


def remembered(folder: Path) -> Remembered:
    """Return the defaults for a file that is missing or isn't ours."""
    stored = read_json(folder / "settings.json", Remembered)
    if stored is None or type(stored.port) is not int or not isinstance(stored.address, str):
        return Remembered()
    return stored if 0 < stored.port <= LAST_PORT else Remembered()


def remember(folder: Path, chosen: Remembered) -> None:
    write_json(folder / "settings.json", chosen)
