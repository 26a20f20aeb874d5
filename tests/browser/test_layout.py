from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.live_page import refresh_all_standings
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
TABS = (
    *("tournament", "groups", "bracket", "tables", "schedule"),
    *("final_ranking", "entrants", "rules", "follow"),
)
BEGINNINGS = """() => [".t-head > div", "main .page", ".foot"].map(selector => {
    const one = document.querySelector(selector);
    return Math.round(one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft));
})"""
WITH_A_NOTICE = """() => document.querySelector("main").insertAdjacentHTML(
    "afterbegin", '<div class="announced"><p>Tea</p></div>'
)"""
CUT_LABELS = """() => {
    const picture = document.querySelector(".chart").viewBox.baseVal;
    return [...document.querySelectorAll(".chart text")].filter(text => {
        const box = text.getBBox();
        return box.x < 0 || box.x + box.width > picture.width;
    }).map(text => text.textContent);
}"""


@pytest.fixture(scope="module")
def paths(server_process: ServerProcess) -> dict[str, str]:
    paths: dict[str, str] = json.loads(server_process.run("tests.browser.scenes.extreme_content"))
    # Moving elements can't be measured.
    refresh_all_standings(server_process)
    return paths


def open_sized_page(windows: Windows, served: ServerProcess, path: str, size: ViewportSize) -> Page:
    page = windows.page(viewport=size, locale="tr-TR")
    page.goto(served.url + path)
    return page


def edges(page: Page, selector: str) -> tuple[float, float]:
    box: Any = page.locator(selector).last.bounding_box()
    return box["x"], box["x"] + box["width"]


def test_tabs_align_with_their_heading(windows: Windows, server_process, paths):
    edges_by_width: dict[int, dict[str, list[int]]] = {width: {} for width in (390, 820, 1440, 1920)}
    for tab in TABS:
        page = open_sized_page(windows, server_process, paths[tab], PHONE)
        for width, beginnings in edges_by_width.items():
            page.set_viewport_size({"width": width, "height": 900})
            beginnings[tab] = page.evaluate(BEGINNINGS)
    for beginnings in edges_by_width.values():
        assert len({tuple(beginning) for beginning in beginnings.values()}) == 1, edges_by_width
        assert len(set(beginnings["tournament"])) == 1, edges_by_width


@pytest.mark.parametrize("tab", ["tournament", "groups", "tables", "schedule", "entrants"])
def test_long_names_do_not_widen_a_phone(windows: Windows, server_process, paths, tab):
    page = open_sized_page(windows, server_process, paths[tab], PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_champions_badge_stays_on_its_card(windows: Windows, server_process, paths):
    page = open_sized_page(windows, server_process, paths["entrants"], PHONE)
    assert edges(page, ".people .badge")[1] <= edges(page, "main .card")[1]


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_five_digit_figures_fit_beside_the_chart(windows: Windows, server_process, paths, size):
    page = open_sized_page(windows, server_process, paths["encounter"], size)
    expect(page.locator(".chart")).to_contain_text("+10.000")
    expect(page.locator(".chart .tb")).to_contain_text("+12.7")
    assert page.evaluate(CUT_LABELS) == []


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_overflowing_bracket_has_a_shade_until_its_end(windows: Windows, server_process, paths, size):
    page = open_sized_page(windows, server_process, paths["bracket"], size)
    page.locator(".bk").evaluate("bracket => bracket.scrollTo(0, 0)")
    shade, last = edges(page, ".bracket-edge"), edges(page, ".bk .tie")
    assert shade[1] == size["width"]
    assert last[1] > shade[1]
    page.locator(".bk").evaluate("bracket => bracket.scrollTo(bracket.scrollWidth, 0)")
    shade, last = edges(page, ".bracket-edge"), edges(page, ".bk .tie")
    assert shade[1] == size["width"]
    assert last[1] <= shade[0]
    boxes: list[Any] = [tie.bounding_box() for tie in page.locator(".bk .tie").all()]
    assert [box for box in boxes if box["x"] < 0 < box["x"] + box["width"]] == []


def test_fitting_bracket_ends_at_the_pages_edge(windows: Windows, server_process, paths):
    page = open_sized_page(windows, server_process, paths["bracket"], TABLET)
    for width in (1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert edges(page, ".bk .tie")[1] <= edges(page, ".bracket-tools")[1]


def test_final_ranking_fits_a_phone_and_one_sheet(windows: Windows, server_process, paths):
    page = open_sized_page(windows, server_process, paths["final_ranking"], PHONE)
    forbid_reuse(page.context)
    place = page.locator(".ranking td").first
    expect(place).to_have_text("1")
    expect(place).to_be_visible()
    page.evaluate(WITH_A_NOTICE)
    page.emulate_media(media="print")
    expect(place).to_be_visible()
    for hidden in (".announced", ".tabs", ".top"):
        expect(page.locator(hidden)).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
