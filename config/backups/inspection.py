from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max

from scoring.integrity.integrity_checks import database_breaks, verify, verify_club, verify_outside_clubs
from scoring.ledger.seal_verification import Discrepancy
from scoring.models import Entry, Hand
from tournaments.models import Club, Tournament

MAX_LISTED: Final = 20
"""Differences listed per tournament; others are counted."""
OUTSIDE_TOURNAMENTS: Final = ""


@dataclass
class Inspection:
    """Differences `found` and tournaments `left` by public id, and the `next` primary key."""

    found: dict[str, list[str]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    next: int = 0

    @property
    def differences(self) -> list[str]:
        return [line for lines in self.found.values() for line in lines]


def count_contents() -> dict[str, Any]:
    newest = Entry.objects.aggregate(at=Max("received_at"))["at"]
    return {
        "clubs": Club.objects.count(),
        "tournaments": Tournament.objects.count(),
        "hands": Hand.objects.played().count(),
        "newest": newest.isoformat() if newest else "",
        "migrations": applied_migrations(),
    }


def applied_migrations() -> list[str]:
    """As `app.name`, of any release."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def inspect(*, seconds: float, since: datetime | None = None, start: int = 0) -> Inspection:
    """Verify what is outside tournaments, then tournaments for `seconds`; `left` has the others' public ids.

    Those changed after `since` (None: all) go first, newest first, then others by primary key, beginning at
    `start`; `next` continues them. Correct ones are `found` with an empty list.
    """
    deadline, inspection = time.monotonic() + seconds, Inspection(next=start)
    inspection.found[OUTSIDE_TOURNAMENTS] = _listed_lines("", [*database_breaks(), *_outside_discrepancies()])
    for tournament, changed in _inspection_order(since, start):
        if time.monotonic() > deadline:
            inspection.left.append(str(tournament.public_id))
            continue
        inspection.found[str(tournament.public_id)] = _listed_lines(
            f"{tournament.name}: ", verify(tournament).discrepancies
        )
        if not changed:
            inspection.next = tournament.pk + 1
    return inspection


def inspect_all(*, seconds: float) -> dict[str, Any]:
    inspection = inspect(seconds=seconds)
    return {**count_contents(), "differences": inspection.differences, "unread": len(inspection.left)}


def as_payload(inspection: Inspection) -> dict[str, Any]:
    return asdict(inspection)


def _inspection_order(since: datetime | None, start: int) -> list[tuple[Tournament, bool]]:
    known = list(Tournament.objects.annotate(changed_at=Max("log__at")).order_by("-changed_at", "-pk"))
    changed = [tournament for tournament in known if since is None or _changed_at(tournament) > since]
    unchanged = sorted(set(known) - set(changed), key=lambda other: (other.pk < start, other.pk))
    return [
        *((tournament, True) for tournament in changed),
        *((tournament, False) for tournament in unchanged),
    ]


def _changed_at(tournament: Tournament) -> datetime:
    at: datetime | None = tournament.changed_at  # type: ignore[attr-defined]  # annotated by _in_order
    return at or datetime.min.replace(tzinfo=UTC)


def _outside_discrepancies() -> Iterator[Discrepancy]:
    for club in Club.objects.order_by("pk"):
        yield from verify_club(club).discrepancies
    yield from verify_outside_clubs().discrepancies


def _listed_lines(prefix: str, breaks: Iterable[Discrepancy]) -> list[str]:
    lines: Sequence[str] = [f"{prefix}{difference.location}: {difference.problem}" for difference in breaks]
    more = len(lines) - MAX_LISTED
    return [*lines[:MAX_LISTED], *([f"{prefix}and {more} more"] if more > 0 else [])]
