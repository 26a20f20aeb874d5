"""Attempts count before they are checked: parallel requests get no more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.database.row_locks import lock_rows
from tournaments.models import AttemptCounter
from tournaments.refusals import Refused

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(minutes=15)
DEFAULT_RETENTION = timedelta(hours=1)
"""Attempts are forgotten this long after the last one by default."""
LONGEST_RETENTION = timedelta(days=1)

SECONDS_A_MINUTE = 60


class TooBusy(Refused):
    code = "too_busy"
    template = _("Many people are signing in right now. Try again in a moment.")
    seconds = 2


class TooManyAttempts(Refused):
    code = "too_many_attempts"
    template = _("Too many wrong attempts. Wait %(wait)s, then try again.")

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(wait=_wait_text(seconds))


@dataclass(frozen=True)
class Budget:
    """`free` attempts, then waits that double from `first` up to `longest_wait`."""

    counter_key: str
    free: int
    longest_wait: timedelta = LONGEST_WAIT
    first: timedelta = FIRST_WAIT
    retention_time: timedelta = DEFAULT_RETENTION

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.counter_key.encode()).hexdigest()

    def seconds_to_wait(self, tries: AttemptCounter, *, at: datetime) -> int:
        count = self.current_count(tries, at=at)
        if count < self.free:
            return 0
        wait = min(self.first * (1 << min(count - self.free, 10)), self.longest_wait)
        return max(0, ceil((tries.last_at + wait - at).total_seconds()))

    def current_count(self, tries: AttemptCounter, *, at: datetime) -> int:
        return tries.count if at - tries.last_at < self.retention_time else 0


def count_attempt(*budgets: Budget, at: datetime) -> None:
    """Count one in each budget, or raise TooManyAttempts and count none if one is spent.

    Call it before the check, outside a transaction that a failed check rolls back. Success may reset or
    refund the attempt.
    """
    by_digest = {budget.digest: budget for budget in budgets}
    stored = AttemptCounter.objects.filter(digest__in=by_digest).order_by("digest")
    counters = list(stored)
    if any(tries.last_at > at for tries in counters):
        _clamp_future_times(stored, at=at)
        counters = list(stored.all())
    _refuse_if_spent(counters, by_digest, at=at)  # so that attempts during a wait cost one read only
    with transaction.atomic():
        new = [AttemptCounter(digest=digest, last_at=at) for digest in sorted(by_digest)]
        AttemptCounter.objects.bulk_create(new, ignore_conflicts=True)
        locked = list(lock_rows(stored))
        _refuse_if_spent(locked, by_digest, at=at)
        for tries in locked:
            tries.count = by_digest[tries.digest].current_count(tries, at=at) + 1
            tries.last_at = at
        AttemptCounter.objects.bulk_update(locked, ["count", "last_at"])


def is_spent(budget: Budget, *, at: datetime) -> bool:
    tries = AttemptCounter.objects.filter(digest=budget.digest).first()
    return tries is not None and budget.current_count(tries, at=at) >= budget.free


def refund_attempt(*budgets: Budget) -> None:
    digests = [budget.digest for budget in budgets]
    AttemptCounter.objects.filter(digest__in=digests, count__gt=0).update(count=F("count") - 1)


def reset(budget: Budget) -> None:
    AttemptCounter.objects.filter(digest=budget.digest).delete()


def claim_once(key: str, *, at: datetime) -> bool:
    """For one caller within LONGEST_REMEMBERED."""
    try:
        with transaction.atomic():
            AttemptCounter.objects.create(digest=Budget(key, 1).digest, count=1, last_at=at)
    except IntegrityError:
        return False
    return True


def sweep(*, at: datetime) -> int:
    """Delete expired counters; set future times to now."""
    _clamp_future_times(AttemptCounter.objects.order_by("digest"), at=at)
    return AttemptCounter.objects.filter(last_at__lt=at - LONGEST_RETENTION).delete()[0]


@transaction.atomic
def _clamp_future_times(rows: QuerySet[AttemptCounter], *, at: datetime) -> None:
    ahead = list(lock_rows(rows.filter(last_at__gt=at)))
    for tries in ahead:
        tries.last_at = at
    AttemptCounter.objects.bulk_update(ahead, ["last_at"])


def _refuse_if_spent(counters: Iterable[AttemptCounter], budgets: dict[str, Budget], *, at: datetime) -> None:
    seconds = max((budgets[tries.digest].seconds_to_wait(tries, at=at) for tries in counters), default=0)
    if seconds:
        raise TooManyAttempts(seconds)


def _wait_text(seconds: int) -> str:
    if seconds < SECONDS_A_MINUTE:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = ceil(seconds / SECONDS_A_MINUTE)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
