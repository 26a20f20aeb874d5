from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.scenes.live_page import at_rest, make_standings, play_in
from tests.browser.scenes.windows import Windows, spoil
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

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
FIGURES = "#live .matches .num, #live .sheet-t tfoot summary, #live .badge.live"
LONGER = """([selector, before]) => [...document.querySelectorAll(selector)].filter(
    (one, at) => one.innerText.length > before[at].length
).length"""


@pytest.fixture(scope="module")
def address(served: Served) -> str:
    path = json.loads(served.run("tests.browser.scenes.encounter_page"))
    make_standings(served)
    return f"{served.url}/en{path}"


def opened(windows: Windows, address: str, size: ViewportSize) -> Page:
    page = windows.page(viewport=size, locale="en-GB")
    page.goto(address)
    return page


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.thorough)])
def test_open_explanation_survives_a_hand_without_layout_shift(
    windows: Windows, served: Served, address: str, size: ViewportSize
):
    page = opened(windows, address, size)
    correction = page.locator(".was").first
    correction.locator("summary").click()
    figure = page.locator("[id^=total-1-A]")
    figure.locator("summary").click()
    before = figure.locator("summary").inner_text()
    at_rest(page)
    scrolled = page.evaluate("window.scrollY")
    places = page.evaluate(PLACES, PLACED)
    figures = page.locator(FIGURES).all_inner_texts()
    page.evaluate(WATCH_SHIFTS)
    served.tell(play_in(address))
    expect(figure.locator("summary")).not_to_have_text(before)
    expect(figure.locator(".explain")).to_be_visible()
    expect(correction).to_have_attribute("open", "")
    at_rest(page)
    assert page.evaluate("window.scrollY") == scrolled
    assert page.evaluate(LONGER, [FIGURES, figures]) > 0
    assert page.evaluate("window.shifted") == 0
    assert [place for place in places if place not in page.evaluate(PLACES, PLACED)] == []


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.thorough)])
def test_every_figures_explanation_fits_the_screen(windows: Windows, address: str, size: ViewportSize):
    page = opened(windows, address, size)
    for name in ("result", "figure-1-1-B1", "points-1-2-A", "sum-1-B2", "total-1-B"):
        page.goto(address)
        explains_itself(page, name, size)


def explains_itself(page: Page, name: str, size: ViewportSize) -> None:
    figure = page.locator(f"[id='{name}']")
    figure.locator("summary").click()
    card = figure.locator(".explain")
    expect(card).to_be_visible()
    at_rest(page)
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


def test_page_is_never_wider_than_the_screen(windows: Windows, address: str):
    page = opened(windows, address + "?match=all", PHONE)
    for summary in page.locator(".was summary, .in-figures summary").all():
        summary.click()
    for width in (360, 390, 820, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_printed_page_has_hands_and_no_buttons(windows: Windows, address: str):
    page = opened(windows, address, DESK)
    spoil(page.context)
    page.emulate_media(media="print")
    expect(page.locator(".sheet-t")).to_be_visible()
    expect(page.locator(".remarks").first).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    for hidden in (".top", ".enc-acts", ".to-come"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_page_of_three_full_matches_is_small(browser: Browser, address: str):
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
    page.on("request", lambda one: foreign.append(one.url))
    page.goto(address + "?match=all", wait_until="load")
    visit = set(all_requests)  # later requests don't belong to the first visit
    page.wait_for_timeout(500)
    assert sum(size for request, size in sizes.items() if request in visit) <= 60 * 1024
    assert all(
        foreign_address.startswith(address.split("/en/", maxsplit=1)[0]) for foreign_address in foreign
    )
