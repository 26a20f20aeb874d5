from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils.translation import override

from tests.factories import NOW
from tests.faults.test_races import at_once
from tournaments.limits import attempts
from tournaments.limits.attempts import Budget, TooManyAttempts, count_attempt
from tournaments.models import AttemptCounter
from tournaments.tasks import sweep_tries

pytestmark = pytest.mark.django_db

OWN = Budget("ayse from 192.168.1.7", free=5)
WIDE = Budget("192.168.1.7", free=8, longest_wait=timedelta(minutes=2))


def spend(*budgets: Budget, times: int) -> None:
    at = NOW
    for _try in range(times):
        at += timedelta(seconds=wait_of(*budgets, at=at))
        count_attempt(*budgets, at=at)
    AttemptCounter.objects.update(last_at=NOW)


def wait_of(*budgets: Budget, at=NOW) -> int:
    stored = AttemptCounter.objects.in_bulk([budget.digest for budget in budgets], field_name="digest")
    waits = [
        budget.seconds_to_wait(stored[budget.digest], at=at) for budget in budgets if budget.digest in stored
    ]
    return max(waits, default=0)


def refused_seconds(*budgets: Budget, at=NOW) -> int:
    with pytest.raises(TooManyAttempts) as raised:
        count_attempt(*budgets, at=at)
    return raised.value.seconds


@pytest.mark.parametrize(("more", "seconds"), [(0, 30), (1, 60), (2, 120), (4, 480), (5, 900), (15, 900)])
def test_waits_double_after_the_free_attempts_up_to_the_longest(more, seconds):
    spend(OWN, times=OWN.free + more)
    assert refused_seconds(OWN) == seconds


def test_attempt_is_allowed_after_the_wait():
    spend(OWN, times=OWN.free)
    assert refused_seconds(OWN, at=NOW + timedelta(seconds=29)) == 1
    count_attempt(OWN, at=NOW + timedelta(seconds=30))


def test_refused_attempt_counts_for_no_budget():
    spend(OWN, times=OWN.free)
    for _try in range(20):
        assert refused_seconds(OWN, WIDE) == 30
    assert not AttemptCounter.objects.filter(digest=WIDE.digest).exists()


def test_longest_wait_of_several_budgets_applies():
    spend(OWN, WIDE, times=5)
    spend(WIDE, times=4)
    assert (refused_seconds(OWN), refused_seconds(WIDE), refused_seconds(OWN, WIDE)) == (30, 60, 60)


def test_attempts_can_be_given_back_or_reset():
    spend(OWN, times=OWN.free)
    attempts.refund_attempt(OWN)
    count_attempt(OWN, at=NOW)
    assert refused_seconds(OWN) == 30
    attempts.reset(OWN)
    assert wait_of(OWN) == 0


def test_attempts_expire_after_an_hour_and_are_swept():
    spend(OWN, times=OWN.free + 9)
    later = NOW + attempts.DEFAULT_RETENTION
    count_attempt(OWN, at=later)
    assert AttemptCounter.objects.get().count == 1
    assert attempts.sweep(at=later) == 0
    assert attempts.sweep(at=later + attempts.LONGEST_RETENTION + timedelta(seconds=1)) == 1
    spend(WIDE, times=1)
    assert (sweep_tries(), AttemptCounter.objects.count()) == (1, 0)


YEAR = timedelta(days=365)


def test_attempts_of_a_clock_that_was_ahead_count_as_current():
    for _try in range(OWN.free):
        count_attempt(OWN, at=NOW + YEAR)
    assert refused_seconds(OWN) == 30
    count_attempt(OWN, at=NOW + timedelta(seconds=30))
    assert AttemptCounter.objects.get().last_at == NOW + timedelta(seconds=30)


def test_sweep_moves_attempts_from_the_future_to_now():
    count_attempt(OWN, at=NOW + YEAR)
    assert attempts.sweep(at=NOW) == 0
    assert AttemptCounter.objects.get().last_at == NOW
    assert attempts.sweep(at=NOW + attempts.LONGEST_RETENTION + timedelta(seconds=1)) == 1


def test_attempts_of_a_clock_that_was_behind_are_expired():
    spend(OWN, times=OWN.free + 9)
    assert wait_of(OWN, at=NOW + YEAR) == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_of_many_parallel_callers_takes_a_key():
    assert at_once(*[partial(attempts.claim_once, "a challenge", at=NOW)] * 20).count(True) == 1


def test_wait_is_given_in_seconds_and_then_in_minutes():
    with override("en"):
        assert "Wait 59 seconds" in TooManyAttempts(59).message
        assert "Wait 2 minutes" in TooManyAttempts(61).message


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_forty_parallel_attempts_get_no_more_than_sequential_ones():
    outcomes = at_once(*[partial(count_attempt, OWN, WIDE, at=NOW)] * 40)
    assert sum(not isinstance(outcome, TooManyAttempts) for outcome in outcomes) == OWN.free
    assert {tries.count for tries in AttemptCounter.objects.all()} == {OWN.free}
