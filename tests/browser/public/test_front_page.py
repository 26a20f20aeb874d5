from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.measures.layout_faults import layout_problems
from tests.browser.measures.text_sizes import letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.front_page import NAME
from tests.browser.scenes.live_page import refresh_all_standings
from tests.processes import ServerProcess, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
DESK: ViewportSize = {"width": 1440, "height": 900}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
BOXES: Final = """() => Object.fromEntries(["now", "results", "next"].map(name => {
    const box = document.querySelector(`.front-${name}`).getBoundingClientRect();
    return [name, box.toJSON()];
}))"""
PLAY = """
from tests.factories import play_hand
from tournaments.models import Encounter
play_hand(Encounter.objects.select_related("stage__tournament").get(public_id="{}"))
"""


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A separate server, so that the front page shows no tournaments of other tests."""
    with serve_process(tmp_path_factory.mktemp("house")) as process:
        yield process


@pytest.fixture(scope="module")
def front_page_url(server_process: ServerProcess) -> str:
    server_process.run("tests.browser.scenes.front_page")
    refresh_all_standings(server_process)
    return f"{server_process.url}/"


def open_front_page(windows: Windows, url: str, size: ViewportSize, **choices: Any) -> Page:
    page = windows.page(viewport=size, locale="tr-TR", reduced_motion="reduce", **choices)
    page.goto(url)
    return page


def boxes(page: Page, size: ViewportSize) -> dict[str, Any]:
    page.set_viewport_size(size)
    assert layout_problems(page) == {}
    sections: dict[str, Any] = page.evaluate(BOXES)
    return sections


def test_front_page_uses_the_width_and_shows_current_tournaments_first_on_a_phone(
    windows: Windows, front_page_url: str
):
    page = open_front_page(windows, front_page_url, PHONE)
    phone = boxes(page, PHONE)
    assert phone["now"]["bottom"] <= phone["next"]["top"] < phone["results"]["top"]
    total: Any = page.locator(".table-in-play .side-score").nth(1).bounding_box()
    assert total["y"] + total["height"] < PHONE["height"]

    tablet = boxes(page, TABLET)
    assert tablet["now"]["width"] > TABLET["width"] * 0.9
    assert tablet["results"]["top"] == tablet["next"]["top"] >= tablet["now"]["bottom"]
    assert tablet["results"]["right"] < tablet["next"]["left"]

    organizer_page = boxes(page, DESK)
    assert organizer_page["next"]["right"] - organizer_page["now"]["left"] > DESK["width"] * 0.9
    assert organizer_page["next"]["top"] == organizer_page["now"]["top"]
    assert organizer_page["results"]["top"] >= organizer_page["now"]["bottom"]

    projector = boxes(page, PROJECTOR)
    columns = [projector[name] for name in ("now", "results", "next")]
    assert columns[2]["right"] - columns[0]["left"] > PROJECTOR["width"] * 0.85
    assert columns[0]["right"] < columns[1]["left"] < columns[1]["right"] < columns[2]["left"]
    widths = [column["width"] for column in columns]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(size, marks=pytest.mark.release) for size in (TABLET, DESK))]
)
@pytest.mark.parametrize("path", ["", "find/?name=karaosman"])
def test_text_at_200_percent_breaks_no_name(
    windows: Windows, front_page_url: str, size: ViewportSize, path: str
):
    page = open_front_page(windows, front_page_url + path, size)
    with letters_at_200_percent(page):
        assert layout_problems(page) == {}


def test_total_updates_live(windows: Windows, server_process: ServerProcess, front_page_url: str):
    page = open_front_page(windows, front_page_url, DESK)
    table = page.locator(".current-tournament .table-in-play", has_text=NAME.format("")[:20]).first
    before = table.inner_text()
    assert NAME.format("")[:20] in before
    server_process.tell(PLAY.format(str(table.get_attribute("href")).split("/")[-2]))
    expect(table).not_to_have_text(before, use_inner_text=True)


def test_search_updates_while_typing_and_is_kept_in_the_address(windows: Windows, front_page_url: str):
    page = open_front_page(windows, front_page_url + "find/", DESK)
    page.locator("#seek").press_sequentially("buyukyilmazogullari 31")
    expect(page.locator(".found-people")).to_contain_text(NAME.format(31))
    expect(page.locator("#seek")).to_be_focused()
    expect(page).to_have_url(f"{front_page_url}find/?name=buyukyilmazogullari%2031&year=")
    page.locator("#year").select_option("2025")
    expect(page.locator(".empty h2")).to_be_visible()
    page.reload()
    expect(page.locator("#year")).to_have_value("2025")
