from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from config.backups import status_files, subprocesses
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

MAX_SECONDS: Final = 30 * 60
"""Limit of a night's check; the next starts with the rest."""


def check_ledger(*, at: datetime) -> list[str]:
    """Verify what changed since the last check, then the rest while time allows; store and log differences.

    Return all, also earlier ones not checked again, except of deleted tournaments. Raises ProcessFailedError.
    """
    since, start = _last_check()
    result = json.loads(
        subprocesses.run_python("-m", "config.backups.inspect_copy", str(MAX_SECONDS), since, start)
    )
    existing = {str(public_id) for public_id in Tournament.objects.values_list("public_id", flat=True)}
    known = {key: lines for key, lines in _recorded_differences().items() if key in existing}
    found = {key: lines for key, lines in {**known, **result["found"]}.items() if lines}
    save(at=at, differences=found, uninspected=len(result["left"]), start=result["next"])
    lines = differences()
    for line in lines:
        logger.error("verify_ledger: %s", line)
    return lines


def save(*, at: datetime, differences: Mapping[str, Sequence[str]], uninspected: int, start: int = 0) -> None:
    """Differences are by public id."""
    status_files.write(
        status_files.LEDGER,
        {"at": at.isoformat(), "found": dict(differences), "left": uninspected, "next": start},
    )


def differences() -> list[str]:
    return [line for lines in _recorded_differences().values() for line in lines]


def _last_check() -> tuple[str, str]:
    """Return the last time, or blank, and the next start."""
    at = status_files.read_time(status_files.LEDGER)
    start = status_files.read(status_files.LEDGER).get("next")
    return at.isoformat() if at else "", str(start) if type(start) is int else "0"


def _recorded_differences() -> Mapping[str, Sequence[str]]:
    """Leave out what other programs wrote."""
    found = status_files.read(status_files.LEDGER).get("found")
    rows = found.items() if isinstance(found, dict) else ()
    return {key: [str(line) for line in lines] for key, lines in rows if isinstance(lines, list)}
