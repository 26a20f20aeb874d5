from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.browser.scenes.table_page import TablePage, phone
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

PAGE = re.compile(rb"/Type\s*/Page[^s]")
Evening = dict[str, Any]


@pytest.fixture
def play_evening(server_process: ServerProcess) -> Callable[..., Evening]:
    """Return a factory of tables with hands just played; keywords in capitals set hands and confirmation."""

    def play(**wanted: str) -> Evening:
        evening: Evening = json.loads(server_process.run("tests.browser.scenes.confirmed_match", **wanted))
        return evening

    return play


class SidePage:
    def __init__(self, windows: Windows, served: ServerProcess, *, script: bool = True) -> None:
        self.page: Page = phone(windows, script=script)
        self.url = served.url

    def scan(self, evening: Evening) -> SidePage:
        self.page.goto(f"{self.url}/s/{evening['sides_token']}/")
        expect(self.page).to_have_url(re.compile(rf"/sides/{evening['table']}/$"))
        return self

    def type(self, evening: Evening) -> SidePage:
        code = evening["short_code"]
        self.page.goto(f"{self.url}/kod/")
        self.page.locator("input[name=code]").fill(f"{code[:4]} {code[4:]}".lower())
        self.page.locator("main form button").click()
        expect(self.page).to_have_url(re.compile(rf"/sides/{evening['table']}/$"))
        return self

    def choose_player(self, evening: Evening, player: int) -> SidePage:
        self.page.locator(".s-who button").nth(player).click()
        expect(self.page.locator(".s-me")).to_contain_text(evening["players"][player])
        return self

    def confirm(self) -> None:
        self.button.click()
        expect(self.page.locator(".s-thanks")).to_be_visible()

    @property
    def button(self) -> Any:
        return self.page.locator("#bar button.go")

    @property
    def state(self) -> Any:
        return self.page.locator(".s-state")


def test_side_that_scans_and_side_that_types_see_that_they_agree(windows, server_process, play_evening):
    played = play_evening()
    a = SidePage(windows, server_process).scan(played).choose_player(played, 0)
    b = SidePage(windows, server_process).type(played).choose_player(played, 3)
    expect(a.state.locator("[data-test=provisional]")).to_be_visible()
    box = a.button.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    a.confirm()
    expect(a.page.locator(".s-thanks[role=status]")).to_be_visible()
    expect(b.state).to_contain_text(played["players"][0])
    b.confirm()
    expect(a.state.locator("[data-test=agreed]")).to_be_visible()
    expect(a.state.locator(".s-one-device")).to_have_count(0)
    a.page.goto(f"{server_process.url}/e/{played['encounter']}/")
    expect(a.page.locator(".agreed [data-test=agreed]")).to_be_visible()


@pytest.mark.release
def test_one_phone_may_confirm_for_both_sides_and_the_page_says_so(windows, server_process, play_evening):
    played = play_evening()
    side = SidePage(windows, server_process).scan(played).choose_player(played, 1)
    side.confirm()
    side.page.locator(".s-me a").click()
    side.choose_player(played, 2).confirm()
    expect(side.state.locator(".s-one-device")).to_be_visible()


@pytest.mark.release
def test_corrected_hand_must_be_confirmed_again(windows, server_process, play_evening):
    played = play_evening(HANDS="2", AGREEMENT="hand")
    side = SidePage(windows, server_process).scan(played).choose_player(played, 0)
    side.confirm()
    side.page.locator(".s-hands summary").first.click()
    expect(side.page.locator(".s-why").first).to_be_visible()

    correct_last_hand(windows, server_process, played)
    expect(side.page.locator("#outdated")).to_contain_text(played["players"][0])
    expect(side.page.locator(".s-why").first).to_be_visible()  # opened reasons stay open
    side.confirm()
    expect(side.page.locator("#outdated")).to_have_count(0)


@pytest.mark.release
def test_confirming_an_outdated_hand_shows_the_current_one(windows, server_process, play_evening):
    played = play_evening(HANDS="2", AGREEMENT="hand")
    side = SidePage(windows, server_process, script=False).scan(played).choose_player(played, 0)
    correct_last_hand(windows, server_process, played)
    side.button.click()
    expect(side.page.locator(".note[role=alert]")).to_be_visible()
    expect(side.page.locator(".s-hands")).to_contain_text("+77")
    side.confirm()
    expect(side.state).to_contain_text(played["players"][0])


@pytest.mark.release
def test_marks_of_a_match_stay_on_its_card(windows, server_process, play_evening):
    played = play_evening(BEST_OF="3")
    side = SidePage(windows, server_process).scan(played).choose_player(played, 3)
    side.page.locator(".s-hands summary").nth(1).click()
    side.page.locator(".s-why a.btn:visible").click()
    side.page.locator("textarea").fill("Elimde 112 değil 12 vardı")
    side.page.locator("main form button").click()
    expect(side.page.locator("[data-test=call-open]")).to_be_visible()
    side.page.set_viewport_size({"width": 1440, "height": 900})
    side.page.goto(f"{server_process.url}/e/{played['encounter']}/?match=1")
    card = side.page.locator("#match-1")
    expect(card.locator(".badge")).to_have_count(3)
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")


def test_protest_reaches_the_other_side_and_the_public_page(windows, server_process, play_evening):
    played = play_evening()
    a = SidePage(windows, server_process).scan(played).choose_player(played, 0)
    b = SidePage(windows, server_process).scan(played).choose_player(played, 3)
    b.page.locator(".s-disagree summary").click()
    b.page.locator(".s-disagree a.btn").nth(1).click()
    b.page.locator("textarea").fill("Elimde 112 değil 12 vardı")
    b.page.locator("main form button").click()
    expect(b.page.locator("[data-test=call-open]")).to_be_visible()
    expect(b.page.locator("[data-test=protest-open]")).to_be_visible()
    expect(a.state.locator("[data-test=protested]")).to_be_visible()
    expect(a.page.locator("[data-test=call-open]")).to_be_visible()
    a.page.locator(".s-hands summary").nth(1).click()
    expect(a.page.locator(".s-why").nth(1)).to_contain_text("Elimde 112 değil 12 vardı")
    a.page.goto(f"{server_process.url}/e/{played['encounter']}/")
    expect(a.page.locator(".agreed [data-test=protested]")).to_be_visible()
    expect(a.page.locator(".agreed p").last).to_contain_text(re.compile(r"\bB\b.*\b2\b"))


@pytest.mark.release
def test_page_fits_the_smallest_phone(windows, server_process, play_evening):
    played = play_evening()
    side = SidePage(windows, server_process).scan(played)
    for summary in side.page.locator(".s-hands summary").all():
        summary.click()
    assert side.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for target in side.page.locator(
        "main a:not(.cite):visible, main button:visible, main summary:visible"
    ).all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 48, target.inner_text()


@pytest.mark.release
def test_sheets_with_both_codes_print_one_page_per_table(windows, server_process):
    tournament = managed(server_process)
    page = windows.page()
    sign_in(page.context, server_process, tournament)
    page.goto(f"{server_process.url}/manage/t/{tournament['tournament']}/codes/")
    expect(page.locator(".o-code")).to_have_count(4)
    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) == 4


def correct_last_hand(windows: Windows, served: ServerProcess, played: Evening) -> None:
    keeper = TablePage(phone(windows))
    keeper.open(f"{served.url}/m/{played['token']}/")
    keeper.correct_last()
    keeper.edit("A1")
    keeper.page.locator("#A1-points").fill("68")
    keeper.go_to_next_step()
    keeper.reason()
    keeper.save()
    expect(keeper.page.locator(".hands-list .fresh")).to_be_visible()
