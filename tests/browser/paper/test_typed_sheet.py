from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

Open = Callable[..., "TypingPage"]


@dataclass(frozen=True)
class TypingPage:
    page: Page
    encounter: str

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, *boxes: str) -> None:
        """Fill boxes in order, each ended by Enter; an empty one is skipped."""
        for text in boxes:
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")

    @property
    def focused_name(self) -> str:
        name: str = self.page.evaluate("document.activeElement.name")
        return name

    def summary_of_deal(self, deal: int) -> Locator:
        return self.page.locator(f"#row-feedback-{deal}")

    def box(self, name: str) -> Locator:
        return self.page.locator(f"[name='{name}']")

    @property
    def stored_rows(self) -> Locator:
        return self.page.locator(".t-stored tbody tr")


@pytest.fixture
def open_typing_page(server_process: ServerProcess, windows: Windows) -> Open:
    def opened(*, script: bool = True, width: int = 1440) -> TypingPage:
        tournament = managed(server_process)
        page = windows.page(
            viewport={"width": width, "height": 900}, locale="en-GB", java_script_enabled=script
        )
        sign_in(page.context, server_process, tournament)
        page.goto(f"{server_process.url}/manage/e/{tournament['encounter']}/type/1/")
        return TypingPage(page, f"{server_process.url}/en/e/{tournament['encounter']}/")

    return opened


def test_match_is_typed_by_keyboard_alone(open_typing_page):
    sheet = open_typing_page()
    assert sheet.focused_name == "1-end"
    sheet.write("1", "", "", "")  # a plain finish by the first player; no infractions of their side
    sheet.write("s", "32", "", "", "-", "")  # the opponents
    assert sheet.focused_name == "2-end"
    sheet.write("3", "o", "s", "14", "", "b2", "p", "20", "", "", "", "")
    assert sheet.focused_name == "3-end"
    sheet.write("d", "", "-", "", "-", "", "-", "", "s", "9", "", "")
    assert sheet.focused_name == "4-end"
    expect(sheet.summary_of_deal(1)).to_contain_text("+234")
    expect(sheet.summary_of_deal(2)).to_contain_text("+310")
    sheet.page.keyboard.press("Shift+Tab")
    while sheet.page.evaluate("document.activeElement.value") != "store":
        sheet.press("Tab")
    with sheet.page.expect_navigation():
        sheet.press("Enter")
    assert sheet.page.url == sheet.encounter
    expect(sheet.page.locator(".messages")).to_contain_text("Stored: rows 1, 2 and 3.")
    rows = sheet.page.locator(".score-sheet tbody tr[id^=hand-]")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("+310")


@pytest.mark.release
def test_enter_skips_irrelevant_boxes(open_typing_page):
    sheet = open_typing_page()
    sheet.write("2")
    assert sheet.focused_name == "1-finish"
    sheet.write("e")
    assert sheet.focused_name == "1-A1-fouls"
    sheet.write("", "", "", "")
    assert sheet.focused_name == "2-end"
    expect(sheet.summary_of_deal(1)).to_contain_text("−202")
    sheet.write("p")
    sheet.write("")
    assert sheet.focused_name == "3-end"


@pytest.mark.release
def test_arrows_move_between_rows(open_typing_page):
    sheet = open_typing_page()
    sheet.press("ArrowDown", "ArrowDown")
    assert sheet.focused_name == "3-end"
    sheet.press("ArrowUp")
    assert sheet.focused_name == "2-end"
    sheet.press("Tab", "ArrowDown")
    assert sheet.focused_name == "3-finish"


def test_problem_is_marked_on_its_box_until_fixed(open_typing_page):
    sheet = open_typing_page()
    sheet.write("1", "x")
    finish = sheet.box("1-finish")
    expect(finish).to_have_attribute("aria-invalid", "true")
    expect(finish).to_have_attribute("aria-describedby", "1-finish-said")
    expect(sheet.summary_of_deal(1)).not_to_be_empty()
    finish.fill("o")
    expect(finish).not_to_have_attribute("aria-invalid", "true")
    expect(sheet.summary_of_deal(1)).to_be_empty()


def test_list_of_infractions_appends_to_the_typed_text(open_typing_page):
    sheet = open_typing_page()
    sheet.box("1-B1-fouls").press_sequentially("a ")
    values = sheet.page.locator("#fouls option").evaluate_all("all => all.map(one => one.value)")
    assert values[:2] == ["a a", "a b"]


def test_focus_moves_to_the_refused_box(open_typing_page):
    sheet = open_typing_page()
    sheet.write("1", "", "", "", "s", "32", "", "", "-", "")
    sheet.write("1", "", "", "", "s", "400", "", "", "-", "")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.page.locator("#stopped")).to_contain_text("Stored: row 1.")
    expect(sheet.box("2-B1-points")).to_be_focused()
    expect(sheet.stored_rows).to_have_count(1)
    sheet.page.keyboard.type("40")
    # By keyboard: a tap so fast at the same place would count as a double tap.
    sheet.page.locator("button[value=store]").press("Enter")
    expect(sheet.stored_rows).to_have_count(2)


def test_without_scripts_it_is_a_plain_form(open_typing_page):
    sheet = open_typing_page(script=False)
    for name, text in {"end": "1", "B1-opening": "s", "B1-points": "32", "B2-opening": "-"}.items():
        sheet.box(f"1-{name}").fill(text)
    sheet.page.locator("button[value=check]").click()
    expect(sheet.summary_of_deal(1)).to_contain_text("+234")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.stored_rows).to_have_count(1)


def test_grid_fits_a_narrow_page(open_typing_page):
    sheet = open_typing_page(width=390)
    for width in (390, 820):
        sheet.page.set_viewport_size({"width": width, "height": 900})
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= width


AROUND = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const { left, right } = box(".p-sheet"), name = box(".p-match thead small");
    return [left, innerWidth - right, box(".p-parts").top - name.bottom];
}"""


def test_sheet_prints_on_one_a4(open_typing_page):
    sheet = open_typing_page()
    sheet.page.goto(f"{sheet.encounter}sheet/")
    sheet.page.set_viewport_size({"width": 820, "height": 1180})
    left, right, above_the_boxes = sheet.page.evaluate(AROUND)
    assert left == pytest.approx(right, abs=1)
    assert left > 0
    assert above_the_boxes > 0
    printed = PdfReader(io.BytesIO(sheet.page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    assert round(printed.pages[0].mediabox.width) in (594, 595, 596)
    assert "A player who has not opened is charged" in " ".join(printed.pages[0].extract_text().split())
