"""Protest windows that end by themselves: nothing is written then, but pages must show it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from scoring.models import Match, WindowsTold
from scoring.sides.domain.agreement import standing_of
from tournaments.domain import counter
from tournaments.domain.holding import hold
from tournaments.enums import Agreement, TournamentState
from tournaments.models import Tournament


def tell_ended_windows(*, at: datetime) -> int:
    """Raise the counter of every tournament in which a window ended since this looked last; how many.

    Looks only where something was written since, or where the next window has just ended, so that it can be
    called every few seconds; called twice it tells once.
    """
    due = Tournament.objects.exclude(state=TournamentState.OPEN).filter(
        Q(windows_told=None) | Q(windows_told__counter__lt=F("counter")) | Q(windows_told__next_end__lte=at)
    )
    return sum(_tell(pk, at) for pk in due.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _tell(pk: int, at: datetime) -> bool:
    tournament = hold(Tournament.objects).get(pk=pk)
    looked = WindowsTold.objects.filter(tournament=tournament).first()
    ends = _ends(tournament, at)
    ended = any(end <= at and (looked is None or end > looked.told_at) for end in ends)
    if ended:
        counter.tell(tournament)
    WindowsTold.objects.update_or_create(
        tournament=tournament,
        defaults={
            "counter": tournament.counter + ended,
            "told_at": at,
            "next_end": min((end for end in ends if end > at), default=None),
        },
    )
    return ended


def _ends(tournament: Tournament, at: datetime) -> list[datetime]:
    """When the windows end at whose end something becomes final."""
    if tournament.agreement == Agreement.NOTHING:
        return []
    decided = Match.objects.filter(encounter__stage__tournament=tournament, counts=True, winner__isnull=False)
    standings = standing_of(decided, tournament=tournament, at=at).values()
    waiting = [one for one in standings if not one.agreed and not one.protests]
    return [one.window_ends for one in waiting if one.window_ends is not None]
