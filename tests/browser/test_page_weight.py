from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.browser.conftest import SharedServer

pytestmark = [pytest.mark.browser, pytest.mark.release]

MOST: Final = 60_000
"""Most bytes transferred, without headers, on a first visit to a page of a full evening."""
MOST_OF_THE_RULE_BOOK: Final = 61_500
"""All of a tournament's rules on one page, to search, print and quote."""
FOR_STAFF: Final = {"scoring:open_table"}
"""A table's token leads to the entry form, where keepers stay all evening."""
A_MOMENT: Final = 300
"""Milliseconds after load in which requests still count."""
SIDE_BY_SIDE: Final = 6
"""Windows measured in parallel."""


@dataclass
class Visit:
    """Bytes transferred for a page. Later requests don't count: without a stream it may poll."""

    loaded_at: float = inf
    addresses: list[str] = field(default_factory=list)
    headers: dict[str, int] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    url_by_request: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def listening(self, devtools: CDPSession) -> Iterator[None]:
        events = {
            "Network.requestWillBeSent": self._on_request,
            "Network.responseReceived": self._on_response,
            "Network.loadingFinished": self._on_finished,
            "Page.loadEventFired": self._on_load,
        }
        for name, hear in events.items():
            devtools.on(name, hear)
        yield
        for name, hear in events.items():
            devtools.remove_listener(name, hear)

    def _on_load(self, event: dict[str, Any]) -> None:
        self.loaded_at = event["timestamp"]

    def _on_request(self, event: dict[str, Any]) -> None:
        if event["timestamp"] > self.loaded_at + A_MOMENT / 1000:
            return
        self.addresses.append(event["request"]["url"])
        self.url_by_request[event["requestId"]] = event["request"]["url"]

    def _on_response(self, event: dict[str, Any]) -> None:
        self.headers[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def _on_finished(self, event: dict[str, Any]) -> None:
        request = event["requestId"]
        if request in self.url_by_request:  # else requested by the previous page
            self.bytes[request] = int(event["encodedDataLength"]) - self.headers.get(request, 0)

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def bytes_by_url(self) -> dict[str, int]:
        return {self.url_by_request[request]: size for request, size in self.bytes.items()}


def open_window_with_devtools(context: BrowserContext) -> tuple[Page, CDPSession]:
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Page.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return page, devtools


def pages_of(context: BrowserContext, open_house: SharedServer) -> dict[str, str]:
    pages: dict[str, str] = {}
    for name, address in open_house.addresses["public"]:
        response = context.request.head(f"{open_house.server.url}{address}")
        if name not in FOR_STAFF and response.headers.get("content-type", "").startswith("text/html"):
            pages.setdefault(response.url, name)
    return pages


def test_first_visit_to_any_public_page_is_light_and_loads_nothing_external(
    browser: Browser, shared_server: SharedServer
) -> None:
    context = browser.new_context(locale="tr-TR", service_workers="block")
    pages = pages_of(context, shared_server)
    windows, addresses = [open_window_with_devtools(context) for _window in range(SIDE_BY_SIDE)], iter(pages)
    visits: dict[str, Visit] = {}
    while batch := [*zip(windows, addresses, strict=False)]:
        with ExitStack() as stack:
            for (page, devtools), address in batch:
                visits[address] = visit = Visit()
                stack.enter_context(visit.listening(devtools))
                page.goto(address, wait_until="load")
            page.wait_for_timeout(A_MOMENT)
    context.close()
    ours = (shared_server.server.url, "data:")
    limits = {"scoring:rules": MOST_OF_THE_RULE_BOOK}
    heavy = {
        pages[address]: visit.bytes_by_url
        for address, visit in visits.items()
        if visit.total > limits.get(pages[address], MOST)
    }
    external = {
        pages[address]: strange
        for address, visit in visits.items()
        if (strange := [requested for requested in visit.addresses if not requested.startswith(ours)])
    }
    assert external == {}
    assert heavy == {}
    assert len(visits) > 15, pages
    assert min(visit.total for visit in visits.values()) > 10_000
