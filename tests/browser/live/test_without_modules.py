from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import BEGIN
from tests.browser.scenes.table_page import become_keeper_by_http, phone
from tests.browser.scenes.without_modules import disable_modules
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OPEN_CHECK_IN = """
from datetime import timedelta
from django.urls import reverse
from django.utils import timezone
from tests.factories import open_tournament
from tournaments.checkin.domain import phone_check_in
from tournaments.log.actor import CONSOLE
now, tournament = timezone.now(), open_tournament(pairs=4)
window = phone_check_in.CheckInWindow(is_open=True, opens_at=now - timedelta(hours=1))
phone_check_in.set_window(tournament=tournament, window=window, by=CONSOLE, at=now)
tournament.refresh_from_db()
code = phone_check_in.check_in_of(tournament).screen_code
print(reverse("tournaments:check_in_screen", args=[tournament.public_id, code]))
"""


@pytest.mark.release
def test_check_in_screen_reloads_without_modules(windows: Windows, server_process: ServerProcess) -> None:
    address = server_process.url + server_process.tell(OPEN_CHECK_IN).strip()
    page = windows.page(paused_clock=True)
    disable_modules(page)
    page.goto(address)
    expect(page.locator("#door-list li").first).to_be_visible()
    with page.expect_navigation(url=lambda url: "screen" in url):
        page.clock.run_for("00:21")


@pytest.mark.release
@pytest.mark.parametrize("script", [False, True], ids=["without scripts", "without modules"])
def test_live_page_says_that_it_does_not_update(
    windows: Windows, server_process: ServerProcess, script: bool
) -> None:
    tournament = server_process.tell(BEGIN).split()[0]
    page = phone(windows, script=script)
    if script:
        disable_modules(page)
    page.goto(f"{server_process.url}/t/{tournament}/groups/")
    expect(page.locator("[data-test=no-updates]")).to_be_visible()


def test_table_page_opens_the_whole_form(
    windows: Windows, server_process: ServerProcess, ready_table: dict[str, str]
) -> None:
    page = phone(windows)
    disable_modules(page)
    become_keeper_by_http(page.context, server_process.url, ready_table, "Nermin")
    page.goto(f"{server_process.url}/table/{ready_table['table']}/hand/")
    page.wait_for_url("**?whole")
    expect(page.locator("[name=B2-points]")).to_be_visible()
