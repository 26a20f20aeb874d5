from __future__ import annotations

import json
from typing import Any, Final
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from scoring.live.views.follow_cookie import COOKIE, SHORT_ID_LENGTH
from tests.browser.measures.layout_faults import layout_problems
from tests.browser.measures.text_sizes import letters_at_200_percent, meeting, spilling
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.live_page import refresh_all_standings
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, SMALL, TABLET, DESK, LARGE = (390, 844), (360, 640), (820, 1180), (1440, 900), (1920, 1080)
SIZES: Final = (PHONE, SMALL, TABLET, DESK, LARGE)
LYING_ON_EACH_OTHER: Final = """() => {
  const ties = [...document.querySelectorAll(".bk .tie, .bk .crown, .sections.map")]
    .filter(one => one.checkVisibility() && getComputedStyle(one.closest("section, nav")).maxHeight !== "0px")
    .map(one => [one, one.getBoundingClientRect()]);
  return ties.filter(([one, a]) => ties.some(([other, b]) => one !== other && !one.contains(other)
    && !other.contains(one) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).map(([one]) => one.textContent.trim());
}"""
FRAGMENTS: Final = """() => [...document.querySelectorAll(".tie :is(.p, .s, .i-won, .tie-header, .feed)")]
  .filter(one => !one.closest("[aria-hidden=true]")).length"""
COLOURS: Final = """() => [...document.querySelectorAll(".seg.rounds [aria-current], .seg.rounds")]
  .map(one => getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number))"""
PARTS: Final = ".bk > :not(.tight) .p, .m1 .p, .slot .s, .slot .bye-word"


@pytest.fixture(scope="module")
def page_paths(server_process: ServerProcess) -> dict[str, str]:
    paths: dict[str, str] = json.loads(server_process.run("tests.browser.scenes.large_tournament"))
    refresh_all_standings(server_process)
    return paths


@pytest.fixture
def page_address(server_process: ServerProcess, page_paths: dict[str, str], which: str) -> str:
    return server_process.url + (
        page_paths[which]
        if which in page_paths
        else server_process.run("tests.browser.scenes.large_tournament", which)
    )


def open_large_page(windows: Windows, address: str, *, locale: str = "tr-TR", scheme: Any = "dark") -> Page:
    page = windows.page(
        viewport={"width": 390, "height": 844}, locale=locale, color_scheme=scheme, reduced_motion="reduce"
    )
    page.goto(address)
    return page


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.reload()
    expect(page.locator("html[data-bracket]")).to_be_attached()


def faults_of(page: Page) -> dict[str, Any]:
    faults = {
        **layout_problems(page),
        "on each other": page.evaluate(LYING_ON_EACH_OTHER),
        "names on figures": meeting(page, ".slot .nm > span", PARTS),
        "spilling": spilling(page, f".slot .nm, .slot .feed, {PARTS}, .bk h3:not(.sr)"),
    }
    return {kind: fault for kind, fault in faults.items() if fault}


def luminance(colour: list[int]) -> float:
    """Return the relative luminance (WCAG 2) of red, green and blue from 0 to 255."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in colour)
    ]
    return sum(share * channel for share, channel in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(some: list[int], other: list[int]) -> float:
    dark, light = sorted((luminance(some), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def box_of(page: Page, selector: str) -> Any:
    return page.locator(selector).first.bounding_box()


@pytest.mark.release
@pytest.mark.parametrize(
    ("locale", "scheme", "which"),
    [
        ("tr-TR", "dark", "bracket"),
        pytest.param("en-GB", "light", "bracket", marks=pytest.mark.release),
        pytest.param("en-GB", "dark", "double", marks=pytest.mark.release),
    ],
)
def test_large_bracket_is_readable_at_every_width(windows: Windows, page_address, locale, scheme):
    page = open_large_page(windows, page_address, locale=locale, scheme=scheme)
    faults = {}
    for size in SIZES:
        resized(page, size)
        faults[size] = faults_of(page)
    assert {size: by_kind for size, by_kind in faults.items() if by_kind} == {}
    assert page.evaluate(FRAGMENTS) == 0


@pytest.mark.release
@pytest.mark.parametrize("which", ["bracket", "double"])
def test_large_bracket_is_readable_with_large_text(windows: Windows, page_address):
    page = open_large_page(windows, page_address)
    for size in SIZES:
        resized(page, size)
        with letters_at_200_percent(page):
            assert faults_of(page) == {}, size


@pytest.mark.release
def test_sixteen_pairs_fit_a_desktop_with_every_round_visible(windows: Windows, server_process, page_paths):
    page = open_large_page(windows, server_process.url + page_paths["bracket"])
    resized(page, DESK)
    eighth = box_of(page, "#tie-1-main-1-8 .tie")
    assert eighth["y"] + eighth["height"] <= DESK[1]
    for number in range(1, 7):
        box = box_of(page, f"#round-1-main-{number}")
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= DESK[0]
    page.locator(".map a").nth(2).click()
    expect(page.locator("#tie-1-main-1-16 .tie")).to_be_in_viewport(ratio=1)
    expect(page.locator("#tie-1-main-1-8")).to_have_count(0)


def test_chosen_size_is_remembered(windows: Windows, server_process, page_paths):
    page = open_large_page(windows, server_process.url + page_paths["bracket"])
    resized(page, DESK)
    figures = page.locator("#tie-1-main-1-1 .p").first
    expect(figures).to_be_hidden()
    page.locator("#tie-1-main-1-1 .go").hover(position={"x": 8, "y": 8})
    expect(figures).to_be_visible()
    page.locator(".zoom button").last.click()
    resized(page, DESK)
    expect(page.locator(".zoom [aria-pressed=true]")).to_have_attribute("value", "l")
    expect(figures).to_be_visible()
    expect(page.locator(".seg.rounds")).to_be_visible()
    assert faults_of(page) == {}
    large = box_of(page, ".bk")["height"]
    page.locator(".zoom button").first.click()
    assert box_of(page, ".bk")["height"] < large * 3 / 4
    assert faults_of(page) == {}


def test_phone_shows_whole_ties_and_their_round(windows: Windows, server_process, page_paths):
    page = open_large_page(windows, server_process.url + page_paths["bracket"])
    for size in (PHONE, SMALL):
        resized(page, size)
        first = box_of(page, "#tie-1-main-1-1 .tie")
        assert first["y"] + first["height"] <= size[1]
    chosen, unchosen = page.evaluate(COLOURS)
    assert contrast(chosen, unchosen) >= 3
    page.locator(".seg.rounds a").nth(2).click()
    expect(page.locator(".seg.rounds a").nth(2)).to_have_attribute("aria-current", "true")


@pytest.mark.release
def test_sixteen_groups_are_short_on_a_phone_and_link_to_the_own_group(
    windows: Windows, server_process, page_paths
):
    page = open_large_page(windows, server_process.url + page_paths["groups"])
    forbid_reuse(page.context)
    assert page.evaluate("document.documentElement.scrollHeight") < 7_000
    first = box_of(page, ".groups .group")
    assert first["y"] + first["height"] <= PHONE[1]
    tournament = page_paths["groups"].split("/t/")[1][:SHORT_ID_LENGTH]
    followed = f"{tournament}-{UUID(page_paths['somebody']).hex}"
    page.context.add_cookies([{"name": COOKIE, "value": followed, "url": server_process.url}])
    page.reload()
    page.locator(".jump .own").click()
    own = page.locator(".group", has=page.locator("tr.mine"))
    expect(own).to_be_in_viewport()
    expect(page.locator(".jump")).to_be_in_viewport()
    row, top = box_of(page, ".jump"), own.bounding_box()
    assert top is not None
    assert top["y"] >= row["y"] + row["height"]
    expect(page.locator(".folds details[open]")).to_have_count(1)
    faults = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if found := layout_problems(page):
            faults[width] = found
    assert faults == {}
