"""The stored ledger is looked through, at the start and each night, and what was found is kept to be told."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from config.backups import apart, notes
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

SECONDS: Final = 30 * 60
"""So long a night's look takes at most. What is left is looked at first in the next one."""


def look_through(*, at: datetime) -> list[str]:
    """Look at what changed since the last time, then at as much of the rest as the time suffices for.

    What was found in a tournament stays told until a look finds it no more. Returns all of it, and logs it.
    Raises WentWrong.
    """
    last = notes.noted(notes.LEDGER)
    since, start = str(last.get("at", "")), str(last.get("next", 0))
    seen = json.loads(apart.python("-m", "config.backups.inside", str(SECONDS), since, start))
    there = {str(one) for one in Tournament.objects.values_list("public_id", flat=True)}
    kept = {one: told for one, told in last.get("found", {}).items() if one in there}
    found = {one: told for one, told in {**kept, **seen["found"]}.items() if told}
    keep(at=at, found=found, left=len(seen["left"]), start=seen["next"])
    told = differences()
    for line in told:
        logger.error("verify_ledger: %s", line)
    return told


def keep(*, at: datetime, found: Mapping[str, Sequence[str]], left: int, start: int = 0) -> None:
    """Keep what is found wrong in each tournament, by public id, and from which the next look goes on."""
    notes.note(notes.LEDGER, {"at": at.isoformat(), "found": dict(found), "left": left, "next": start})


def differences() -> list[str]:
    """What the last looks found and no later one took back."""
    found = notes.noted(notes.LEDGER).get("found", {})
    return [line for lines in found.values() for line in lines]
