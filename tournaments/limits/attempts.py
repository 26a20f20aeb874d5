"""Slowing down whoever guesses: some tries are free, each further one has to wait longer.

A try is counted before it is looked at, in the database: many at once, at whatever process, get no more
tries than one after the other.
"""

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

from tournaments.database.row_locks import hold
from tournaments.models import Tries
from tournaments.refusals import Refused

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(minutes=15)
REMEMBERED = timedelta(hours=1)
"""So long after the last try nothing of them counts any more, unless its budget says otherwise."""
LONGEST_REMEMBERED = timedelta(days=1)

SECONDS_A_MINUTE = 60


class TooBusy(Refused):
    """The site checks as many passwords as it can at once; try again in `seconds`."""

    code = "too_busy"
    template = _("Many are signing in right now. Try again in a moment.")
    seconds = 2


class TooManyTries(Refused):
    """The next try is looked at in so many `seconds`."""

    code = "too_many_tries"
    template = _("Too many wrong tries. Wait %(wait)s, then try again.")

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(wait=_in_words(seconds))


@dataclass(frozen=True)
class Budget:
    """So many tries at something are free; the waits between further ones double, up to the `longest`."""

    what: str
    free: int
    longest: timedelta = LONGEST_WAIT
    first: timedelta = FIRST_WAIT
    remembered: timedelta = REMEMBERED

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.what.encode()).hexdigest()

    def seconds_to_wait(self, tries: Tries, *, at: datetime) -> int:
        count = self.counting(tries, at=at)
        if count < self.free:
            return 0
        wait = min(self.first * (1 << min(count - self.free, 10)), self.longest)
        return max(0, ceil((tries.last_at + wait - at).total_seconds()))

    def counting(self, tries: Tries, *, at: datetime) -> int:
        return tries.count if at - tries.last_at < self.remembered else 0


def take_try(*budgets: Budget, at: datetime) -> None:
    """Count a try against each of the budgets. Raises TooManyTries; then it counts against none."""
    wanted = {budget.digest: budget for budget in budgets}
    there = Tries.objects.filter(digest__in=wanted).order_by("digest")
    present = list(there)
    if any(tries.last_at > at for tries in present):
        _move_to_now(there, at=at)
        present = list(there.all())
    _refuse_if_spent(present, wanted, at=at)  # so that whoever goes on regardless costs one reading
    with transaction.atomic():
        new = [Tries(digest=digest, last_at=at) for digest in sorted(wanted)]
        Tries.objects.bulk_create(new, ignore_conflicts=True)
        held = list(hold(there))
        _refuse_if_spent(held, wanted, at=at)
        for tries in held:
            tries.count = wanted[tries.digest].counting(tries, at=at) + 1
            tries.last_at = at
        Tries.objects.bulk_update(held, ["count", "last_at"])


def is_spent(budget: Budget, *, at: datetime) -> bool:
    """Whether no try is free any more."""
    tries = Tries.objects.filter(digest=budget.digest).first()
    return tries is not None and budget.counting(tries, at=at) >= budget.free


def give_back(*budgets: Budget) -> None:
    """Let a try that was right not have counted."""
    digests = [budget.digest for budget in budgets]
    Tries.objects.filter(digest__in=digests, count__gt=0).update(count=F("count") - 1)


def forget(budget: Budget) -> None:
    """Let all tries of a budget be free again."""
    Tries.objects.filter(digest=budget.digest).delete()


def take_once(what: str, *, at: datetime) -> bool:
    """Whether nobody has taken this before, within LONGEST_REMEMBERED. Of many at once one takes it."""
    try:
        with transaction.atomic():
            Tries.objects.create(digest=Budget(what, 1).digest, count=1, last_at=at)
    except IntegrityError:
        return False
    return True


def sweep(*, at: datetime) -> int:
    """Delete what counts no more; how many rows that were. What lies in the future counts as of now."""
    _move_to_now(Tries.objects.order_by("digest"), at=at)
    return Tries.objects.filter(last_at__lt=at - LONGEST_REMEMBERED).delete()[0]


@transaction.atomic
def _move_to_now(rows: QuerySet[Tries], *, at: datetime) -> None:
    """Let tries from the future, which a clock that was ahead has stored, count as tries of now."""
    ahead = list(hold(rows.filter(last_at__gt=at)))
    for tries in ahead:
        tries.last_at = at
    Tries.objects.bulk_update(ahead, ["last_at"])


def _refuse_if_spent(there: Iterable[Tries], wanted: dict[str, Budget], *, at: datetime) -> None:
    """Raises TooManyTries where one of the budgets has to wait."""
    seconds = max((wanted[tries.digest].seconds_to_wait(tries, at=at) for tries in there), default=0)
    if seconds:
        raise TooManyTries(seconds)


def _in_words(seconds: int) -> str:
    if seconds < SECONDS_A_MINUTE:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = ceil(seconds / SECONDS_A_MINUTE)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
