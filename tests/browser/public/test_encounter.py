from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.live_page import play_in, refresh_all_standings, wait_until_idle
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
WATCH_SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({type: "layout-shift", buffered: false});
}"""
PLACED = "#live [id], #live h1, #live .card, #live tfoot td"
PLACES = """placed => [...document.querySelectorAll(placed)].map(one => {
    const box = one.getBoundingClientRect();
    return [one.id, Math.round(box.left), Math.round(box.top)];
}).filter(([id]) => !id.startsWith("open-"))"""
FIGURES = "#live .matches .num, #live .score-sheet tfoot summary, #live .badge.live"
LONGER = """([selector, before]) => [...document.querySelectorAll(selector)].filter(
    (one, at) => one.innerText.length > before[at].length
).length"""


@pytest.fixture(scope="module")
def encounter_url(server_process: ServerProcess) -> str:
    path = json.loads(server_process.run("tests.browser.scenes.encounter_page"))
    refresh_all_standings(server_process)
    return f"{server_process.url}/en{path}"


def open_encounter(windows: Windows, address: str, size: ViewportSize) -> Page:
    page = windows.page(viewport=size, locale="en-GB")
    page.goto(address)
    return page


@pytest.mark.release
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.release)])
def test_open_explanation_survives_a_hand_without_layout_shift(
    windows: Windows, server_process: ServerProcess, encounter_url: str, size: ViewportSize
):
    page = open_encounter(windows, encounter_url, size)
    correction = page.locator(".was").first
    correction.locator("summary").click()
    figure = page.locator("[id^=total-1-A]")
    figure.locator("summary").click()
    before = figure.locator("summary").inner_text()
    wait_until_idle(page)
    scrolled = page.evaluate("window.scrollY")
    places = page.evaluate(PLACES, PLACED)
    figures = page.locator(FIGURES).all_inner_texts()
    page.evaluate(WATCH_SHIFTS)
    server_process.tell(play_in(encounter_url))
    expect(figure.locator("summary")).not_to_have_text(before)
    expect(figure.locator(".explain")).to_be_visible()
    expect(correction).to_have_attribute("open", "")
    wait_until_idle(page)
    assert page.evaluate("window.scrollY") == scrolled
    assert page.evaluate(LONGER, [FIGURES, figures]) > 0
    assert page.evaluate("window.shifted") == 0
    assert [place for place in places if place not in page.evaluate(PLACES, PLACED)] == []


@pytest.mark.release
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.release)])
def test_every_figures_explanation_fits_the_screen(windows: Windows, encounter_url: str, size: ViewportSize):
    page = open_encounter(windows, encounter_url, size)
    for name in ("result", "figure-1-1-B1", "points-1-2-A", "sum-1-B2", "total-1-B"):
        page.goto(encounter_url)
        check_explanation(page, name, size)


def check_explanation(page: Page, name: str, size: ViewportSize) -> None:
    figure = page.locator(f"[id='{name}']")
    figure.locator("summary").click()
    card = figure.locator(".explain")
    expect(card).to_be_visible()
    wait_until_idle(page)
    box: Any = card.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(figure.locator("summary")).to_be_focused()
    figure.locator("summary").click()
    page.locator(".crumbs").click(position={"x": 2, "y": 2}, force=True)
    expect(card).to_be_hidden()


@pytest.mark.release
def test_page_is_never_wider_than_the_screen(windows: Windows, encounter_url: str):
    page = open_encounter(windows, encounter_url + "?match=all", PHONE)
    for summary in page.locator(".was summary, .in-figures summary").all():
        summary.click()
    for width in (360, 390, 820, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_printed_page_has_hands_and_no_buttons(windows: Windows, encounter_url: str):
    page = open_encounter(windows, encounter_url, DESK)
    forbid_reuse(page.context)
    page.emulate_media(media="print")
    expect(page.locator(".score-sheet")).to_be_visible()
    expect(page.locator(".remarks").first).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    for hidden in (".top", ".enc-acts", ".to-come"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_page_of_three_full_matches_is_small(browser: Browser, encounter_url: str):
    page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: dict[str, float] = {}
    all_requests: list[str] = []
    foreign: list[str] = []
    client.on("Network.requestWillBeSent", lambda event: all_requests.append(event["requestId"]))
    client.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.on("request", lambda request: foreign.append(request.url))
    page.goto(encounter_url + "?match=all", wait_until="load")
    visit = set(all_requests)  # later requests don't belong to the first visit
    page.wait_for_timeout(500)
    assert sum(size for request, size in sizes.items() if request in visit) <= 60 * 1024
    assert all(
        foreign_address.startswith(encounter_url.split("/en/", maxsplit=1)[0]) for foreign_address in foreign
    )
