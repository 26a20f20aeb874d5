"""Nothing is written when a protest window ends, but pages must show it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from scoring.confirmation.domain.agreement_status import agreements_of, changed_since
from scoring.models import Match, WindowsTold
from tournaments.clocks import CLOCK_TOLERANCE
from tournaments.database.row_locks import lock_rows
from tournaments.enums import Agreement, TournamentState
from tournaments.live import counters
from tournaments.models import Tournament


@transaction.atomic
def notify_ended_windows(*, tournament: Tournament, at: datetime) -> bool:
    """Raise a tournament's counter if a window ended since the last call. Idempotent."""
    if tournament.state == TournamentState.OPEN:
        return False
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    last_run = WindowsTold.objects.filter(tournament=locked).first()
    # If a clock that was ahead wrote the last time, what happened since is unknown.
    ends = _ends(
        locked, at, last_run.told_at if last_run and last_run.told_at <= at + CLOCK_TOLERANCE else None
    )
    ended = any(end <= at for end in ends)
    if ended:
        counters.notify_unchecked(locked)
    WindowsTold.objects.update_or_create(
        tournament=locked,
        defaults={"told_at": at, "next_end": min((end for end in ends if end > at), default=None)},
    )
    return ended


def due(*, at: datetime) -> QuerySet[WindowsTold, tuple[datetime, int]]:
    """Return the tournaments whose next window has ended, ordered by that time."""
    ended = WindowsTold.objects.filter(next_end__lte=at).order_by("next_end", "pk")
    return ended.values_list("next_end", "tournament")  # type: ignore[return-value]  # neither is null


def _ends(tournament: Tournament, at: datetime, since: datetime | None) -> list[datetime]:
    if tournament.agreement == Agreement.NOTHING:
        return []
    decided = Match.objects.filter(encounter__stage__tournament=tournament, counts=True, winner__isnull=False)
    if since is not None:
        decided = decided.filter(changed_since(since - timedelta(minutes=tournament.protest_minutes)))
    agreements = agreements_of(decided, tournament=tournament, at=at).values()
    window_ends = [
        agreement.window_ends for agreement in agreements if not agreement.agreed and not agreement.protests
    ]
    return [end for end in window_ends if end is not None and (since is None or end > since)]
