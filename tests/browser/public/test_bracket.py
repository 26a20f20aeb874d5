from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.live_page import at_rest, make_standings
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

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
def url(served: Served) -> str:
    path = served.run("tests.browser.scenes.bracketed")
    make_standings(served)
    return f"{served.url}/en{path}"


def opened(windows: Windows, url: str, size: ViewportSize, **choices: Any) -> Page:
    page = windows.page(viewport=size, locale="en-GB", **choices)
    page.goto(url)
    return page


@pytest.fixture
def desk(windows: Windows, url: str) -> Page:
    return opened(windows, url, DESK, reduced_motion="reduce")


@pytest.fixture
def phone(windows: Windows, url: str) -> Page:
    return opened(windows, url, PHONE, has_touch=True, reduced_motion="reduce")


def winner(page: Page) -> Locator:
    return page.locator("#tie-1-main-1-1 .slot.win .nm")


def way(page: Page) -> Locator:
    return page.locator(".bk li.through")


def test_hovering_shows_the_path(desk: Page):
    winner(desk).hover()
    expect(way(desk)).to_have_count(2)
    expect(desk.locator("#tie-1-main-1-1")).to_have_class("leads through sends")
    expect(desk.locator("#tie-1-main-2-1")).to_have_class("leads fed through came")
    desk.locator("h1").hover()
    expect(way(desk)).to_have_count(0)


def test_keyboard_shows_the_path_and_moves_along_it(desk: Page):
    winner(desk).focus()
    expect(way(desk)).to_have_count(2)
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#tie-1-main-2-1 .slot.me .nm")).to_be_focused()
    desk.keyboard.press("ArrowLeft")
    expect(winner(desk)).to_be_focused()


def test_focus_moves_round_by_round(desk: Page):
    order = desk.locator(".bk a").evaluate_all("links => links.map(link => link.closest('.bk > section').id)")
    assert order == sorted(order)


def test_tap_pins_the_path_and_another_releases_it(phone: Page, url: str):
    name = phone.locator("#tie-1-main-2-1 .slot .nm").first
    name.tap()
    expect(way(phone)).to_have_count(2)
    chosen = phone.locator("#path-of").input_value()
    assert chosen
    expect(phone).to_have_url(f"{url}?path={chosen}")
    name.tap()
    expect(way(phone)).to_have_count(0)
    expect(phone).to_have_url(url)


def test_escape_and_release_button_release_the_path(desk: Page, url: str):
    winner(desk).click()
    expect(desk.locator("[data-release]")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("[data-release]")).to_be_hidden()
    winner(desk).click()
    desk.locator("[data-release]").click()
    expect(desk.locator("[data-release]")).to_be_hidden()
    expect(desk).to_have_url(url)


def choose(page: Page, row: Locator) -> str:
    number = str(row.get_attribute("data-e"))
    value = page.locator(f"#path-of option[data-e='{number}']").get_attribute("value")
    page.locator("#path-of").select_option(value)
    return number


def test_chosen_name_in_a_collapsed_round_is_scrolled_into_view(phone: Page):
    phone.locator(".seg.rounds a").last.tap()
    expect(phone.locator("#round-1-main-1")).to_have_class(re.compile("past"))
    number = choose(phone, phone.locator("#tie-1-main-1-7 .slot.lose"))
    row = phone.locator(f".bk .slot.me[data-e='{number}']")
    expect(row).to_be_in_viewport(ratio=1)
    expect(phone.locator(f"#trail[data-e='{number}']")).to_be_attached()
    at_rest(phone)
    expect(row).to_be_in_viewport(ratio=1)
    expect(phone.locator("#round-1-main-1")).not_to_have_class(re.compile("past"))


def test_chosen_name_is_scrolled_into_view_during_another_scroll(phone: Page):
    phone.locator(".seg.rounds a").first.tap()
    expect(phone.locator("#tie-1-main-1-7")).to_be_visible()
    at_rest(phone)
    phone.evaluate("document.querySelector('.seg.rounds a:last-child').click()")
    number = choose(phone, phone.locator("#tie-1-main-1-7 .slot.lose"))
    at_rest(phone)
    expect(phone.locator(f".bk .slot.me[data-e='{number}']")).to_be_in_viewport(ratio=1)


def test_card_of_the_path_loads_without_navigation(phone: Page):
    row = phone.locator("#tie-1-main-2-3 .slot").first
    row.scroll_into_view_if_needed()
    number = row.get_attribute("data-e")
    phone.evaluate("window.same = true")
    before: Any = row.bounding_box()
    row.locator(".nm").tap()
    card = phone.locator("#trail")
    expect(card).to_have_attribute("data-e", str(number))
    expect(card.locator("li")).to_have_count(2)
    after: Any = row.bounding_box()
    assert after["y"] == pytest.approx(before["y"], abs=1)
    assert f"path={phone.locator('#path-of').input_value()}" in str(
        phone.locator("#live").get_attribute("hx-get")
    )
    assert phone.evaluate("window.same") is True


def test_choosing_and_releasing_are_history_steps(phone: Page, url: str):
    first = choose(phone, phone.locator("#tie-1-main-1-1 .slot.lose"))
    second = choose(phone, phone.locator("#tie-1-main-1-2 .slot.lose"))
    card = phone.locator("#trail")
    expect(card).to_have_attribute("data-e", second)
    phone.go_back()
    expect(card).to_have_attribute("data-e", first)
    expect(phone.locator(f".slot.me[data-e='{first}']")).to_have_count(1)
    phone.go_back()
    expect(card).to_have_count(0)
    expect(way(phone)).to_have_count(0)
    expect(phone).to_have_url(url)
    assert phone.locator("#path-of").input_value() == ""
    phone.go_forward()
    expect(card).to_have_attribute("data-e", first)


def test_list_of_names_keeps_its_width(phone: Page):
    names = phone.locator("#path-of")
    before: Any = names.bounding_box()
    choose(phone, phone.locator("#tie-1-main-1-1 .slot.lose"))
    expect(phone.locator("[data-release]")).to_be_visible()
    after: Any = names.bounding_box()
    assert after["width"] == before["width"]


def test_bracket_opens_on_the_current_round(phone: Page):
    expect(phone.locator("#tie-1-main-2-1")).to_be_in_viewport()
    expect(phone.locator("#tie-1-main-1-1 .tie")).not_to_be_in_viewport()
    expect(phone.locator(".seg.rounds [aria-current]")).to_have_text("QF Quarter-finals in play")


def test_tap_on_a_round_scrolls_to_its_box(phone: Page):
    phone.locator(".seg.rounds a").last.tap()
    expect(phone.locator("#tie-1-main-4-1 .tie").first).to_be_in_viewport(ratio=0.5)


def test_round_on_a_phone_is_no_taller_than_its_boxes(phone: Page):
    board = phone.locator(".bk")

    def height() -> int:
        return int(board.evaluate("board => board.offsetHeight"))

    quarter_finals = height()
    phone.locator(".seg.rounds a").first.tap()
    expect(phone.locator("#tie-1-main-1-1")).to_be_in_viewport()
    expect(phone.locator(".seg.rounds a").first).to_have_attribute("aria-current", "true")
    expect(phone.locator("#round-1-main-1")).not_to_have_class(re.compile("past"))
    last_16 = height()
    assert quarter_finals < last_16
    phone.locator(".seg.rounds a").last.tap()
    expect(phone.locator("#round-1-main-3")).to_have_class(re.compile("past"))
    assert height() < last_16


def test_marked_entrant_has_a_link_to_their_page(phone: Page):
    link = phone.locator("[data-page]")
    expect(link).to_be_hidden()
    phone.locator("#tie-1-main-2-1 .slot .nm").first.tap()
    expect(link).to_be_visible()
    chosen = phone.locator("#path-of").input_value()
    assert str(link.get_attribute("href")).endswith(f"/entrants/{chosen}/")


def test_marks_and_panning_stay_while_hands_come_in(served: Served, url: str, phone: Page):
    phone.locator(".seg.rounds a").last.tap()
    expect(phone.locator("#tie-1-main-4-1 .tie").first).to_be_in_viewport(ratio=0.5)
    phone.locator("#path-of").select_option(index=1)
    board = phone.locator(".bk")
    expect(phone.locator("#trail")).to_be_attached()
    at_rest(phone)
    marked, panned = way(phone).count(), board.evaluate(PANNED)
    scrolled = phone.evaluate("window.scrollY")
    phone.evaluate(SHIFTS)
    live = phone.locator("#tie-1-main-2-1 .badge.live")
    before = live.text_content()
    served.tell(PLAY.format(url.split("/")[-3]))
    expect(live).not_to_have_text(str(before))
    at_rest(phone)
    assert marked > 0
    assert way(phone).count() == marked
    expect(phone.locator("#trail")).to_be_visible()
    assert board.evaluate(PANNED) == panned
    assert phone.evaluate("window.scrollY") == scrolled
    assert phone.evaluate("window.shifted") == 0


def test_panning_by_mouse_opens_no_link(windows: Windows, url: str):
    page = opened(windows, url, {"width": 900, "height": 900})
    board = page.locator(".bk")
    before = board.evaluate(PANNED)
    box: Any = page.locator("#tie-1-main-2-2 .hd").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] - 300, box["y"] + 5, steps=8)
    page.mouse.up()
    assert board.evaluate(PANNED) > before + 100
    assert page.url == url


@pytest.mark.parametrize("where", [".hd", ".s >> nth=0"])
def test_box_outside_its_names_opens_the_encounter(desk: Page, where):
    box: Any = desk.locator(f"#tie-1-main-2-1 {where}").bounding_box()
    desk.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(desk).to_have_url(re.compile("/e/"))


def test_without_scripts_a_name_links_to_its_path(windows: Windows, url: str):
    page = opened(windows, url, PHONE, java_script_enabled=False)
    winner(page).click()
    expect(page.locator("#trail h2")).to_be_visible()
    expect(way(page)).to_have_count(2)
    page.locator("[data-release]").click()
    expect(way(page)).to_have_count(0)
