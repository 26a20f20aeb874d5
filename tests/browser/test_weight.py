"""What a first visit costs: every public page, with everything that it loads, and from nowhere but here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.conftest import OpenHouse

pytestmark = [pytest.mark.browser, pytest.mark.processes]

MOST: Final = 60_000
"""Bytes on the line, without their headers, of a page of a full evening for who was never here."""
FOR_STAFF: Final = {"scoring:open_table"}
"""Whoever holds a table's token goes on to the form of its hands, and stays there all evening."""
A_MOMENT: Final = 300
"""Milliseconds after the page has loaded in which it may still ask for something."""


@dataclass
class Visit:
    """What came over the line since the last look."""

    addresses: list[str] = field(default_factory=list)
    headers: dict[str, int] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    whose: dict[str, str] = field(default_factory=dict)

    def listen(self, devtools: CDPSession) -> None:
        devtools.on("Network.requestWillBeSent", self._asked)
        devtools.on("Network.responseReceived", self._began)
        devtools.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, Any]) -> None:
        self.addresses.append(event["request"]["url"])
        self.whose[event["requestId"]] = event["request"]["url"]

    def _began(self, event: dict[str, Any]) -> None:
        self.headers[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def _came(self, event: dict[str, Any]) -> None:
        asked = event["requestId"]
        if asked in self.whose:  # else it was asked for by the page before
            self.bytes[asked] = int(event["encodedDataLength"]) - self.headers.get(asked, 0)

    @property
    def weights(self) -> dict[str, int]:
        return {self.whose[request]: size for request, size in self.bytes.items()}


def test_a_first_visit_to_any_public_page_is_light_and_asks_nobody_else(
    browser: Browser, open_house: OpenHouse
) -> None:
    served, public = open_house.served, open_house.told["public"]
    context = browser.new_context(locale="tr-TR", service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    heavy, elsewhere = {}, {}
    weighed: dict[str, int] = {}
    for name, address in public:
        if name in FOR_STAFF:
            continue
        answer = context.request.head(f"{served.url}{address}")
        if answer.url in weighed or not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        visit = Visit()
        visit.listen(devtools)
        page.goto(answer.url, wait_until="load")
        page.wait_for_timeout(A_MOMENT)
        weighed[answer.url] = total = sum(visit.bytes.values())
        if total > MOST:
            heavy[name, address] = (total, sorted(visit.weights.items(), key=lambda one: -one[1])[:6])
        if strange := [one for one in visit.addresses if not one.startswith((served.url, "data:"))]:
            elsewhere[name] = strange
    context.close()
    assert elsewhere == {}
    assert heavy == {}
    assert len(weighed) > 15, weighed
    assert min(weighed.values()) > 10_000, weighed
