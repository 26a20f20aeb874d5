"""Telling the workers that the ledger of a stage moved."""

from __future__ import annotations

from celery import current_app
from django.db import transaction
from django.db.models import F

from tournaments.models import Stage

REFRESH_STANDINGS = "scoring.tasks.refresh_standings"


def advance_ledger(stage: Stage) -> None:
    """Raise the stage's version, which locks the stage until commit, and have its standings made anew."""
    Stage.objects.filter(pk=stage.pk).update(ledger_version=F("ledger_version") + 1)
    if stage.tabular:
        transaction.on_commit(lambda: _ask_for_standings(stage.pk), robust=True)


def _ask_for_standings(stage_id: int) -> None:
    """A broker that is down costs freshness: the page says so, and the sweep repairs it."""
    current_app.send_task(REFRESH_STANDINGS, args=[stage_id], retry=False)
