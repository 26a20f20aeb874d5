from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max

from scoring import triggers
from scoring.integrity.foreign_schema import foreign_objects
from scoring.integrity.integrity_checks import database_breaks, verify, verify_club, verify_outside_clubs
from scoring.ledger.seal_verification import Discrepancy
from scoring.models import Entry, Hand
from tournaments.models import Club, Tournament

MAX_SECONDS: Final = 300
"""Verification's limit; the latest tournaments go first."""
MAX_LISTED: Final = 200
"""Differences listed; others are counted."""


def inspect_contents(*, seconds: float = MAX_SECONDS) -> dict[str, Any]:
    """Count the connected database's contents, and verify it for `seconds`: `unread` counts the rest."""
    newest = Entry.objects.aggregate(at=Max("received_at"))["at"]
    differences, unread = _verify(time.monotonic() + seconds)
    more = len(differences) - MAX_LISTED
    return {
        "clubs": Club.objects.count(),
        "tournaments": Tournament.objects.count(),
        "hands": Hand.objects.played().count(),
        "newest": newest.isoformat() if newest else "",
        "migrations": _applied_migrations(),
        "differences": [*differences[:MAX_LISTED], *([f"and {more} more"] if more > 0 else [])],
        "unread": unread,
    }


def inspect_schema() -> dict[str, Any]:
    """Describe a copy and, unless it has `foreign` parts, which would run at a write, remove our triggers.

    `migrate` recreates them.
    """
    # Check first: foreign parts may run with any other statement.
    foreign = [part.location for part in foreign_objects(connection, of_any_release=True)]
    migrations = [] if foreign else _applied_migrations()
    if not foreign:
        triggers.remove(connection)
    return {"foreign": foreign, "migrations": migrations}


def _verify(deadline: float) -> tuple[list[str], int]:
    """Return differences, and how many tournaments remained at the deadline."""
    differences = [_line("", found) for found in (*database_breaks(), *_outside_discrepancies())]
    unread = 0
    for tournament in Tournament.objects.annotate(changed_at=Max("log__at")).order_by("-changed_at", "-pk"):
        if time.monotonic() > deadline:
            unread += 1
        else:
            found = verify(tournament).discrepancies
            differences += [_line(f"{tournament.name}: ", difference) for difference in found]
    return differences, unread


def _outside_discrepancies() -> Iterator[Discrepancy]:
    for club in Club.objects.order_by("pk"):
        yield from verify_club(club).discrepancies
    yield from verify_outside_clubs().discrepancies


def _line(prefix: str, difference: Discrepancy) -> str:
    return f"{prefix}{difference.location}: {difference.problem}"


def _applied_migrations() -> list[str]:
    """As `app.name`, of any release."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())
