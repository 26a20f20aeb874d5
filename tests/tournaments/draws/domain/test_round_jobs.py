from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW
from tests.module_fixtures import module_fixture
from tests.tournaments.draws.domain.playing_rounds import decide_all, drawn_stage, propose, standings
from tournaments.draws.domain import round_jobs, rounds
from tournaments.draws.domain.round_inputs import RoundInputs, pair_next_round
from tournaments.models import RoundJob, Stage

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=1)


@module_fixture
def stage() -> Stage:
    stage = drawn_stage("swiss", 6)
    decide_all(stage)
    return stage


@pytest.fixture
def pairing_inputs(stage: Stage) -> RoundInputs:
    return rounds.round_inputs(stage, standings(stage))


def work(job: RoundJob) -> bool:
    return round_jobs.run_job(job_id=job.pk, asked_at=job.asked_at, clock=lambda: NOW)


def test_repeated_request_keeps_the_job(stage, pairing_inputs):
    first = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    assert (
        round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW + timedelta(seconds=1)) == first
    )
    assert RoundJob.objects.get().asked_at == NOW


def test_pairing_of_a_worker_is_proposed(stage, pairing_inputs):
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    assert round_jobs.prepared_round(job) is None
    assert work(job)
    job.refresh_from_db()
    assert (job.done, job.total, job.finished_at) == (6, 6, NOW)
    prepared = round_jobs.prepared_round(round_jobs.find_job(stage, pairing_inputs))
    assert prepared is not None
    assert prepared.drawn == pair_next_round(pairing_inputs)
    proposal = rounds.propose_round(stage, pairing_inputs, prepared=prepared)
    assert proposal.digest == propose(stage).digest


def test_job_runs_once(stage, pairing_inputs):
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    assert work(job)
    assert not work(job)


def test_pairing_of_other_inputs_is_not_used(stage, pairing_inputs):
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    work(job)
    other_inputs = rounds.round_inputs(stage, standings(stage)[::-1])
    assert round_jobs.find_job(stage, other_inputs) is None
    stale = round_jobs.prepared_round(RoundJob.objects.get())
    assert rounds.propose_round(stage, other_inputs, prepared=stale).drawn == pair_next_round(other_inputs)


def test_other_inputs_replace_the_job_and_stop_its_worker(stage, pairing_inputs):
    before = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    other_inputs = rounds.round_inputs(stage, standings(stage)[::-1])
    after = round_jobs.request_pairing(stage=stage, inputs=other_inputs, at=LATER)
    assert before.pk == after.pk
    assert not work(before)
    assert work(after)


def test_silent_job_starts_again(stage, pairing_inputs):
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    assert not round_jobs.has_stalled(job, at=NOW)
    assert round_jobs.has_stalled(job, at=LATER)
    assert round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=LATER).asked_at == LATER


def test_failed_job_reports_the_failure_and_starts_again(stage, pairing_inputs):
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    RoundJob.objects.update(inputs="{}")
    with pytest.raises(ValueError, match="version"):
        work(job)
    job.refresh_from_db()
    assert job.failed
    assert not round_jobs.has_stalled(job, at=LATER)
    RoundJob.objects.update(inputs=pairing_inputs.to_json())
    assert work(round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=LATER))


def test_small_rounds_need_no_job(pairing_inputs):
    assert not round_jobs.needs_worker(pairing_inputs)


def test_task_pairs_the_requested_inputs(stage, pairing_inputs):
    from tournaments.tasks import pair_round  # noqa: PLC0415

    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    assert pair_round(job.pk, job.asked_at.isoformat())
    assert not pair_round(job.pk, LATER.isoformat())


@pytest.mark.parametrize("years", [1, -1])
def test_job_from_a_wrong_clock_is_requested_again(stage, pairing_inputs, years):
    wrong = NOW + years * timedelta(days=365)
    job = round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=wrong)
    round_jobs.request_pairing(stage=stage, inputs=pairing_inputs, at=NOW)
    job.refresh_from_db()
    assert job.asked_at == NOW
