"""Windows that are used again: a new one costs a second of a processor, a page in an old one a fraction.

A window is handed out as new: without cookies, storage, history, routes, online. Whatever can't be taken back
(a clock that was stopped, a script that runs before each page) spoils it; so does a test that failed in it.
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

from tests.languages import in_language

NOWHERE = "about:blank"
DRIVEN_BY_US = f"--driven-by={os.getpid()}"
"""An argument that tells a Chromium of ours by its command line."""

AN_HOUR = 3600

_spoilt: WeakSet[BrowserContext] = WeakSet()


def spoil(context: BrowserContext) -> None:
    """Let nobody have these windows after this test."""
    _spoilt.add(context)


def opened_in(locale: str, page: Page) -> Page:
    """Let a page open whatever a test names at the address of the language that its browser speaks."""
    goto, language = page.goto, locale.partition("-")[0]

    def there(url: str, **options: Any) -> Response | None:
        scheme, host, *rest = urlsplit(url)
        path = urlunsplit(("", "", *rest))
        spoken = in_language(path, language) if path.startswith("/") else path
        return goto(urlunsplit((scheme, host, "", "", "")) + spoken, **options)

    page.goto = there  # type: ignore[method-assign]
    return page


class Windows:
    """The windows of one Chromium; each has its own profile, as if it were another device."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._browser = launch()
        self.errors: list[str] = []
        self.tolerated: set[str] = set()
        self._free: defaultdict[str, list[Window]] = defaultdict(list)
        self._used: list[Window] = []

    @property
    def browser(self) -> Browser:
        """The Chromium; another one where the last was ended."""
        if not self._browser.is_connected():
            self._browser = self._launch()
        return self._browser

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """End Chromium when that time is over: what waits for it without a limit fails where it waits."""
        timer = Timer(seconds, end_browsers)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        self._browser.close()

    def page(self, *, stands: bool = False, **options: Any) -> Page:
        """A page in a window of its own, with the options of Playwright's `new_context`.

        Where time `stands`, it passes only when the test lets it. There are no service workers, through which
        each request would pass, but where `service_workers` says "allow".
        """
        options.setdefault("service_workers", "block")
        kind = json.dumps([stands, options], sort_keys=True)
        free = self._free[kind]
        window = free.pop() if free else Window(self, kind, options, stands=stands)
        self._used.append(window)
        return window.page

    @property
    def kept(self) -> list[BrowserContext]:
        return [window.page.context for windows in self._free.values() for window in windows]

    def tidy(self, *, all_went_well: bool) -> None:
        """Make what was used fit for the next test, close all else; forget it all where Chromium ended."""
        used, self._used = self._used, []
        self.errors = [error for error in self.errors if error not in self.tolerated]
        self.tolerated.clear()
        try:
            self._tidy([window for window in used if all_went_well and window.is_sound()])
        except Error:
            if self._browser.is_connected():
                raise
        if not self._browser.is_connected():
            self._free.clear()

    def _tidy(self, sound: list[Window]) -> None:
        for window in sound:
            window.clean()
            self._free[window.kind].append(window)
        kept = self.kept
        for context in self._browser.contexts:
            if context not in kept:
                context.close()


def end_browsers() -> None:
    """End every Chromium that this process drives; it is nobody's child."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    for line in listed.stdout.splitlines():
        if DRIVEN_BY_US in line.split():
            os.kill(int(line.split()[0]), signal.SIGKILL)


class Window:
    """The first page of a profile, and where it has been."""

    def __init__(self, windows: Windows, kind: str, options: dict[str, Any], *, stands: bool) -> None:
        self.kind = kind
        self.origins: set[str] = set()
        context = windows.browser.new_context(**options)
        context.on("weberror", lambda error: windows.errors.append(str(error.error)))
        context.on("page", lambda page: page.on("framenavigated", self._was_at))
        self.page = opened_in(options.get("locale", "tr-TR"), context.new_page())
        self.size = self.page.viewport_size
        if stands:
            now = time.time()
            self.page.clock.install(time=now - AN_HOUR)
            self.page.clock.pause_at(now)

    def _was_at(self, frame: Frame) -> None:
        address = urlsplit(frame.url)
        if address.scheme.startswith("http"):
            self.origins.add(f"{address.scheme}://{address.netloc}")

    def is_sound(self) -> bool:
        return self.page.context not in _spoilt and not self.page.is_closed()

    def clean(self) -> None:
        context = self.page.context
        for other in context.pages:
            if other is not self.page:
                other.close()
        context.unroute_all()
        self.page.unroute_all()
        context.set_offline(False)
        with suppress(Error):  # a page that says that there is no network has none
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
