from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import SharedServer
from tests.browser.scenes.browser_windows import Windows

NEWS = re.compile(r"[?&](seen|heard)=")

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_names_are_found_while_typing_and_open_their_pages(shared_server: SharedServer, windows: Windows):
    page = windows.page(locale="en-GB")
    page.goto(shared_server.server.url + shared_server.addresses["pages"]["scoring:entrants"])
    rows = page.locator("table.people tbody tr")
    expect(rows).to_have_count(6)
    page.locator("#seek").press_sequentially("takim 3")
    expect(rows).to_have_count(1)
    expect(page.locator("#seek")).to_be_focused()
    expect(page.locator("#found")).to_contain_text("1 of 6")
    expect(page).to_have_url(re.compile(r"\?name=takim(\+|%20)3$"))
    page.locator("#seek").press_sequentially("x")
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator("#seek")).to_have_value("takim 3x")
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(6)
    page.get_by_role("link", name="Takım 1").click()
    expect(page.locator("#who")).to_have_text("Takım 1")
    page.get_by_role("link", name="Ayşe Işık1").first.click()
    expect(page.locator("h1")).to_have_text("Ayşe Işık1")


def test_update_requested_before_typing_does_not_reset_the_filter(
    shared_server: SharedServer, windows: Windows
):
    page = windows.page(locale="en-GB")
    page.goto(shared_server.server.url + shared_server.addresses["pages"]["scoring:entrants"])
    rows, requests = page.locator("table.people tbody tr"), list[Route]()

    def hold(route: Route) -> None:
        requests.append(route)

    page.route(NEWS, hold, times=1)
    with page.expect_request(NEWS):
        page.evaluate("htmx.trigger('#live', 'refresh')")
    page.locator("#seek").press_sequentially("takim 3")
    expect(rows).to_have_count(1)
    with page.expect_request(re.compile("name=.*(seen|heard)=|seen=.*name=")) as request:
        requests[0].continue_(url=re.sub(r"seen=\d+", "seen=0", requests[0].request.url))
    request.value.response()
    expect(rows).to_have_count(1)
    expect(page.locator("#seek")).to_have_value("takim 3")


@pytest.mark.release
def test_names_are_found_without_scripts(shared_server: SharedServer, windows: Windows):
    page = windows.page(locale="en-GB", java_script_enabled=False)
    page.goto(shared_server.server.url + shared_server.addresses["pages"]["scoring:entrants"])
    page.locator("#seek").fill("TAKIM 3")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("table.people tbody tr")).to_have_count(1)
