from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.browser.scenes.table_page import TablePage, phone
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_bell_is_shown_on_phone_and_screen(server_process: ServerProcess, windows: Windows):
    tournament = managed(server_process, ROUND_TIME_LIMIT="1")
    organizer_page = windows.page(viewport={"width": 1440, "height": 900}, locale="en-GB")
    sign_in(organizer_page.context, server_process, tournament)
    organizer_page.goto(f"{server_process.url}/manage/t/{tournament['tournament']}/")
    screen = windows.page(viewport={"width": 1920, "height": 1080}, locale="en-GB")
    screen.goto(f"{server_process.url}/t/{tournament['tournament']}/tv/")
    keeper = phone(windows, language="en-GB")
    TablePage(keeper).open(f"{server_process.url}/m/{tournament['token']}/")
    expect(keeper.locator("#hand-number")).to_have_attribute("data-number", "4")

    organizer_page.get_by_role("link", name="Ring the bell…").click()
    expect(organizer_page.locator("#bell-sum")).to_contain_text("2")
    organizer_page.get_by_role("button", name="Ring the bell").click()
    expect(organizer_page.locator("#bell-rang")).to_contain_text("Kişi 0")

    expect(keeper.locator("#time-up a")).to_be_visible()
    expect(screen.locator(".tv-table").first).to_contain_text("last hand")
    expect(screen.locator(".tv-table").last).to_contain_text("the referee decides")

    keeper.get_by_role("link", name="No hand was in play…").click()
    keeper.get_by_role("button", name="No hand was in play").click()
    expect(keeper.locator("#time-up")).to_be_visible()
    expect(keeper.locator("#time-up a")).to_have_count(0)
    expect(screen.locator(".tv-table")).to_have_count(1)

    organizer_page.reload()
    expect(organizer_page.get_by_role("link", name="Decide who wins…")).to_be_visible()
