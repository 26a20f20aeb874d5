from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.table.whole_form import WholeForm
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.starts_processes]

PORTRAIT: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 568}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
SIDEWAYS: list[ViewportSize] = [
    LANDSCAPE,
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
    {"width": 568, "height": 320},
]
WHOLE_FORMS = ("okey-countdown", "okey-standard", "okey-task")
TOUCH = 48
LINES_OF_CHIPS = """sheet => Array.from(sheet.querySelectorAll(".chips .chip"))
    .filter((chip) => chip.offsetParent).map((chip) => chip.getBoundingClientRect().height)"""


def practice_page(windows: Windows, server: ServerProcess, size: ViewportSize, rule_set: str = "") -> Page:
    page = windows.page(viewport=size, locale="tr-TR", has_touch=True, reduced_motion="reduce")
    page.goto(f"{server.url}/alistirma/{rule_set and rule_set + '/'}")
    WholeForm(page).wait_for_script()
    return page


def is_in_view(control: Locator) -> bool:
    """Whether a finger reaches all of it without scrolling, and nothing lies over its middle."""
    shown: bool = control.evaluate(
        """control => {
            const { left, top, right, bottom } = control.getBoundingClientRect();
            const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return top >= 0 && bottom <= innerHeight && (control === over || control.contains(over));
        }"""
    )
    return shown


def place(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box is not None
    return box["x"], box["y"]


@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])
@pytest.mark.parametrize("rule_set", WHOLE_FORMS)
def test_save_button_is_in_view_in_every_whole_form(windows, server_process, size, rule_set) -> None:
    page = practice_page(windows, server_process, size, rule_set)
    save = page.locator("[data-save]")
    assert is_in_view(save)
    WholeForm(page).tap("end", "A1")
    expect(WholeForm(page).preview).to_have_count(1)
    assert is_in_view(save)
    # The bar covers no field for good: at the end of the page everything is above it.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert place(page.locator("#preview"))[1] < place(page.locator(".save-step"))[1]


def out_of_view(page: Page, *selectors: str) -> list[str]:
    """The visible controls that a finger reaches only after scrolling."""
    controls = [control for selector in selectors for control in page.locator(f"{selector}:visible").all()]
    assert len(controls) >= len(selectors)
    return [control.inner_text() for control in controls if not is_in_view(control)]


@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: f"{size['width']}")
def test_every_question_of_a_hand_fits_a_phone_on_its_side(windows, server_process, size) -> None:
    page = practice_page(windows, server_process, size)
    assert out_of_view(page, ".round .seat", ".choice", "[data-turn]") == []
    assert place(page.locator(".round"))[0] < place(page.locator(".asked"))[0]
    WholeForm(page).tap("end", "A1")
    sheet, keys = (".how .opt", ".how .less", ".sheet .opt", ".chips .chip"), (".keys > *:not(.by-tiles)",)
    assert out_of_view(page, *sheet, *keys) == []
    assert place(page.locator(".mini-table"))[0] < place(page.locator(".keys"))[0]
    page.locator(".how .less").click()
    assert out_of_view(page, ".how .opt", ".sheet .opt", "[data-on]") == []
    page.go_back()
    for _player in range(2):
        page.locator(".sheet:visible [data-kind=series]").click()
        page.locator("[data-key='9']").click()
        page.locator("[data-on]:visible").click()
    expect(page.locator("#preview .review")).to_be_visible()
    assert out_of_view(page, ".review .edit", ".result > div", "[data-save]") == []
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", [PORTRAIT, SMALL, *SIDEWAYS], ids=lambda size: f"{size['width']}")
def test_plain_hand_of_countdown_is_saved_without_scrolling(windows, server_process, size) -> None:
    page = practice_page(windows, server_process, size, "okey-countdown")
    questions = (".round .seat", ".choice", "label.opt:has([name=hand])")
    assert out_of_view(page, *questions, "[data-brief]", "[data-save]") == []
    button = place(page.locator("[data-save]"))
    WholeForm(page).tap("end", "B1")
    expect(page.locator("[data-brief] .result .num")).to_have_text(["−2", "0"])
    assert out_of_view(page, *questions, "[data-brief] .result", "[data-save]") == []
    assert place(page.locator("[data-save]")) == button
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("rule_set", ["", "okey-countdown"])
def test_all_seats_are_in_view_on_a_phone_on_its_side(windows, server_process, rule_set) -> None:
    page = practice_page(windows, server_process, LANDSCAPE, rule_set)
    assert [is_in_view(seat) for seat in page.locator(".round .seat").all()] == [True] * 4


@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])
def test_each_players_sheet_has_its_controls_at_the_same_place(windows, server_process, size) -> None:
    page = practice_page(windows, server_process, size)
    WholeForm(page).tap("end", "deck_exhausted")
    places = set()
    for x in (4, 64, 4, 64):
        sheet = page.locator(".sheet:visible")
        if x == 64:  # namesakes have both their names
            sheet.locator("h2").evaluate("heading => { heading.textContent = 'Mehmet Karaosmanoğlu' }")
        opening = sheet.locator("[data-kind=none]")
        places.add((place(page.locator(".mini-table")), place(opening), place(page.locator(".keys"))))
        for control in (opening, page.locator(".keys [data-on]"), sheet.locator("[data-fouls]")):
            control.scroll_into_view_if_needed()
            assert is_in_view(control)
        page.evaluate("scrollTo(0, 0)")
        opening.click(position={"x": x, "y": 24})
    assert len(places) == 1


def test_more_points_than_a_rack_can_have_are_refused_at_the_keypad(windows, server_process) -> None:
    page = practice_page(windows, server_process, PORTRAIT)
    WholeForm(page).tap("end", "A1")
    sheet = page.locator(".sheet:visible")
    sheet.locator("[data-kind=series]").click()
    for _digit in range(3):
        page.locator("[data-key='9']").click()
    field, refusal = sheet.locator(".points input"), sheet.locator("[data-refusal]")
    expect(field).to_have_value("99")
    words = "JSON.parse(document.getElementById('bounds').textContent).rack_words"
    assert refusal.inner_text() == page.evaluate(f"{words}.series")
    assert place(refusal)[1] < place(sheet.locator("[data-part=opening]"))[1]
    assert all(is_in_view(key) for key in page.locator(".keys [data-key]").all())
    page.locator("[data-key=back]").click()
    assert (field.input_value(), refusal.inner_text()) == ("9", "")


def test_too_many_points_are_refused_as_they_are_typed(windows, server_process) -> None:
    page = practice_page(windows, server_process, PORTRAIT, "okey-task")
    field = page.locator("[name=A1-points]")
    field.press_sequentially("999")
    expect(field).to_have_value("99")
    assert field.evaluate("field => field.validationMessage")
    field.fill("120")
    assert (field.input_value(), field.evaluate("field => field.validationMessage")) == ("120", "")


def test_chips_of_infractions_stay_in_one_line(windows, server_process) -> None:
    page = practice_page(windows, server_process, PORTRAIT)
    WholeForm(page).tap("end", "A1")
    sheet = page.locator(".sheet:visible")
    for chip in sheet.locator(".foul:visible .more").all():
        chip.click()
    expect(sheet.locator(".foul.has")).to_have_count(2)
    assert set(sheet.evaluate(LINES_OF_CHIPS)) == {TOUCH}
    assert page.evaluate("document.documentElement.scrollWidth") == PORTRAIT["width"]
