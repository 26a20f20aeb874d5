"""Find tournaments with periodic work that is due, and do that work."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from scoring.confirmation.domain import protest_windows
from scoring.play import automatic_bell
from scoring.screen import domain as screen
from scoring.standings import standings_cache
from tournaments.live import counters
from tournaments.models import Tournament

MOST: Final = 250
"""The most tournaments of one sweep; the others follow in the next."""
STEPS: Final = (
    standings_cache.refresh_stale,
    automatic_bell.ring_by_clock,
    screen.tell_ended_notices,
    protest_windows.tell_ended_windows,
)

logger = logging.getLogger(__name__)


def due(*, at: datetime) -> list[int]:
    """Return at most MOST tournaments that wait for a sweep, longest wait first.

    They are found by indexes, in a constant number of statements.
    """
    finders = (_stirred(), standings_cache.due(), automatic_bell.due(at=at), screen.notices_due(at=at))
    rows = [row for waiting in (*finders, protest_windows.due(at=at)) for row in waiting[:MOST]]
    return list(dict.fromkeys(pk for _since, pk in sorted(rows)))[:MOST]


def sweep(*, tournament: Tournament, at: datetime) -> bool:
    """Do all due work in a tournament; return whether nothing failed.

    It is idempotent. A failed step is logged, doesn't stop the other steps and is tried again in the next
    sweep.
    """
    failed = [step for step in STEPS if not _done(step, tournament=tournament, at=at)]
    if tournament.stirred_at is not None and not failed:
        counters.looked_at(tournament)
    return not failed


def unswept_since() -> datetime | None:
    """Return when the oldest action without a sweep was done; None if there is none."""
    waiting = _stirred()[:1]
    return waiting[0][0] if waiting else None


def _stirred() -> QuerySet[Tournament, tuple[datetime, int]]:
    stirred = Tournament.objects.filter(stirred_at__isnull=False).order_by("stirred_at", "pk")
    return stirred.values_list("stirred_at", "pk")  # type: ignore[return-value]  # they are not null


def _done(step: Callable[..., object], *, tournament: Tournament, at: datetime) -> bool:
    try:
        step(tournament=tournament, at=at)
    except Exception:
        logger.exception("%s failed for tournament %s", step.__name__, tournament.public_id)
        return False
    return True
