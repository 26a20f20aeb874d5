from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import refresh_all_standings, wait_until_idle
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
PLAY = """
from tests.factories import play_hand, report
from tournaments.models import Encounter
played = Encounter.objects.select_related("stage__tournament").filter(state="playing")
play_hand(played.get(stage__tournament__public_id="{}"), report())
"""
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => {
        if (!entry.hadRecentInput) window.shifted += entry.value;
    })).observe({type: "layout-shift"});
}"""
PANNED = "board => board.scrollLeft"


@pytest.fixture(scope="module")
def bracket_url(server_process: ServerProcess) -> str:
    path = server_process.run("tests.browser.scenes.bracket")
    refresh_all_standings(server_process)
    return f"{server_process.url}/en{path}"


def open_bracket(windows: Windows, url: str, size: ViewportSize, **choices: Any) -> Page:
    page = windows.page(viewport=size, locale="en-GB", **choices)
    page.goto(url)
    return page


@pytest.fixture
def desktop_page(windows: Windows, bracket_url: str) -> Page:
    return open_bracket(windows, bracket_url, DESK, reduced_motion="reduce")


@pytest.fixture
def phone_page(windows: Windows, bracket_url: str) -> Page:
    return open_bracket(windows, bracket_url, PHONE, has_touch=True, reduced_motion="reduce")


def winner(page: Page) -> Locator:
    return page.locator("#tie-1-main-1-1 .slot.win .nm")


def highlighted_path(page: Page) -> Locator:
    return page.locator(".bk li.through")


def test_hovering_shows_the_path(desktop_page: Page):
    winner(desktop_page).hover()
    expect(highlighted_path(desktop_page)).to_have_count(2)
    expect(desktop_page.locator("#tie-1-main-1-1")).to_have_class("leads through path-out")
    expect(desktop_page.locator("#tie-1-main-2-1")).to_have_class("leads has-feeder through path-in")
    desktop_page.locator("h1").hover()
    expect(highlighted_path(desktop_page)).to_have_count(0)


def test_keyboard_shows_the_path_and_moves_along_it(desktop_page: Page):
    winner(desktop_page).focus()
    expect(highlighted_path(desktop_page)).to_have_count(2)
    desktop_page.keyboard.press("ArrowRight")
    expect(desktop_page.locator("#tie-1-main-2-1 .slot.me .nm")).to_be_focused()
    desktop_page.keyboard.press("ArrowLeft")
    expect(winner(desktop_page)).to_be_focused()


def test_focus_moves_round_by_round(desktop_page: Page):
    order = desktop_page.locator(".bk a").evaluate_all(
        "links => links.map(link => link.closest('.bk > section').id)"
    )
    assert order == sorted(order)


def test_tap_pins_the_path_and_another_releases_it(phone_page: Page, bracket_url: str):
    name = phone_page.locator("#tie-1-main-2-1 .slot .nm").first
    name.tap()
    # The focus highlights the path already before the click pins it, so wait for the answer to the click.
    card = phone_page.locator("#trail")
    expect(card).to_be_attached()
    expect(highlighted_path(phone_page)).to_have_count(2)
    chosen = phone_page.locator("#path-of").input_value()
    assert chosen
    expect(phone_page).to_have_url(f"{bracket_url}?path={chosen}")
    name.tap()
    expect(card).to_have_count(0)
    expect(highlighted_path(phone_page)).to_have_count(0)
    expect(phone_page).to_have_url(bracket_url)


def test_escape_and_release_button_release_the_path(desktop_page: Page, bracket_url: str):
    winner(desktop_page).click()
    expect(desktop_page.locator("[data-release]")).to_be_visible()
    desktop_page.keyboard.press("Escape")
    expect(desktop_page.locator("[data-release]")).to_be_hidden()
    winner(desktop_page).click()
    desktop_page.locator("[data-release]").click()
    expect(desktop_page.locator("[data-release]")).to_be_hidden()
    expect(desktop_page).to_have_url(bracket_url)


def choose(page: Page, row: Locator) -> str:
    number = str(row.get_attribute("data-entrant-number"))
    value = page.locator(f"#path-of option[data-entrant-number='{number}']").get_attribute("value")
    page.locator("#path-of").select_option(value)
    return number


def test_chosen_name_in_a_collapsed_round_is_scrolled_into_view(phone_page: Page):
    phone_page.locator(".seg.rounds a").last.tap()
    expect(phone_page.locator("#round-1-main-1")).to_have_class(re.compile("past"))
    number = choose(phone_page, phone_page.locator("#tie-1-main-1-7 .slot.lose"))
    row = phone_page.locator(f".bk .slot.me[data-entrant-number='{number}']")
    expect(row).to_be_in_viewport(ratio=1)
    expect(phone_page.locator(f"#trail[data-entrant-number='{number}']")).to_be_attached()
    wait_until_idle(phone_page)
    expect(row).to_be_in_viewport(ratio=1)
    expect(phone_page.locator("#round-1-main-1")).not_to_have_class(re.compile("past"))


def test_chosen_name_is_scrolled_into_view_during_another_scroll(phone_page: Page):
    phone_page.locator(".seg.rounds a").first.tap()
    expect(phone_page.locator("#tie-1-main-1-7")).to_be_visible()
    wait_until_idle(phone_page)
    phone_page.evaluate("document.querySelector('.seg.rounds a:last-child').click()")
    number = choose(phone_page, phone_page.locator("#tie-1-main-1-7 .slot.lose"))
    wait_until_idle(phone_page)
    expect(phone_page.locator(f".bk .slot.me[data-entrant-number='{number}']")).to_be_in_viewport(ratio=1)


def test_card_of_the_path_loads_without_navigation(phone_page: Page):
    row = phone_page.locator("#tie-1-main-2-3 .slot").first
    row.scroll_into_view_if_needed()
    number = row.get_attribute("data-entrant-number")
    phone_page.evaluate("window.same = true")
    before: Any = row.bounding_box()
    row.locator(".nm").tap()
    card = phone_page.locator("#trail")
    expect(card).to_have_attribute("data-entrant-number", str(number))
    expect(card.locator("li")).to_have_count(2)
    after: Any = row.bounding_box()
    assert after["y"] == pytest.approx(before["y"], abs=1)
    assert f"path={phone_page.locator('#path-of').input_value()}" in str(
        phone_page.locator("#live").get_attribute("hx-get")
    )
    assert phone_page.evaluate("window.same") is True


def test_choosing_and_releasing_are_history_steps(phone_page: Page, bracket_url: str):
    first = choose(phone_page, phone_page.locator("#tie-1-main-1-1 .slot.lose"))
    second = choose(phone_page, phone_page.locator("#tie-1-main-1-2 .slot.lose"))
    card = phone_page.locator("#trail")
    expect(card).to_have_attribute("data-entrant-number", second)
    phone_page.go_back()
    expect(card).to_have_attribute("data-entrant-number", first)
    expect(phone_page.locator(f".slot.me[data-entrant-number='{first}']")).to_have_count(1)
    phone_page.go_back()
    expect(card).to_have_count(0)
    expect(highlighted_path(phone_page)).to_have_count(0)
    expect(phone_page).to_have_url(bracket_url)
    assert phone_page.locator("#path-of").input_value() == ""
    phone_page.go_forward()
    expect(card).to_have_attribute("data-entrant-number", first)


def test_list_of_names_keeps_its_width(phone_page: Page):
    names = phone_page.locator("#path-of")
    before: Any = names.bounding_box()
    choose(phone_page, phone_page.locator("#tie-1-main-1-1 .slot.lose"))
    expect(phone_page.locator("[data-release]")).to_be_visible()
    after: Any = names.bounding_box()
    assert after["width"] == before["width"]


def test_bracket_opens_on_the_current_round(phone_page: Page):
    expect(phone_page.locator("#tie-1-main-2-1")).to_be_in_viewport()
    expect(phone_page.locator("#tie-1-main-1-1 .tie")).not_to_be_in_viewport()
    expect(phone_page.locator(".seg.rounds [aria-current]")).to_have_text("QF Quarter-finals in play")


def test_tap_on_a_round_scrolls_to_its_box(phone_page: Page):
    phone_page.locator(".seg.rounds a").last.tap()
    expect(phone_page.locator("#tie-1-main-4-1 .tie").first).to_be_in_viewport(ratio=0.5)


def test_round_on_a_phone_is_no_taller_than_its_boxes(phone_page: Page):
    board = phone_page.locator(".bk")

    def height() -> int:
        return int(board.evaluate("board => board.offsetHeight"))

    quarter_finals = height()
    phone_page.locator(".seg.rounds a").first.tap()
    expect(phone_page.locator("#tie-1-main-1-1")).to_be_in_viewport()
    expect(phone_page.locator(".seg.rounds a").first).to_have_attribute("aria-current", "true")
    expect(phone_page.locator("#round-1-main-1")).not_to_have_class(re.compile("past"))
    last_16 = height()
    assert quarter_finals < last_16
    phone_page.locator(".seg.rounds a").last.tap()
    expect(phone_page.locator("#round-1-main-3")).to_have_class(re.compile("past"))
    assert height() < last_16


def test_marked_entrant_has_a_link_to_their_page(phone_page: Page):
    link = phone_page.locator("[data-page]")
    expect(link).to_be_hidden()
    phone_page.locator("#tie-1-main-2-1 .slot .nm").first.tap()
    expect(link).to_be_visible()
    chosen = phone_page.locator("#path-of").input_value()
    assert str(link.get_attribute("href")).endswith(f"/entrants/{chosen}/")


def test_marks_and_panning_stay_while_hands_come_in(
    server_process: ServerProcess, bracket_url: str, phone_page: Page
):
    phone_page.locator(".seg.rounds a").last.tap()
    expect(phone_page.locator("#tie-1-main-4-1 .tie").first).to_be_in_viewport(ratio=0.5)
    phone_page.locator("#path-of").select_option(index=1)
    board = phone_page.locator(".bk")
    expect(phone_page.locator("#trail")).to_be_attached()
    wait_until_idle(phone_page)
    marked, panned = highlighted_path(phone_page).count(), board.evaluate(PANNED)
    scrolled = phone_page.evaluate("window.scrollY")
    phone_page.evaluate(SHIFTS)
    live = phone_page.locator("#tie-1-main-2-1 .badge.live")
    before = live.text_content()
    server_process.tell(PLAY.format(bracket_url.split("/")[-3]))
    expect(live).not_to_have_text(str(before))
    wait_until_idle(phone_page)
    assert marked > 0
    assert highlighted_path(phone_page).count() == marked
    expect(phone_page.locator("#trail")).to_be_visible()
    assert board.evaluate(PANNED) == panned
    assert phone_page.evaluate("window.scrollY") == scrolled
    assert phone_page.evaluate("window.shifted") == 0


def test_panning_by_mouse_opens_no_link(windows: Windows, bracket_url: str):
    page = open_bracket(windows, bracket_url, {"width": 900, "height": 900})
    board = page.locator(".bk")
    before = board.evaluate(PANNED)
    box: Any = page.locator("#tie-1-main-2-2 .tie-header").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] - 300, box["y"] + 5, steps=8)
    page.mouse.up()
    assert board.evaluate(PANNED) > before + 100
    assert page.url == bracket_url


@pytest.mark.parametrize("where", [".tie-header", ".s >> nth=0"])
def test_box_outside_its_names_opens_the_encounter(desktop_page: Page, where):
    box: Any = desktop_page.locator(f"#tie-1-main-2-1 {where}").bounding_box()
    desktop_page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(desktop_page).to_have_url(re.compile("/e/"))


def test_without_scripts_a_name_links_to_its_path(windows: Windows, bracket_url: str):
    page = open_bracket(windows, bracket_url, PHONE, java_script_enabled=False)
    winner(page).click()
    expect(page.locator("#trail h2")).to_be_visible()
    expect(highlighted_path(page)).to_have_count(2)
    page.locator("[data-release]").click()
    expect(highlighted_path(page)).to_have_count(0)
