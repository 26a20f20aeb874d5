"""Another game than 101, as its organizer and a keeper see it: from a new tournament to a hand at a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.measures.letters import is_wider_than_the_screen
from tests.browser.scenes.table_page import TablePage, phone
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

DESK: ViewportSize = {"width": 390, "height": 844}
PASSWORD = "ıstaka-101-okey"
OWNER = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory
user = UserFactory.create(email=f"okey.{{uuid4()}}@example.org", password="{PASSWORD}")
MembershipFactory.create(user=user, role="owner")
print(user.email)
"""
PAIRS = "\n".join(f"Takım {number}; Ali {number}; Ece {number}" for number in range(1, 5))


@pytest.fixture
def desk(windows: Windows, served: Served) -> Page:
    page = windows.page(base_url=served.url, viewport=DESK, locale="tr-TR")
    page.goto("/sign-in/")
    page.locator("main input[type=email]").fill(served.tell(OWNER).strip())
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    return page


def choose_countdown(desk: Page) -> None:
    """A game that is not chosen shows no rules; the lengths follow the one that is."""
    desk.locator("a[href$='/new/']").first.click()
    countdown = desk.locator("[name=rules-okey_points][value=okey-countdown]")
    expect(countdown).to_be_hidden()
    desk.locator("label[for=game-okey_points]").click()
    expect(countdown).to_be_checked()
    expect(desk.locator("[name=rules-okey101]").first).to_be_hidden()
    expect(desk.locator("#id_hands option:checked")).to_have_text("en çok 7 el")
    assert not is_wider_than_the_screen(desk)


def create(desk: Page) -> None:
    """A league of four pairs, without a limit of hands."""
    desk.locator("label[for=plan-league]").click()
    desk.locator("#id_name").fill("Cuma okeyi")
    desk.locator("#id_tables").fill("2")
    desk.locator("#id_expected").fill("4")
    desk.locator("#id_expected").press("Tab")
    expect(desk.locator("#id_hands option:checked")).to_have_text("birinin 20 puanı bitene kadar")
    expect(desk.locator(".s-total .badge.ok")).to_be_visible()
    desk.locator("form .btn.go.big").click()


def enter_and_draw(desk: Page) -> None:
    desk.locator("textarea").fill(PAIRS)
    desk.locator("#paste-preview .btn.go").click()
    expect(desk.locator("textarea")).to_have_value("")
    desk.goto(re.sub(r"entries/.*", "draw/1/", desk.url))
    desk.locator("button.go.big").first.click()
    desk.wait_for_load_state()


def test_an_okey_evening_is_set_up_drawn_and_its_first_hand_entered(served, desk, windows):
    choose_countdown(desk)
    create(desk)
    desk.wait_for_url("**/entries/")
    tournament = desk.url
    enter_and_draw(desk)
    desk.goto(tournament.replace("entries", "codes"))
    link = desk.locator(".o-code-link a").first.get_attribute("href")
    assert link is not None

    keeper = TablePage(phone(windows))
    keeper.open(link)
    page = keeper.page
    page.locator("a.go").click()
    expect(page.locator("html")).to_have_attribute("data-begun", "1")
    page.locator("label.opt", has=page.locator("[name=end][value=A1]")).click()
    page.locator("label.opt", has=page.locator("[name=hand][value=pairs]")).click()
    expect(page.locator("#preview:not([data-old]) .review")).to_contain_text("Rakip çiftten bitti: 8")
    page.locator("[data-save]").click()
    expect(page.locator("#saved")).to_be_visible()
    expect(page.locator(".totals .num")).to_have_text(["kalan 20", "kalan 12"])
