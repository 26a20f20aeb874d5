from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, F, QuerySet, Value
from django.db.models.functions import Greatest

from tournaments.models import Blueprint, Tournament


def revise_events(
    events: QuerySet[Tournament] | QuerySet[Blueprint], *, at: datetime, **changes: Any
) -> None:
    """Store a change of what calendars show; revision and moment never fall, also if the clock does."""
    latest = Greatest(F("revised_at"), Value(at, DateTimeField()))
    events.update(revision=F("revision") + 1, revised_at=latest, **changes)


def revise_tournament(tournament: Tournament, *, at: datetime) -> None:
    revise_events(Tournament.objects.filter(pk=tournament.pk), at=at)
