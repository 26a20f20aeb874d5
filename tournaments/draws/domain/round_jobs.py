from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction

from tournaments.clock_tolerance import is_recent
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.draws.domain.round_inputs import RoundInputs, pair_next_round
from tournaments.draws.domain.rounds import NoRoundLeft, PreparedRound
from tournaments.formats.drawing import DrawResult
from tournaments.models import RoundJob, Stage

MAX_IN_REQUEST = 256
"""Rounds of up to this many entrants are paired within the request."""

PAIR_ROUND = "tournaments.tasks.pair_round"
STALLED_AFTER = timedelta(seconds=20)
"""A job without progress for this long has no worker."""

Clock = Callable[[], datetime]


def needs_worker(inputs: RoundInputs) -> bool:
    return len(inputs.standing) > MAX_IN_REQUEST


def find_job(stage: Stage, inputs: RoundInputs) -> RoundJob | None:
    return RoundJob.objects.filter(stage=stage, round=inputs.number, inputs=inputs.to_json()).first()


def prepared_round(job: RoundJob | None) -> PreparedRound | None:
    return PreparedRound(job.inputs, DrawResult.from_json(job.drawn)) if job and job.drawn else None


def has_stalled(job: RoundJob, *, at: datetime) -> bool:
    moved_at = job.moved_at or job.asked_at
    return job.finished_at is None and not is_recent(moved_at, at=at, within=STALLED_AFTER)


@transaction.atomic
def request_pairing(*, stage: Stage, inputs: RoundInputs, at: datetime) -> RoundJob:
    """Store a job that a worker starts after the commit; a job of the same inputs is returned instead.

    A failed, stalled or outdated job is replaced.
    """
    get_or_refuse(lock_rows(Stage.objects), stage.pk)  # serializes two simultaneous requests
    existing_job = find_job(stage, inputs)
    if existing_job is not None and not existing_job.failed and not has_stalled(existing_job, at=at):
        return existing_job
    job, _created = RoundJob.objects.update_or_create(
        stage=stage,
        round=inputs.number,
        defaults={
            "inputs": inputs.to_json(),
            "drawn": "",
            "failed": "",
            "done": 0,
            "total": len(inputs.standing),
            "asked_at": at,
            "moved_at": None,
            "finished_at": None,
        },
    )
    transaction.on_commit(lambda: _send(job.pk, job.asked_at), robust=True)
    return job


def run_job(*, job_id: int, asked_at: datetime, clock: Clock) -> bool:
    """Pair and store the result; return whether one was stored. Stores progress, and errors before raising.

    Does nothing when requested again or finished. Stores NoRoundLeft without raising it.
    """
    current_job = RoundJob.objects.filter(pk=job_id, asked_at=asked_at, finished_at=None)
    job = current_job.first()
    if job is None:
        return False

    def report_progress(done: int, total: int) -> None:
        current_job.update(done=done, total=total, moved_at=clock())

    report_progress(0, job.total)
    try:
        result = pair_next_round(RoundInputs.from_json(job.inputs), progress=report_progress)
    except Exception as error:
        current_job.update(failed=f"{type(error).__name__}: {error}"[:200], finished_at=clock())
        raise
    if result is None:
        current_job.update(failed=NoRoundLeft.code, finished_at=clock())
        return False
    return bool(current_job.update(drawn=result.to_json(), done=job.total, finished_at=clock()))


def _send(job_id: int, asked_at: datetime) -> None:
    """Without a broker the page offers to pair within the request."""
    current_app.send_task(PAIR_ROUND, args=[job_id, asked_at.isoformat()], retry=False)
