"""Work after the answer: thin tasks over the wings."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from scoring.ledger import feed
from scoring.play import bell_by_clock
from scoring.screen import domain as screen
from scoring.sides.domain import windows
from scoring.standings import kept_tables
from tournaments.models import Stage


@shared_task(name=feed.REFRESH_STANDINGS)
def refresh_standings(stage_id: int) -> bool:
    """Bring the standings of a stage up to its ledger; late or repeated calls find nothing to do.

    What was written meanwhile asked nobody: it waits for the next turn, behind the other stages.
    """
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id).first()
    if stage is None or not kept_tables.refresh(stage=stage, at=timezone.now()):
        return False
    if kept_tables.is_stale(stage):
        feed.ask_for_standings(stage.pk)
    return True


@shared_task
def sweep_standings() -> int:
    """Refresh whatever was left stale by a broker or worker that was down; how many stages that were."""
    return sum(kept_tables.refresh(stage=stage, at=timezone.now()) for stage in kept_tables.stale_stages())


@shared_task
def sweep_windows() -> int:
    """Let pages notice protest windows that ended; in how many tournaments one did."""
    return windows.tell_ended_windows(at=timezone.now())


@shared_task
def sweep_clocks() -> int:
    """Ring the bell for rounds whose clock has run out, where that was agreed; for how many."""
    return bell_by_clock.ring_by_clocks(at=timezone.now())


@shared_task
def sweep_notices() -> int:
    """Let pages notice announcements that ended; in how many tournaments one did."""
    return screen.tell_ended_notices(at=timezone.now())
