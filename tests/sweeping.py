"""A sweep's turn as beat and workers make it, without them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scoring import sweeps
from tournaments.models import Tournament


def sweep(at: datetime | None = None) -> list[int]:
    """Sweep what is due, and fail if any of it does; which tournaments had their turn, in its order."""
    at = at or timezone.now()
    due = sweeps.due_tournaments(at=at)
    for pk in due:
        sweep_one(pk, at)
    return due


def sweep_one(pk: int, at: datetime) -> None:
    assert sweeps.sweep(tournament=Tournament.objects.get(pk=pk), at=at)
