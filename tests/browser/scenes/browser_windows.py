"""Reuses browser windows, because a new one costs a second of processor time.

A reused window has no cookies, storage, history or routes. What can't be undone (a stopped clock, an init
script) spoils it, as does a failed test.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page, Response

from tests.languages import path_in_language

NOWHERE = "about:blank"
DRIVEN_BY_US = f"--driven-by={os.getpid()}"
"""An argument by which our own Chromium processes are recognized."""

AN_HOUR = 3600

_spoilt: WeakSet[BrowserContext] = WeakSet()


def forbid_reuse(context: BrowserContext) -> None:
    _spoilt.add(context)


def prefix_language(locale: str, page: Page) -> Page:
    goto, language = page.goto, locale.partition("-")[0]

    def there(url: str, **options: Any) -> Response | None:
        scheme, host, *rest = urlsplit(url)
        path = urlunsplit(("", "", *rest))
        translated_path = path_in_language(path, language) if path.startswith("/") else path
        return goto(urlunsplit((scheme, host, "", "", "")) + translated_path, **options)

    page.goto = there  # type: ignore[method-assign]
    return page


class Windows:
    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._browser = launch()
        self.errors: list[str] = []
        self.tolerated: set[str] = set()
        self._free: defaultdict[str, list[Window]] = defaultdict(list)
        self._used: list[Window] = []

    @property
    def browser(self) -> Browser:
        if not self._browser.is_connected():
            self._browser = self._launch()
        return self._browser

    @contextmanager
    def end_after(self, seconds: float) -> Iterator[None]:
        """End Chromium after some seconds, so that calls without a timeout fail."""
        timer = Timer(seconds, end_browsers)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        self._browser.close()

    def page(self, *, paused_clock: bool = False, **options: Any) -> Page:
        """Open a page in its own window, with options of Playwright's `new_context`.

        With `paused_clock`, only the test advances its clock. Service workers slow every request, so they
        are off by default.
        """
        options.setdefault("service_workers", "block")
        kind = json.dumps([paused_clock, options], sort_keys=True)
        free = self._free[kind]
        window = free.pop() if free else Window(self, kind, options, paused_clock=paused_clock)
        self._used.append(window)
        return window.page

    @property
    def idle_contexts(self) -> list[BrowserContext]:
        return [window.page.context for windows in self._free.values() for window in windows]

    def tidy(self, *, all_went_well: bool) -> None:
        used, self._used = self._used, []
        self.errors = [error for error in self.errors if error not in self.tolerated]
        self.tolerated.clear()
        try:
            self._tidy([window for window in used if all_went_well and window.is_reusable()])
        except Error:
            if self._browser.is_connected():
                raise
        if not self._browser.is_connected():
            self._free.clear()

    def _tidy(self, sound: list[Window]) -> None:
        for window in sound:
            window.clean()
            self._free[window.kind].append(window)
        idle = self.idle_contexts
        for context in self._browser.contexts:
            if context not in idle:
                context.close()


def end_browsers() -> None:
    """End every Chromium of this process; they are not child processes."""
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    for line in listing.stdout.splitlines():
        if DRIVEN_BY_US in line.split():
            os.kill(int(line.split()[0]), signal.SIGKILL)


class Window:
    def __init__(self, windows: Windows, kind: str, options: dict[str, Any], *, paused_clock: bool) -> None:
        self.kind = kind
        self.origins: set[str] = set()
        context = windows.browser.new_context(**options)
        context.on("weberror", lambda error: windows.errors.append(str(error.error)))
        context.on("page", lambda page: page.on("framenavigated", self._remember_origin))
        self.page = prefix_language(options.get("locale", "tr-TR"), context.new_page())
        self.size = self.page.viewport_size
        if paused_clock:
            now = time.time()
            self.page.clock.install(time=now - AN_HOUR)
            self.page.clock.pause_at(now)

    def _remember_origin(self, frame: Frame) -> None:
        address = urlsplit(frame.url)
        if address.scheme.startswith("http"):
            self.origins.add(f"{address.scheme}://{address.netloc}")

    def is_reusable(self) -> bool:
        return self.page.context not in _spoilt and not self.page.is_closed()

    def clean(self) -> None:
        context = self.page.context
        for other in context.pages:
            if other is not self.page:
                other.close()
        context.unroute_all()
        self.page.unroute_all()
        context.set_offline(False)
        with suppress(Error):  # an offline error page has no storage
            self.page.evaluate("sessionStorage.clear()")
        self.page.goto(NOWHERE)
        context.clear_cookies()
        if self.size and self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)
        devtools = context.new_cdp_session(self.page)
        for origin in self.origins:
            devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        devtools.send("Page.resetNavigationHistory")
        devtools.detach()
        self.origins.clear()
