"""Pages, and their live parts, that are made once for all who ask for them at the same moment.

A hand that is stored lets every open page ask anew, a thousand of them within half a second, and all for the
same thing. It is kept for a second only: what a counter does not tell, as the time, is never older than that.
What one process made the others are given too, where there is a Redis between them.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, TypeVar

from django.http import HttpResponse

from scoring.live.views.rendered_pages import Made, between_processes
from tournaments.web.http import PageRequest

SECONDS = 1.0
MOST = 256
OURS = "istaka.page."

Thing = TypeVar("Thing")


class _Part(Generic[Thing]):
    def __init__(self) -> None:
        self.making = Lock()
        self.content: Thing | None = None
        self.until = 0.0


class Shelf(Generic[Thing]):
    """The newest things, at most `most` of them, each for `seconds` after it was made. Any thread may ask."""

    def __init__(self, *, most: int = MOST, seconds: float = SECONDS) -> None:
        self._most = most
        self._seconds = seconds
        self._lock = Lock()
        self._parts: OrderedDict[Hashable, _Part[Thing]] = OrderedDict()

    def take(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """What `make` gave for this key a moment ago, else what it gives now; one makes it while others wait.

        Raises what `make` raises; nothing is kept of that.
        """
        part = self._part(key)
        with part.making:
            if part.content is None or time.monotonic() >= part.until:
                part.content = make()
                part.until = time.monotonic() + self._seconds
            return part.content

    def clear(self) -> None:
        with self._lock:
            self._parts.clear()

    def _part(self, key: Hashable) -> _Part[Thing]:
        with self._lock:
            part = self._parts.get(key)
            if part is None:
                part = self._parts[key] = _Part()
            self._parts.move_to_end(key)
            while len(self._parts) > self._most:
                self._parts.popitem(last=False)
            return part


class SharedResponse(HttpResponse):
    """An answer that others are given too."""

    def __init__(self, made: Made, **options: Any) -> None:
        super().__init__(made.content, **options)
        self.made = made


shelf: Shelf[Made] = Shelf()


def once_for_all(
    request: PageRequest, template: str, tag: str, make: Callable[[], HttpResponse]
) -> SharedResponse:
    """The answer that `make` gives, made once for all who ask for the same.

    Whoever calls it knows that it is for everybody: `tag` and the address name all that it depends on.
    """
    asked = (request.get_host(), request.scheme, request.path, request.GET.urlencode(), template, tag)

    def make_here() -> Made:
        return Made(make().content)

    def take() -> Made:
        key = OURS + sha256(repr(asked).encode()).hexdigest()
        return between_processes.take(key, make_here, seconds=SECONDS)

    return SharedResponse(shelf.take(asked, take))
