"""Not in the database, which a restore replaces."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from config.backups.atomic_files import write_text

BACKUP: Final = "making"
"""The last attempt, its error if any, and the outcome of the second folder."""
REQUESTED: Final = "asked"
"""The request of a user, until the backup starts."""
LEDGER: Final = "ledger"
"""The last ledger check and its differences."""


def write(subject: str, record: dict[str, Any]) -> None:
    """Raises OSError."""
    create_folder()
    write_text(settings.BACKUPS / f"{subject}.json", json.dumps(record))


def delete(subject: str) -> None:
    """Raises OSError."""
    (settings.BACKUPS / f"{subject}.json").unlink(missing_ok=True)


def read(subject: str) -> dict[str, Any]:
    """Empty if missing or unreadable."""
    try:
        record = json.loads((settings.BACKUPS / f"{subject}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def read_time(subject: str) -> datetime | None:
    """Return the time of a record; None if there is none, or another program wrote it."""
    try:
        at = datetime.fromisoformat(read(subject)["at"])
    except (LookupError, TypeError, ValueError):
        return None
    return at if at.tzinfo else None


def create_folder() -> None:
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)
