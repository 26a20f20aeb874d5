from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import (
    counter_of,
    expect_newer,
    follow,
    play_in,
    record_requests,
    refresh_all_standings,
)
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GROUPS = 26
"""Of four pairs each: two more groups than a page shows."""
GOES_ON = re.compile(r"/live/en/t/[^/]+/groups/\?page=2&heard=\d+$")
"""The address has the page's version, so that all readers share a response."""
BEGIN = f"""
from tests.factories import drawn_tournament, encounters_of
tournament = drawn_tournament(pairs={4 * GROUPS}, groups={GROUPS})
played = encounters_of(tournament)
print(tournament.public_id, played[0].public_id, played[-1].public_id)
"""


@pytest.fixture
def public_ids(server_process: ServerProcess) -> list[str]:
    ids = server_process.tell(BEGIN).split()
    refresh_all_standings(server_process)
    return ids


def test_rows_loaded_by_scrolling_appear_once_and_update(
    windows: Windows, server_process: ServerProcess, public_ids: list[str]
):
    tournament, in_first, in_last = public_ids
    page = windows.page(locale="en-GB", viewport={"width": 390, "height": 844})
    requests = record_requests(page, requests_second_page)
    before = follow(page, f"{server_process.url}/t/{tournament}/groups/")
    groups = page.locator(".group[id]")
    last = groups.last
    expect(groups).to_have_count(GROUPS - 2)
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(groups).to_have_count(GROUPS)
    last.scroll_into_view_if_needed()
    expect(page.locator("[data-onward]:visible [data-next]")).to_have_count(0)
    for played, group in ((in_last, last), (in_first, groups.first)):
        quiet = group.inner_text()
        server_process.tell(play_in(f"/e/{played}/"))
        expect_newer(page, before)
        expect(group).not_to_have_text(quiet, use_inner_text=True)
        before = counter_of(page)
    assert len({group.get_attribute("id") for group in groups.all()}) == groups.count() == GROUPS
    assert [address for address in requests if not GOES_ON.search(address)] == []
    assert len(set(requests)) > 1


def requests_second_page(request: Request) -> bool:
    return "page=2" in request.url
