"""How much room is left where the club's one file lies."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.db import connection


def scarce_room() -> int | None:
    """The bytes that are left, where they are so few that somebody must hear of it; else None.

    Of a server's own database its disk is not known here.
    """
    if connection.vendor != "sqlite":
        return None
    try:
        free = shutil.disk_usage(Path(connection.settings_dict["NAME"]).parent).free
    except OSError:
        return None
    return free if free < settings.LOW_DISK_BYTES else None
