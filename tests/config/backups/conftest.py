from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from config.backups import archive, folder, status
from tests.config.backups.sample_manifest import HELD

Put = Callable[..., Path]


@pytest.fixture(autouse=True)
def backup_folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.BACKUPS = tmp_path / "backups"
    settings.BACKUPS.mkdir()
    status.requested.clear()
    return settings.BACKUPS


@pytest.fixture
def create_backup(backup_folder: Path, tmp_path: Path) -> Put:
    """Put a backup of a moment into the folder, with these manifest values."""

    def put(at: datetime, **held: Any) -> Path:
        copy, path = tmp_path / "database", backup_folder / folder.name_of(at)
        copy.write_bytes(b"what a database holds")
        archive.write(path, database=copy, manifest=replace(HELD, made_at=at.isoformat(), **held))
        return path

    return put
