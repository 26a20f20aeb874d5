"""Not in the database, which a restore replaces."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from config.backups.atomic_files import write_text

BACKUP: Final = "making"
"""The last attempt, its error, and the second folder's outcome."""
REQUESTED: Final = "asked"
"""A user's request, until the backup starts."""
LEDGER: Final = "ledger"
"""The last ledger check and its differences."""


def write(subject: str, record: dict[str, Any]) -> None:
    create_folder()
    write_text(settings.BACKUPS / f"{subject}.json", json.dumps(record))


def delete(subject: str) -> None:
    (settings.BACKUPS / f"{subject}.json").unlink(missing_ok=True)


def read(subject: str) -> dict[str, Any]:
    """Empty if missing or unreadable."""
    try:
        record = json.loads((settings.BACKUPS / f"{subject}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def read_time(subject: str) -> datetime | None:
    """None if missing or another program's."""
    try:
        at = datetime.fromisoformat(read(subject)["at"])
    except (LookupError, TypeError, ValueError):
        return None
    return at if at.tzinfo else None


def create_folder() -> None:
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)
