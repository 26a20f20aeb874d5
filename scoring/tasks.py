from __future__ import annotations

from typing import Final

from celery import shared_task
from django.utils import timezone

from scoring import periodic_sweeps
from scoring.ledger import standings_requests
from scoring.standings import standings_cache
from tournaments.models import Stage, Tournament

SECONDS_WORTH_WAITING: Final = 10
"""By then another sweep has found what is still due, so an older message is dropped."""


@shared_task(name=standings_requests.REFRESH_STANDINGS)
def refresh_standings(stage_id: int) -> bool:
    """Refresh a stage's standings; return False if the stage is gone or nothing was updated. Idempotent.

    Requests another task for results written meanwhile.
    """
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id).first()
    if stage is None or not standings_cache.refresh(stage=stage, at=timezone.now()):
        return False
    if standings_cache.is_stale(stage):
        standings_requests.request_standings(stage.pk)
    return True


@shared_task(expires=SECONDS_WORTH_WAITING)
def sweep() -> int:
    """Return the number of tasks started."""
    due = periodic_sweeps.due_tournaments(at=timezone.now())
    for tournament_id in due:
        sweep_tournament.delay(tournament_id)
    return len(due)


@shared_task(expires=SECONDS_WORTH_WAITING)
def sweep_tournament(tournament_id: int) -> bool:
    return periodic_sweeps.sweep(tournament=Tournament.objects.get(pk=tournament_id), at=timezone.now())
