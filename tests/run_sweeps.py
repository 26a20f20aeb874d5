from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scoring import periodic_sweeps
from tournaments.models import Tournament


def sweep(at: datetime | None = None) -> list[int]:
    """Sweep due tournaments and return their ids in order; fail if one fails."""
    at = at or timezone.now()
    due = periodic_sweeps.due_tournaments(at=at)
    for pk in due:
        sweep_one(pk, at)
    return due


def sweep_one(pk: int, at: datetime) -> None:
    assert periodic_sweeps.sweep(tournament=Tournament.objects.get(pk=pk), at=at)
