from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from scoring.confirmation.domain import protest_windows
from scoring.play import automatic_bell
from scoring.screen.domain import read_notice_expiries, remove_expired_notices
from scoring.standings import standings_cache
from tournaments.live import counters
from tournaments.models import Tournament

MAX_TOURNAMENTS: Final = 250
"""Tournaments of one sweep."""
STEPS: Final = (
    standings_cache.refresh_stale,
    automatic_bell.ring_by_clock,
    remove_expired_notices,
    protest_windows.notify_ended_windows,
)

logger = logging.getLogger(__name__)


def due_tournaments(*, at: datetime) -> list[int]:
    """Return keys of tournaments with anything due: at most MAX_TOURNAMENTS, longest wait first."""
    finders = (
        _changed_tournaments(),
        standings_cache.stale_tournaments(),
        automatic_bell.due_tournaments(at=at),
        read_notice_expiries(at=at),
    )
    rows = [
        row
        for due_rows in (*finders, protest_windows.due_tournaments(at=at))
        for row in due_rows[:MAX_TOURNAMENTS]
    ]
    return list(dict.fromkeys(pk for _since, pk in sorted(rows)))[:MAX_TOURNAMENTS]


def sweep(*, tournament: Tournament, at: datetime) -> bool:
    """Do due work; return whether nothing failed; idempotent.

    A failed step is logged, doesn't stop others and is repeated next time.
    """
    failed = [step for step in STEPS if not _run_step(step, tournament=tournament, at=at)]
    if tournament.unswept_since is not None and not failed:
        counters.mark_swept(tournament)
    return not failed


def oldest_unswept_change() -> datetime | None:
    waiting = _changed_tournaments()[:1]
    return waiting[0][0] if waiting else None


def _changed_tournaments() -> QuerySet[Tournament, tuple[datetime, int]]:
    changed = Tournament.objects.filter(unswept_since__isnull=False).order_by("unswept_since", "pk")
    return changed.values_list("unswept_since", "pk")  # type: ignore[return-value]  # they are not null


def _run_step(step: Callable[..., object], *, tournament: Tournament, at: datetime) -> bool:
    try:
        step(tournament=tournament, at=at)
    except Exception:
        logger.exception("%s failed for tournament %s", step.__name__, tournament.public_id)
        return False
    return True
