"""Slowing down whoever guesses: after a few failures each further try has to wait longer.

Failures are counted for what is tried (the password of an e-mail, a short code) together with the address it
is tried from, so that nobody else's mistakes keep an organizer out. Each process counts for itself.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

FREE_FAILURES = 5
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(minutes=15)
REMEMBERED = timedelta(hours=1)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return address_in(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", ""))


def address_in(forwarded: str, remote: str) -> str:
    """Where a request comes from, by X-Forwarded-For and by who connected to us.

    Our proxy, if there is one, adds the address last; what stands before is anybody's to invent.
    """
    return (settings.BEHIND_PROXY and forwarded.rpartition(",")[2].strip()) or remote


def seconds_to_wait(*, what: str, address: str, at: datetime, free: int = FREE_FAILURES) -> int:
    """How long until the next try is looked at; 0 when it may come now."""
    key = _key(what, address)
    failures = int(cache.get(f"{key}:failures", 0))
    last: datetime | None = cache.get(f"{key}:last")
    if failures < free or last is None:
        return 0
    wait = min(FIRST_WAIT * (1 << min(failures - free, 10)), LONGEST_WAIT)
    return max(0, ceil((last + wait - at).total_seconds()))


def remember_failure(*, what: str, address: str, at: datetime) -> None:
    key, seconds = _key(what, address), int(REMEMBERED.total_seconds())
    cache.add(f"{key}:failures", 0, seconds)
    cache.incr(f"{key}:failures")
    cache.touch(f"{key}:failures", seconds)
    cache.set(f"{key}:last", at, seconds)


def forget_failures(*, what: str, address: str) -> None:
    key = _key(what, address)
    cache.delete_many([f"{key}:failures", f"{key}:last"])


def _key(what: str, address: str) -> str:
    return "failures:" + hashlib.sha256(f"{what.strip().lower()}|{address}".encode()).hexdigest()
