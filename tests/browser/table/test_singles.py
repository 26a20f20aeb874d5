from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def singles_links(server_process: ServerProcess) -> dict[str, str]:
    addresses: dict[str, str] = json.loads(server_process.run("tests.browser.scenes.singles"))
    tokens = {"link": "m", "level": "m", "decided_link": "m", "sides": "s"}
    return {
        name: f"{server_process.url}/{tokens[name]}/{address}/"
        if name in tokens
        else server_process.url + address
        for name, address in addresses.items()
    }


@pytest.fixture
def table(page: Page, singles_links: dict[str, str]) -> TablePage:
    opened = TablePage(page)
    opened.open(singles_links["link"])
    return opened


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_hand_of_four_is_entered_and_shows_all_totals(table):
    assert table.page.locator("[name=side]").count() == 0
    table.start()
    table.finish("C1")
    for seat, points in (("D1", 11), ("A1", 22), ("B1", 33)):
        assert table.step == seat
        table.fill_opponent_sheet("series", points)
    table.expect_points("+22", "+33", "−101", "+11")
    table.save()
    assert (table.hand_number, table.totals) == (2, ["+22", "+33", "−101", "+11"])
    assert fits(table.page)


@pytest.mark.release
def test_sheet_of_four_fits_the_smallest_phone(table):
    table.start()
    table.finish("A1")
    page = table.page
    assert fits(page)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


@pytest.mark.release
def test_hand_of_four_waits_on_the_phone_offline(table):
    table.start()
    page = table.page
    page.context.set_offline(True)
    table.finish("B1")
    for points in (5, 6, 7):
        table.fill_opponent_sheet("series", points)
    page.locator("[data-save]").click()
    expect(page.locator("#hand-number")).to_have_attribute("data-number", "2")
    page.context.set_offline(False)
    expect(page.locator(".totals .num").nth(1)).to_have_text("−101")
    assert table.totals == ["+7", "−101", "+5", "+6"]


@pytest.mark.release
def test_tie_for_the_last_qualifying_place_adds_a_hand(page, singles_links):
    level = TablePage(page)
    level.open(singles_links["level"])
    expect(page.locator("#hand-number")).to_have_attribute("data-number", "4")
    level.finish("B1")
    for points in (8, 30, 9):
        level.fill_opponent_sheet("series", points)
    level.save()
    expect(page.locator(".outcome tbody tr")).to_have_count(4)
    expect(page.locator(".outcome .badge.ok")).to_have_count(2)


@pytest.mark.release
def test_public_page_shows_four_columns_and_four_chart_lines(page, singles_links):
    page.goto(singles_links["decided"])
    expect(page.locator(".score-sheet thead th")).to_have_count(5)
    expect(page.locator(".chart text[class^=t]")).to_have_count(4)
    assert fits(page)
