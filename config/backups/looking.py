"""What a database holds, and whether it is what it rests on: the newest first, within a time."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max

from scoring.integrity.integrity_checks import unguarded, verify, verify_club, verify_outside_clubs
from scoring.ledger.seal_verification import Break
from scoring.models import Entry, Hand
from tournaments.models import Club, Tournament

MOST_TOLD: Final = 20
"""So many differences of one tournament are told by their places; the others are counted."""
OF_THE_HOUSE: Final = ""
"""Where differences stand that belong to no tournament."""


@dataclass
class Look:
    """What was found of each tournament that was looked at, by its public id, and which were left.

    `next` is the primary key from which the next look goes on.
    """

    found: dict[str, list[str]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    next: int = 0

    @property
    def differences(self) -> list[str]:
        return [told for ones in self.found.values() for told in ones]


def facts() -> dict[str, Any]:
    """What is counted of a house, as `Manifest` names it."""
    newest = Entry.objects.aggregate(at=Max("received_at"))["at"]
    return {
        "clubs": Club.objects.count(),
        "tournaments": Tournament.objects.count(),
        "hands": Hand.objects.played().count(),
        "newest": newest.isoformat() if newest else "",
        "migrations": applied_migrations(),
    }


def applied_migrations() -> list[str]:
    """Which migrations a database of any release went through, as `app.name`; none where it is empty."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def look(*, seconds: float, since: datetime | None = None, start: int = 0) -> Look:
    """Verify what belongs to no tournament, then tournaments until so many seconds have passed.

    First come those in which something was done after `since`, the latest before others; then the others from
    the primary key `start` on, round and round, so that over some nights each has its turn.
    """
    until, seen = time.monotonic() + seconds, Look(next=start)
    seen.found[OF_THE_HOUSE] = _told("", [*unguarded(), *_outside()])
    for tournament, moved in _in_order(since, start):
        if time.monotonic() > until:
            seen.left.append(str(tournament.public_id))
            continue
        seen.found[str(tournament.public_id)] = _told(f"{tournament.name}: ", verify(tournament).breaks)
        if not moved:
            seen.next = tournament.pk + 1
    return seen


def everything(*, seconds: float) -> dict[str, Any]:
    """Both of a copy: what it holds, and what is wrong with it."""
    seen = look(seconds=seconds)
    return {**facts(), "differences": seen.differences, "unread": len(seen.left)}


def as_told(seen: Look) -> dict[str, Any]:
    return asdict(seen)


def _in_order(since: datetime | None, start: int) -> list[tuple[Tournament, bool]]:
    """Every tournament, and whether it was changed since."""
    known = list(Tournament.objects.annotate(moved_at=Max("log__at")).order_by("-moved_at", "-pk"))
    moved = [one for one in known if since is None or _moved_at(one) > since]
    others = sorted(set(known) - set(moved), key=lambda one: (one.pk < start, one.pk))
    return [*((one, True) for one in moved), *((one, False) for one in others)]


def _moved_at(tournament: Tournament) -> datetime:
    at: datetime | None = tournament.moved_at  # type: ignore[attr-defined]  # annotated by _in_order
    return at or datetime.min.replace(tzinfo=UTC)


def _outside() -> Iterator[Break]:
    for club in Club.objects.order_by("pk"):
        yield from verify_club(club).breaks
    yield from verify_outside_clubs().breaks


def _told(whose: str, breaks: Iterable[Break]) -> list[str]:
    places: Sequence[str] = [f"{whose}{one.where}: {one.why}" for one in breaks]
    more = len(places) - MOST_TOLD
    return [*places[:MOST_TOLD], *([f"{whose}and {more} more"] if more > 0 else [])]
