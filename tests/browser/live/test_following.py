from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import CONNECTED, DISCONNECTED, play_in, refresh_all_standings
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVENING = Path(__file__).resolve().parents[2] / "data" / "evenings" / "small_8.jsonl"
LINES_INTO_PLAY = 120

BEGIN = f"""
from pathlib import Path
from django.utils import timezone
from scoring.evening_replay import Replay, play_lines
from tournaments.models import Encounter
replay = Replay(clock=timezone.now)
play_lines(replay, Path("{EVENING}").read_text(encoding="utf-8").splitlines()[:{LINES_INTO_PLAY}])
encounter = Encounter.objects.get(stage__tournament=replay.tournament, state="playing")
print(replay.tournament.public_id, encounter.public_id)
"""


@pytest.fixture(scope="module")
def addresses(server_process: ServerProcess) -> tuple[str, str]:
    tournament, encounter = server_process.tell(BEGIN).split()
    refresh_all_standings(server_process)
    return f"{server_process.url}/en/t/{tournament}/", f"{server_process.url}/en/e/{encounter}/"


@pytest.fixture
def page(windows: Windows) -> Page:
    return windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")


def test_update_keeps_focus_scroll_and_open_details(
    server_process: ServerProcess, addresses: tuple[str, str], page: Page
):
    page.goto(addresses[0])
    page.evaluate("window.marker = true")
    why = page.locator(".why").nth(2)
    why.locator("summary").click()
    page.locator(".why summary").nth(3).focus()
    page.evaluate("window.scrollTo(0, 400)")
    before = page.locator(".table-in-play").inner_text()
    server_process.tell(play_in(addresses[1]))
    expect(page.locator(".table-in-play")).not_to_have_text(before, use_inner_text=True)
    assert page.evaluate("window.marker")
    assert page.evaluate("window.scrollY") == 400
    assert page.evaluate("document.activeElement === document.querySelectorAll('.why summary')[3]")
    expect(why).to_have_attribute("open", "")


def test_open_reason_stays_open_while_hands_come_in(
    server_process: ServerProcess, addresses: tuple[str, str], page: Page
):
    page.goto(addresses[1])
    rows = page.locator(".score-sheet tbody tr[id^=hand-]")
    hands = rows.count()
    page.locator(".figure summary").first.click()
    server_process.tell(play_in(addresses[1]))
    expect(rows).to_have_count(hands + 1)
    expect(page.locator(".figure[open] .explain")).to_be_visible()


def test_one_reason_is_open_at_a_time_and_escape_restores_focus(addresses: tuple[str, str], page: Page):
    page.goto(addresses[1])
    first, second = (page.locator(".figure summary").nth(number) for number in (0, 2))
    first.click()
    second.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".figure[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".figure[open]")).to_have_count(0)
    expect(second).to_be_focused()


def test_lost_connection_is_shown_and_recovers(addresses: tuple[str, str], page: Page):
    page.goto(addresses[0])
    expect(page.locator(CONNECTED)).to_have_count(1)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator(DISCONNECTED)).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(CONNECTED)).to_have_count(1)


def test_chosen_theme_is_remembered_until_reset_to_system(addresses: tuple[str, str], page: Page):
    page.goto(addresses[0])
    switch = page.get_by_role("button", name="Dark or light")
    switch.click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    switch.click()
    assert page.evaluate("localStorage.getItem('theme')") is None


def test_changing_the_language_keeps_the_page(addresses: tuple[str, str], page: Page):
    page.goto(addresses[1] + "?match=1")
    page.get_by_role("button", name="Türkçe").click()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    expect(page).to_have_url(addresses[1].replace("/en/", "/") + "?match=1")


def test_page_is_readable_without_scripts(windows: Windows, addresses: tuple[str, str]):
    plain = windows.page(java_script_enabled=False, locale="en-GB")
    plain.goto(addresses[1])
    plain.locator(".figure summary").first.click()
    expect(plain.locator(".figure[open] .lines")).to_be_visible()
    expect(plain.locator("#connection")).to_be_hidden()
