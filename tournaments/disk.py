from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.db import connection


def low_disk_bytes() -> int | None:
    """None if there are `LOW_DISK_BYTES`, or on a database server."""
    if connection.vendor != "sqlite":
        return None
    try:
        free = shutil.disk_usage(Path(connection.settings_dict["NAME"]).parent).free
    except OSError:
        return None
    return free if free < settings.LOW_DISK_BYTES else None
