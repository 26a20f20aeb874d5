from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import become_keeper_by_http
from tests.browser.table.whole_form import WholeForm
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PORTRAIT: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 568}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
SIDEWAYS: list[ViewportSize] = [
    LANDSCAPE,
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
    {"width": 568, "height": 320},
]
ON_THEIR_SIDE = [*(pytest.param(size, marks=pytest.mark.release) for size in SIDEWAYS[:-1]), SIDEWAYS[-1]]
PHONES = [pytest.param(PORTRAIT, marks=pytest.mark.release), SMALL, *ON_THEIR_SIDE]
MAKE_TABLE = """
import json
from tests.factories import NOW, encounters_of, enter_named, open_tournament
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
tournament = open_tournament()
pairs = [("Abdurrahman Ak", "Mehmet Yıldız"), ("Gülümsernihal Karaosmanoğlu", "Mehmet Yılmaz")] * 2
named = [(f"{pair[0]} {at}", [f"{name}{at}" for name in pair]) for at, pair in enumerate(pairs)]
enter_named(tournament, named)
draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
encounter = encounters_of(tournament)[0]
token = encounter.table.links.get().token
print(json.dumps({"table": str(encounter.table.public_id), "token": token}))
"""
BROKEN_WORDS = """names => {
    const broken = [], shown = names.filter((name) => name.getClientRects().length);
    for (const name of shown) {
        const nodes = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
            for (const word of nodes.currentNode.data.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(nodes.currentNode, word.index);
                range.setEnd(nodes.currentNode, word.index + word[0].length);
                const lines = new Set(Array.from(range.getClientRects(), (line) => Math.round(line.top)));
                if (lines.size > 1) broken.push(word[0]);
            }
        }
    }
    return [shown.length, broken];
}"""
"""How many of the names are shown, and their words that continue on another line."""
WHOLE_FORMS = ("okey-countdown", "okey-standard", "okey-task")
TOUCH = 48
LINES_OF_CHIPS = """sheet => Array.from(sheet.querySelectorAll(".chips .chip"))
    .filter((chip) => chip.offsetParent).map((chip) => chip.getBoundingClientRect().height)"""


def practice_page(windows: Windows, server: ServerProcess, size: ViewportSize, rule_set: str = "") -> Page:
    page = windows.page(viewport=size, locale="tr-TR", has_touch=True, reduced_motion="reduce")
    page.goto(f"{server.url}/alistirma/{rule_set and rule_set + '/'}")
    WholeForm(page).wait_for_script()
    return page


IN_VIEW = """control => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (control === over || control.contains(over));
}"""
VISIBLE = """control => {
    const { width, height } = control.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(control).visibility !== "hidden";
}"""


def is_in_view(control: Locator) -> bool:
    """Whether a finger reaches all of it without scrolling, and nothing lies over its middle."""
    shown: bool = control.evaluate(IN_VIEW)
    return shown


def place(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box is not None
    return box["x"], box["y"]


@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])
@pytest.mark.parametrize(
    "rule_set",
    [WHOLE_FORMS[0], *(pytest.param(other, marks=pytest.mark.release) for other in WHOLE_FORMS[1:])],
)
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
    """The visible controls that a finger reaches only after scrolling, read before the page can change."""
    found: list[list[tuple[str, bool]]] = page.evaluate(
        f"""selectors => selectors.map((selector) => [...document.querySelectorAll(selector)]
            .filter({VISIBLE}).map((control) => [control.innerText, ({IN_VIEW})(control)]))""",
        list(selectors),
    )
    assert all(found)
    return [text for controls in found for text, reached in controls if not reached]


@pytest.mark.release
@pytest.mark.parametrize("size", ON_THEIR_SIDE, ids=lambda size: f"{size['width']}")
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


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}")
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


@pytest.mark.release
@pytest.mark.parametrize("rule_set", ["", "okey-countdown"])
def test_all_seats_are_in_view_on_a_phone_on_its_side(windows, server_process, rule_set) -> None:
    page = practice_page(windows, server_process, LANDSCAPE, rule_set)
    assert [is_in_view(seat) for seat in page.locator(".round .seat").all()] == [True] * 4


@pytest.mark.release
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


@pytest.mark.release
def test_chips_of_infractions_stay_in_one_line(windows, server_process) -> None:
    page = practice_page(windows, server_process, PORTRAIT)
    WholeForm(page).tap("end", "A1")
    sheet = page.locator(".sheet:visible")
    for chip in sheet.locator(".foul:visible .more").all():
        chip.click()
    expect(sheet.locator(".foul.has")).to_have_count(2)
    assert set(sheet.evaluate(LINES_OF_CHIPS)) == {TOUCH}
    assert page.evaluate("document.documentElement.scrollWidth") == PORTRAIT["width"]


def broken_words(page: Page, names: str, *, shown: int) -> list[str]:
    shown_names, broken = page.locator(names).evaluate_all(BROKEN_WORDS)
    assert shown_names == shown
    words: list[str] = broken
    return words


@pytest.mark.release
@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}")
def test_no_name_is_broken_in_a_word(windows, server_process, size) -> None:
    about = json.loads(server_process.tell(MAKE_TABLE).splitlines()[-1])
    page = windows.page(viewport=size, locale="tr-TR", has_touch=True, reduced_motion="reduce")
    become_keeper_by_http(page.context, server_process.url, about, "Nermin")
    page.goto(f"{server_process.url}/table/{about['table']}/")
    assert broken_words(page, ".round .seat b", shown=4) == []
    page.goto(f"{server_process.url}/table/{about['table']}/hand/")
    WholeForm(page).wait_for_script()
    assert broken_words(page, ".round .seat b", shown=4) == []
    WholeForm(page).tap("end", "deck_exhausted")
    for x in (4, 48, 4, 48):
        assert broken_words(page, ".sheet h2", shown=1) == []
        assert broken_words(page, ".four span", shown=4) == []
        page.locator(".sheet:visible [data-kind=none]").click(position={"x": x, "y": 24})
    expect(page.locator("#preview .review")).to_be_visible()
    assert broken_words(page, ".review .p header b", shown=4) == []
