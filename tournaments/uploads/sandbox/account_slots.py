from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Final

MAX_WAIT_SECONDS: Final = 3.0
MAX_REQUESTS_PER_OWNER: Final = 2
"""Requests per account: one running, one waiting."""


class Busy(Exception):  # noqa: N818 - no error
    pass


class _Owner:
    def __init__(self) -> None:
        self.working = threading.Lock()
        self.requests = 0


_owners: dict[Hashable, _Owner] = {}
_owners_lock = threading.Lock()


@contextmanager
def account_slot(owner: Hashable) -> Iterator[None]:
    """Let this process read one of an owner's files at a time; a second request waits.

    Raises Busy for a third, or after MAX_WAIT_SECONDS.
    """
    with _owners_lock:
        slot = _owners.setdefault(owner, _Owner())
        if slot.requests == MAX_REQUESTS_PER_OWNER:
            raise Busy
        slot.requests += 1
    try:
        if not slot.working.acquire(timeout=MAX_WAIT_SECONDS):
            raise Busy
        try:
            yield
        finally:
            slot.working.release()
    finally:
        with _owners_lock:
            slot.requests -= 1
            if not slot.requests:
                del _owners[owner]
