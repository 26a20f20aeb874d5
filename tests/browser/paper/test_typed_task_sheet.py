from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent, spilling
from tests.browser.paper.test_typed_okey_sheet import LOW, TOUCH
from tests.browser.paper.test_typed_sheet import TypingPage
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

Open = Callable[..., TypingPage]
INSIDE = """() => {
    const box = (element) => element.getBoundingClientRect();
    const foot = box(document.querySelector(".p-legend")).top;
    const tables = Array.from(document.querySelectorAll(".p-racks"), box);
    const below = tables.slice(1).map((one, place) => one.top - tables[place].bottom);
    const marks = Array.from(document.querySelectorAll(".p-racks td"));
    return {
        apart: Math.min(...below, foot - tables[tables.length - 1].bottom),
        wide: marks.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    };
}"""


@pytest.fixture
def open_typing_page(server_process: ServerProcess, windows: Windows) -> Open:
    def opened(*, script: bool = True, width: int = 1440) -> TypingPage:
        tournament = managed(server_process, RULES="okey-task")
        page = windows.page(
            viewport={"width": width, "height": 900}, locale="en-GB", java_script_enabled=script
        )
        sign_in(page.context, server_process, tournament)
        page.goto(f"{server_process.url}/manage/e/{tournament['encounter']}/type/1/")
        return TypingPage(page, f"{server_process.url}/en/e/{tournament['encounter']}/")

    return opened


def test_hand_is_typed_by_keyboard_alone(open_typing_page):
    sheet = open_typing_page()
    assert sheet.focused_name == "1-task"
    sheet.write("k3s3", "1", "")  # no joker of the finisher
    assert sheet.focused_name == "1-A2-opened"
    sheet.write("", "31", "o", "12", "1", "", "40")
    assert sheet.focused_name == "2-task"
    expect(sheet.summary_of_deal(1)).to_contain_text("+31")
    expect(sheet.summary_of_deal(1)).to_contain_text("+102")
    sheet.write("p", "d", "", "5", "", "6", "", "7", "", "8")
    assert sheet.focused_name == "3-task"
    expect(sheet.summary_of_deal(2)).to_contain_text("+15")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.stored_rows).to_have_count(2)
    expect(sheet.stored_rows.first).to_contain_text("K3S3")
    assert sheet.focused_name == "3-task"


def test_problem_is_marked_on_its_box_while_typing(open_typing_page):
    sheet = open_typing_page()
    sheet.write("k5", "1")
    expect(sheet.summary_of_deal(1)).not_to_be_empty()
    expect(sheet.box("1-task")).to_have_attribute("aria-invalid", "true")
    sheet.box("1-task").fill("k4")
    expect(sheet.box("1-task")).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.release
def test_without_scripts_it_is_a_plain_form(open_typing_page):
    sheet = open_typing_page(script=False)
    for name, text in {
        "task": "2s4",
        "end": "2",
        "A1-points": "9",
        "B1-points": "8",
        "B2-points": "7",
    }.items():
        sheet.box(f"1-{name}").fill(text)
    sheet.page.locator("button[value=check]").click()
    expect(sheet.summary_of_deal(1)).to_contain_text("+9")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.stored_rows).to_have_count(1)


@pytest.mark.release
def test_sheet_is_typed_on_a_phone(open_typing_page):
    sheet = open_typing_page(width=360)
    sheet.write("k3", "1", "", "", "31", "x")
    expect(sheet.summary_of_deal(1)).not_to_be_empty()
    expect(sheet.page.locator("[aria-invalid=true]")).to_have_count(1)
    assert not is_wider_than_the_screen(sheet.page)
    assert sheet.page.evaluate(LOW, TOUCH) == 0
    with letters_at_200_percent(sheet.page):
        assert not is_wider_than_the_screen(sheet.page)
        assert spilling(sheet.page, ".t-row > :not(.sr), .t-figures span:not(.sr), .t-end input") == []


def test_sheet_prints_on_one_a4(open_typing_page):
    sheet = open_typing_page()
    sheet.write("k4s4", "1", "", "", "31", "o", "12", "2", "", "40")
    sheet.page.locator("button[value=store]").click()
    expect(sheet.stored_rows).to_have_count(1)
    sheet.page.goto(f"{sheet.encounter}sheet/")
    expect(sheet.page.locator(".p-racks .on")).to_have_text(["K4S4", "1", "O", "2"])
    inside = sheet.page.evaluate(INSIDE)
    assert inside["apart"] >= 0
    assert inside["wide"] == 0
    printed = PdfReader(io.BytesIO(sheet.page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    assert round(printed.pages[0].mediabox.width) in (594, 595, 596)
    assert "K3S3 Set of 3 + run of 3" in " ".join(printed.pages[0].extract_text().split())
