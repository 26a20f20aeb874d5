"""Nothing is written when a protest window ends, but pages must show it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from scoring.models import Match, ProtestWindowSweep
from scoring.queries.agreement_status import hands_changed_since, read_agreements
from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.database.row_locks import lock_rows
from tournaments.enums import Agreement, TournamentState
from tournaments.live import counters
from tournaments.models import Tournament


@transaction.atomic
def notify_ended_windows(*, tournament: Tournament, at: datetime) -> bool:
    """Notify pages if a protest window ended since the last call, and return whether; idempotent.

    Locks the tournament; stores the time of this call and the next end. Does nothing before the draw.
    """
    if tournament.state == TournamentState.OPEN:
        return False
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    last_run = ProtestWindowSweep.objects.filter(tournament=locked).first()
    # If a clock that was ahead wrote the last time, what happened since is unknown.
    ends = _read_window_ends(
        locked, at, last_run.swept_at if last_run and last_run.swept_at <= at + CLOCK_TOLERANCE else None
    )
    ended = any(end <= at for end in ends)
    if ended:
        counters.notify_without_sweep(locked)
    ProtestWindowSweep.objects.update_or_create(
        tournament=locked,
        defaults={"swept_at": at, "next_end": min((end for end in ends if end > at), default=None)},
    )
    return ended


def due_tournaments(*, at: datetime) -> QuerySet[ProtestWindowSweep, tuple[datetime, int]]:
    """Tournaments whose next window has ended, by that time."""
    ended = ProtestWindowSweep.objects.filter(next_end__lte=at).order_by("next_end", "pk")
    return ended.values_list("next_end", "tournament")  # type: ignore[return-value]  # neither is null


def _read_window_ends(tournament: Tournament, at: datetime, since: datetime | None) -> list[datetime]:
    """Return ends after `since` (None: all), also future, of decided matches neither agreed nor protested.

    Empty if the tournament confirms nothing.
    """
    if tournament.agreement == Agreement.NOTHING:
        return []
    decided = Match.objects.filter(encounter__stage__tournament=tournament, counts=True, winner__isnull=False)
    if since is not None:
        decided = decided.filter(hands_changed_since(since - timedelta(minutes=tournament.protest_minutes)))
    agreements = read_agreements(decided, tournament=tournament, at=at).values()
    window_ends = [
        agreement.window_ends for agreement in agreements if not agreement.agreed and not agreement.protests
    ]
    return [end for end in window_ends if end is not None and (since is None or end > since)]
