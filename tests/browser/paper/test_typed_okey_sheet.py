from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent, spilling
from tests.browser.paper.test_typed_sheet import TypingPage
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

Open = Callable[..., TypingPage]
TOUCH = 48
LOW = """least => Array.from(document.querySelectorAll('.t-form input:not([type=hidden]), .t-form button'))
    .filter(one => one.getBoundingClientRect().height < least).length"""
APART = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const table = box(".p-single-match");
    return [table.top - box(".p-names").bottom, box(".p-legend").top - table.bottom];
}"""


@pytest.fixture
def open_typing_page(server_process: ServerProcess, windows: Windows) -> Open:
    def opened(*, script: bool = True, width: int = 1440) -> TypingPage:
        tournament = managed(server_process, RULES="okey-countdown")
        page = windows.page(
            viewport={"width": width, "height": 900}, locale="en-GB", java_script_enabled=script
        )
        sign_in(page.context, server_process, tournament)
        page.goto(f"{server_process.url}/manage/e/{tournament['encounter']}/type/1/")
        return TypingPage(page, f"{server_process.url}/en/e/{tournament['encounter']}/")

    return opened


def test_match_is_typed_by_keyboard_until_its_points_end_it(open_typing_page):
    sheet = open_typing_page()
    assert sheet.focused_name == "1-shown"
    sheet.write("2", "4", "po", "", "d", "", "", "1", "ro")
    assert sheet.focused_name == "4-shown"
    expect(sheet.summary_of_deal(1)).to_contain_text("left 8")
    expect(sheet.summary_of_deal(2)).to_contain_text("left 18")
    expect(sheet.summary_of_deal(3).locator("[data-test=ends-match]")).to_be_visible()
    expect(sheet.summary_of_deal(3)).to_contain_text("left −2")
    with sheet.page.expect_navigation():
        sheet.page.locator("button[value=store]").click()
    assert sheet.page.url == sheet.encounter
    expect(sheet.page.locator(".messages")).to_contain_text("Stored: rows 1, 2 and 3.")


def test_change_above_updates_all_rows_below(open_typing_page):
    sheet = open_typing_page()
    sheet.write("", "1", "", "", "1", "")
    expect(sheet.summary_of_deal(2)).to_contain_text("left 16")
    sheet.box("1-finish").fill("p")
    expect(sheet.summary_of_deal(2)).to_contain_text("left 10")


def test_hand_after_the_end_is_refused_and_kept(open_typing_page):
    sheet = open_typing_page()
    sheet.write("", "1", "ro", "", "3", "p")
    expect(sheet.summary_of_deal(2)).to_contain_text("The match ended with row 1.")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.page.locator("#stopped")).to_contain_text("Stored: row 1.")
    expect(sheet.summary_of_deal(2)).to_contain_text("The match ended with row 1.")
    expect(sheet.box("2-finish")).to_have_value("p")
    expect(sheet.stored_rows).to_have_count(1)


@pytest.mark.release
def test_without_scripts_it_is_a_plain_form(open_typing_page):
    sheet = open_typing_page(script=False)
    sheet.box("1-end").fill("1")
    sheet.page.locator("button[value=check]").click()
    expect(sheet.summary_of_deal(1)).to_contain_text("left 18")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.stored_rows).to_have_count(1)


@pytest.mark.release
def test_sheet_is_typed_on_a_phone(open_typing_page):
    sheet = open_typing_page(width=360)
    sheet.write("2", "4", "po", "", "1", "x")
    expect(sheet.summary_of_deal(2)).not_to_be_empty()
    expect(sheet.box("2-finish")).to_have_attribute("aria-invalid", "true")
    assert not is_wider_than_the_screen(sheet.page)
    assert sheet.page.evaluate(LOW, TOUCH) == 0
    with letters_at_200_percent(sheet.page):
        assert not is_wider_than_the_screen(sheet.page)
        assert spilling(sheet.page, ".t-row > :not(.sr), .t-figures span:not(.sr), .t-end input") == []


def test_sheet_prints_on_one_a4(open_typing_page):
    sheet = open_typing_page()
    sheet.page.goto(f"{sheet.encounter}sheet/")
    above, below = sheet.page.evaluate(APART)
    assert above >= 0
    assert below > 0
    printed = PdfReader(io.BytesIO(sheet.page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    assert round(printed.pages[0].mediabox.width) in (594, 595, 596)
    assert "Pairs, with the okey 12" in " ".join(printed.pages[0].extract_text().split())
