"""What a first visit costs: every public page, with everything that it loads, and from nowhere but here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.browser.conftest import OpenHouse

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.merging]

MOST: Final = 60_000
"""Bytes on the line, without their headers, of a page of a full evening for who was never here."""
FOR_STAFF: Final = {"scoring:open_table"}
"""Whoever holds a table's token goes on to the form of its hands, and stays there all evening."""
A_MOMENT: Final = 300
"""Milliseconds after the page has loaded in which it may still ask for something."""
SIDE_BY_SIDE: Final = 6
"""Windows that wait for that moment together."""


@dataclass
class Visit:
    """What came over the line for one page, of what it asked for until a moment after it had loaded.

    What it asks for later belongs to who stays: on a busy machine that may be a part, for want of a stream.
    """

    loaded_at: float = inf
    addresses: list[str] = field(default_factory=list)
    headers: dict[str, int] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    whose: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def listening(self, devtools: CDPSession) -> Iterator[None]:
        events = {
            "Network.requestWillBeSent": self._asked,
            "Network.responseReceived": self._began,
            "Network.loadingFinished": self._came,
            "Page.loadEventFired": self._loaded,
        }
        for name, hear in events.items():
            devtools.on(name, hear)
        yield
        for name, hear in events.items():
            devtools.remove_listener(name, hear)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.loaded_at = event["timestamp"]

    def _asked(self, event: dict[str, Any]) -> None:
        if event["timestamp"] > self.loaded_at + A_MOMENT / 1000:
            return
        self.addresses.append(event["request"]["url"])
        self.whose[event["requestId"]] = event["request"]["url"]

    def _began(self, event: dict[str, Any]) -> None:
        self.headers[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def _came(self, event: dict[str, Any]) -> None:
        asked = event["requestId"]
        if asked in self.whose:  # else it was asked for by the page before
            self.bytes[asked] = int(event["encodedDataLength"]) - self.headers.get(asked, 0)

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def weights(self) -> dict[str, int]:
        return {self.whose[request]: size for request, size in self.bytes.items()}


def a_window(context: BrowserContext) -> tuple[Page, CDPSession]:
    """A window to which every page is new."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Page.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return page, devtools


def pages_of(context: BrowserContext, open_house: OpenHouse) -> dict[str, str]:
    """Each public page by where it is in the end, with the name that leads to it."""
    found: dict[str, str] = {}
    for name, address in open_house.told["public"]:
        answer = context.request.head(f"{open_house.served.url}{address}")
        if name not in FOR_STAFF and answer.headers.get("content-type", "").startswith("text/html"):
            found.setdefault(answer.url, name)
    return found


def test_a_first_visit_to_any_public_page_is_light_and_asks_nobody_else(
    browser: Browser, open_house: OpenHouse
) -> None:
    context = browser.new_context(locale="tr-TR", service_workers="block")
    pages = pages_of(context, open_house)
    windows, addresses = [a_window(context) for _window in range(SIDE_BY_SIDE)], iter(pages)
    visits: dict[str, Visit] = {}
    while batch := [*zip(windows, addresses, strict=False)]:
        with ExitStack() as heard:
            for (page, devtools), address in batch:
                visits[address] = visit = Visit()
                heard.enter_context(visit.listening(devtools))
                page.goto(address, wait_until="load")
            page.wait_for_timeout(A_MOMENT)
    context.close()
    ours = (open_house.served.url, "data:")
    heavy = {pages[one]: visit.weights for one, visit in visits.items() if visit.total > MOST}
    elsewhere = {
        pages[one]: strange
        for one, visit in visits.items()
        if (strange := [asked for asked in visit.addresses if not asked.startswith(ours)])
    }
    assert elsewhere == {}
    assert heavy == {}
    assert len(visits) > 15, pages
    assert min(visit.total for visit in visits.values()) > 10_000
