from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.localized_text import format_signed
from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import refresh_all_standings
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
MARK = "window.istakaMark = 'never reloaded'"


@pytest.fixture
def evening(server_process: ServerProcess) -> dict[str, str]:
    evening: dict[str, str] = json.loads(server_process.run("tests.browser.scenes.last_group_encounter"))
    return evening


def page_of(windows: Windows, size: Any, base_url: str) -> Page:
    return windows.page(viewport=size, base_url=base_url, locale="tr-TR")


def figure(cell: Locator) -> int:
    return int(cell.inner_text().replace("−", "-").replace(".", ""))


def test_page_follows_the_last_group_encounter_to_the_bracket(server_process, evening, windows):
    address = f"http://{HOST}:{server_process.port}"
    refresh_all_standings(server_process)
    watching = page_of(windows, TABLET, address)
    watching.goto(f"/t/{evening['tournament']}/")
    watching.evaluate(MARK)
    assert watching.evaluate("window.isSecureContext") is False
    expect(watching.locator(".bk")).to_have_count(0)
    name = watching.locator(".name", has_text=re.compile(rf"^\s*{evening['side_a']}\s*$"))
    average = watching.locator(".group tr", has=name).locator("td.num")
    expect(average).to_have_text(re.compile(r"\d"))
    before = figure(average)

    phone = page_of(windows, PHONE, address)
    table = TablePage(phone)
    table.open(f"/m/{evening['token']}/")
    assert evening["token"] not in phone.url
    table.start()

    for number in (1, 2, 3):
        assert table.hand_number == number
        table.finish("A1")
        table.fill_opponent_sheet("series", 120 + number)
        table.fill_opponent_sheet("none")
        assert table.points_by_seat["A1"] == "−101"
        table.save()
        if number == 1:
            # The worker has updated the standings: 121 + 202 for the opponents, −101 for the side.
            expect(average).to_have_text(format_signed(before + 121 + 202 + 101, "tr"))
    expect(phone.locator("form[action$='/next/']")).to_be_visible()

    expect(watching.locator(".bk").first).to_be_visible()
    ties = watching.locator(".bk section").first.locator(".tie")
    expect(ties).to_have_count(2)
    expect(ties.first).to_contain_text("Takım")
    assert watching.evaluate("window.istakaMark") == "never reloaded"
