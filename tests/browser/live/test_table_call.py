from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BEGIN = """
from tests.factories import LEAGUE, drawn_tournament, encounters_of, play_encounter, play_hand
tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2)
first, second = encounters_of(tournament)[:2]
play_hand(second)
play_encounter(first)
print(tournament.public_id, first.sides_in_order[0].entrant.public_id, second.public_id)
"""
FINISH = """
from tests.factories import play_encounter
from tournaments.models import Encounter
play_encounter(Encounter.objects.select_related("stage__tournament").get(public_id="{}"))
"""
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
BUZZ = """navigator.vibrate = (pulses) => {
    document.documentElement.dataset.buzzed = pulses.length;
    return true;
};"""
SWITCH = "Play a sound when the table is called"


def expect_rings(page: Page, times: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-sounded", str(times))


def test_call_is_announced_once_per_window_and_rings_in_one_even_in_the_background(
    server_process: ServerProcess, windows: Windows
):
    tournament, entrant, second = server_process.tell(BEGIN).split()
    page = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    page.add_init_script(BUZZ)
    page.goto(f"{server_process.url}/en/t/{tournament}/entrants/{entrant}/")
    page.get_by_role("button", name="Follow").click()
    page.goto(f"{server_process.url}/en/t/{tournament}/")
    page.get_by_role("button", name=SWITCH).click()
    expect(page.get_by_role("button", name="A sound plays when the table is called")).to_be_visible()
    expect_rings(page, 1)
    expect(page.locator("#called")).to_have_text("")
    title = page.title()
    page.evaluate(HIDE, True)
    other = page.context.new_page()
    other.goto(f"{server_process.url}/en/t/{tournament}/tables/")
    expect(other.get_by_role("button", name="Tap here to allow sound")).to_be_visible()
    server_process.tell(FINISH.format(second))
    words = re.compile(r"^Table \d is called$")
    expect(page.locator("#called")).to_have_text(words)
    expect(page).to_have_title(re.compile(r"^Table \d is called · "))
    expect(other.locator("#called")).to_have_text(words)
    expect(other).not_to_have_title(re.compile("is called"))
    total = sum(int(window.locator("html").get_attribute("data-sounded") or 0) for window in (page, other))
    buzzed = [window.locator("html").get_attribute("data-buzzed") for window in (page, other)]
    assert total == 2
    assert "5" in buzzed
    page.evaluate(HIDE, False)
    expect(page).to_have_title(title)
    other.goto(f"{server_process.url}/en/t/{tournament}/schedule/")
    expect(other.locator("#mine[data-called]")).to_be_visible()
    expect(other.locator("#called")).to_have_text("")
    other.close()
