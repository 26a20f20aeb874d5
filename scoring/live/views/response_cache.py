"""What no counter covers, such as the time, is at most one second old."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, TypeVar

from django.http import HttpResponse

from scoring.live.views.rendered_pages import RenderedPage, shared_pages
from tournaments.web.http import PageRequest

SECONDS = 1.0
MAX_RESPONSES = 256
KEY_PREFIX = "istaka.page."

Thing = TypeVar("Thing")


class _Entry(Generic[Thing]):
    def __init__(self) -> None:
        self.making = Lock()
        self.content: Thing | None = None
        self.until = 0.0


class ResponseCache(Generic[Thing]):
    def __init__(self, *, max_entries: int = MAX_RESPONSES, seconds: float = SECONDS) -> None:
        self._most = max_entries
        self._seconds = seconds
        self._lock = Lock()
        self._parts: OrderedDict[Hashable, _Entry[Thing]] = OrderedDict()

    def get_or_compute(self, key: Hashable, compute: Callable[[], Thing]) -> Thing:
        """Other threads wait while one computes."""
        entry = self._part(key)
        with entry.making:
            if entry.content is None or time.monotonic() >= entry.until:
                entry.content = compute()
                entry.until = time.monotonic() + self._seconds
            return entry.content

    def clear(self) -> None:
        with self._lock:
            self._parts.clear()

    def _part(self, key: Hashable) -> _Entry[Thing]:
        with self._lock:
            entry = self._parts.get(key)
            if entry is None:
                entry = self._parts[key] = _Entry()
            self._parts.move_to_end(key)
            while len(self._parts) > self._most:
                self._parts.popitem(last=False)
            return entry


class SharedResponse(HttpResponse):
    def __init__(self, page: RenderedPage, **options: Any) -> None:
        super().__init__(page.content, **options)
        self.rendered_page = page


page_cache: ResponseCache[RenderedPage] = ResponseCache()


def shared_response(
    request: PageRequest, template: str, tag: str, make: Callable[[], HttpResponse]
) -> SharedResponse:
    """Return the content that `make` renders, without its headers, once a second for all visitors.

    It must be public; `tag` and address cover all it depends on.
    """
    cache_key = (request.get_host(), request.scheme, request.path, request.GET.urlencode(), template, tag)

    def rendered_page() -> RenderedPage:
        return RenderedPage(make().content)

    def shared_page() -> RenderedPage:
        key = KEY_PREFIX + sha256(repr(cache_key).encode()).hexdigest()
        return shared_pages.get_or_render(key, rendered_page, seconds=SECONDS)

    return SharedResponse(page_cache.get_or_compute(cache_key, shared_page))
