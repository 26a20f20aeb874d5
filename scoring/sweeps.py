"""What is due by itself: which tournaments wait for it, and what is then done in one of them."""

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
"""So many tournaments have their turn at a time; the others have it next."""
STEPS: Final = (
    standings_cache.refresh_stale,
    automatic_bell.ring_by_clock,
    screen.tell_ended_notices,
    protest_windows.tell_ended_windows,
)

logger = logging.getLogger(__name__)


def due(*, at: datetime) -> list[int]:
    """The tournaments that wait for a sweep, each once: those that have waited longest, at most MOST.

    They are found by indexes, in as many statements for a thousand tournaments as for one.
    """
    finders = (_stirred(), standings_cache.due(), automatic_bell.due(at=at), screen.notices_due(at=at))
    found = [each for waiting in (*finders, protest_windows.due(at=at)) for each in waiting[:MOST]]
    return list(dict.fromkeys(pk for _since, pk in sorted(found)))[:MOST]


def sweep(*, tournament: Tournament, at: datetime) -> bool:
    """Do all that is due in a tournament; whether nothing failed.

    What fails is logged, keeps nothing else from being done, and has its turn again. Called twice it finds
    nothing to do.
    """
    failed = [step for step in STEPS if not _done(step, tournament=tournament, at=at)]
    if tournament.stirred_at is not None and not failed:
        counters.looked_at(tournament)
    return not failed


def unswept_since() -> datetime | None:
    """When the first act was done that no sweep has looked at; None where all are looked at."""
    waiting = _stirred()[:1]
    return waiting[0][0] if waiting else None


def _stirred() -> QuerySet[Tournament, tuple[datetime, int]]:
    """Those in which something was done that no sweep has looked at, by when that was."""
    stirred = Tournament.objects.filter(stirred_at__isnull=False).order_by("stirred_at", "pk")
    return stirred.values_list("stirred_at", "pk")  # type: ignore[return-value]  # they are not null


def _done(step: Callable[..., object], *, tournament: Tournament, at: datetime) -> bool:
    try:
        step(tournament=tournament, at=at)
    except Exception:
        logger.exception("%s failed for tournament %s", step.__name__, tournament.public_id)
        return False
    return True
