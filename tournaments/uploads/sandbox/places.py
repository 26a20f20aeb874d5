"""Places for work on files: few of this process at a time, and one for each account."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Final

SECONDS_WAITING: Final = 3.0
OF_AN_OWNER: Final = 2
"""Requests of one account: one that works, and one that waits for it."""


class Busy(Exception):  # noqa: N818 - no fault
    """As many files are being read as may be; the same file can be sent again in a moment."""


class _Owner:
    def __init__(self) -> None:
        self.working = threading.Lock()
        self.requests = 0


_owners: dict[Hashable, _Owner] = {}
_counting = threading.Lock()


@contextmanager
def place_of(owner: Hashable) -> Iterator[None]:
    """Hold the only place of an account while a file is read and its rows are shown.

    A second request waits a moment for the first, a third does not. Raises Busy.
    """
    with _counting:
        held = _owners.setdefault(owner, _Owner())
        if held.requests == OF_AN_OWNER:
            raise Busy
        held.requests += 1
    try:
        if not held.working.acquire(timeout=SECONDS_WAITING):
            raise Busy
        try:
            yield
        finally:
            held.working.release()
    finally:
        with _counting:
            held.requests -= 1
            if not held.requests:
                del _owners[owner]
