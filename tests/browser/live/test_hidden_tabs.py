"""A hidden tab sends no requests, to save batteries and the laptop."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page

from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

BEGIN, LATER = "2026-11-21T19:00:00", "2026-11-21T20:00:00"
BETWEEN = "00:05"  # every page polls once in that time
EMAIL, PASSWORD = "aksam@example.org", "ıstaka-101-okey"
ORGANIZER = f"""
from tests.factories import MembershipFactory, UserFactory
from tournaments.models import Tournament
user = UserFactory.create(email="{EMAIL}", password="{PASSWORD}")
club = Tournament.objects.get(public_id="{{}}").club
MembershipFactory.create(user=user, club=club, role="organizer")
"""
SEEN = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def evening(server_process: ServerProcess) -> dict[str, str]:
    addresses: dict[str, str] = json.loads(server_process.run("tests.browser.scenes.last_group_encounter"))
    server_process.tell(ORGANIZER.format(addresses["tournament"]))
    return addresses


@pytest.fixture
def page(browser: Browser, server_process: ServerProcess) -> Page:
    opened = browser.new_context(base_url=server_process.url, locale="tr-TR").new_page()
    opened.clock.install(time=BEGIN)
    opened.clock.pause_at(LATER)
    return opened


def without_stream(page: Page) -> None:
    page.route(re.compile(r"://[^/]+/live/"), lambda route: route.fulfill(status=503))


def open_public(page: Page, evening: dict[str, str]) -> str:
    without_stream(page)
    page.goto(f"/t/{evening['tournament']}/")
    return "?seen="


def open_evening(page: Page, evening: dict[str, str]) -> str:
    page.goto("/sign-in/")
    page.locator("main input[name=email]").fill(EMAIL)
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    without_stream(page)
    page.goto(f"/manage/t/{evening['tournament']}/")
    return "?seen="


def open_table(page: Page, evening: dict[str, str]) -> str:
    without_stream(page)
    page.goto(f"/m/{evening['token']}/")
    return "/follow/"


@pytest.mark.parametrize("open_page", [open_public, open_evening, open_table])
def test_hidden_tab_sends_no_requests_until_visible(page: Page, evening: dict[str, str], open_page):
    asks = open_page(page, evening)
    all_requests: list[str] = []
    page.on("request", lambda request: all_requests.append(request.url) if asks in request.url else None)
    with page.expect_response(lambda response: asks in response.url):
        page.clock.run_for(BETWEEN)
    assert len(all_requests) == 1
    page.evaluate(SEEN, True)
    for _again in range(5):
        page.clock.run_for(BETWEEN)
    assert len(all_requests) == 1
    with page.expect_request(lambda request: asks in request.url):
        page.evaluate(SEEN, False)
        page.clock.run_for(BETWEEN)
