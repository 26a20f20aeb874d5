"""The page of an encounter as its reader feels it: explanations in place, hands that come in meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.live_page import at_rest, make_standings
from tests.processes import ROOT, Served, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.processes]

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
PLAY = """
from tests.factories import play_hand, report
from tournaments.models import Encounter
play_hand(Encounter.objects.select_related("stage__tournament").get(state="playing"), report())
"""
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
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_process(tmp_path_factory.mktemp("encounter")) as process:
        yield process


@pytest.fixture(scope="module")
def address(served: Served) -> str:
    command = [sys.executable, "-m", "tests.browser.encounter_page"]
    done = subprocess.run(command, cwd=ROOT, env=served.environ, capture_output=True, text=True, check=True)
    make_standings(served)
    return f"{served.url}{json.loads(done.stdout)}"


def opened(browser: Browser, address: str, size: ViewportSize) -> Page:
    page = browser.new_context(viewport=size, locale="en-GB").new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.goto(address)
    return page


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_what_is_open_survives_a_hand_and_nothing_jumps(
    browser: Browser, served: Served, address: str, size: ViewportSize
):
    page = opened(browser, address, size)
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
    served.manage("shell", "--verbosity", "0", "--command", PLAY)
    expect(figure.locator("summary")).not_to_have_text(before)
    expect(figure.locator(".explain")).to_be_visible()
    expect(correction).to_have_attribute("open", "")
    at_rest(page)
    assert page.evaluate("window.scrollY") == scrolled
    assert page.evaluate(LONGER, [FIGURES, figures]) > 0
    assert page.evaluate("window.shifted") == 0
    assert [one for one in places if one not in page.evaluate(PLACES, PLACED)] == []


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("name", ["result", "figure-1-1-B1", "points-1-2-A", "sum-1-B2", "total-1-B"])
def test_every_figure_explains_itself_inside_the_screen(
    browser: Browser, address: str, size: ViewportSize, name: str
):
    page = opened(browser, address, size)
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


@pytest.mark.parametrize("width", [360, 390, 820, 1440, 1920])
def test_it_is_never_wider_than_the_screen(browser: Browser, address: str, width: int):
    page = opened(browser, address + "?match=all", {"width": width, "height": 900})
    for one in page.locator(".was summary, .in-figures summary").all():
        one.click()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_printed_it_has_its_hands_and_no_buttons(browser: Browser, address: str):
    page = opened(browser, address, DESK)
    page.emulate_media(media="print")
    expect(page.locator(".sheet-t")).to_be_visible()
    expect(page.locator(".remarks").first).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    for gone in (".top", ".enc-acts", ".to-come"):
        expect(page.locator(gone).first).to_be_hidden()


def test_a_page_of_three_full_matches_is_small(browser: Browser, address: str):
    page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: list[float] = []
    foreign: list[str] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("request", lambda one: foreign.append(one.url))
    page.goto(address + "?match=all", wait_until="load")
    page.wait_for_timeout(500)
    assert sum(sizes) <= 60 * 1024
    assert all(one.startswith(address.split("/e/", maxsplit=1)[0]) for one in foreign)
