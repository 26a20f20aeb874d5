from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.desk import owned, sign_in
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.merging]

PHONE: ViewportSize = {"width": 390, "height": 844}
PLACES = 6
LISTED = """
from tests.factories import LEAGUE, open_tournament
made = open_tournament(club=member.club, pairs=4, stages=LEAGUE)
told["tournament"] = str(made.public_id)
"""
DRAWN = """
from tournaments.models import GroupPlace
placed = GroupPlace.objects.filter(group__stage__tournament__public_id="{}")
print(*sorted(placed.values_list("entrant__name", flat=True)), sep="|")
"""


@pytest.fixture
def told(served: Served) -> dict[str, str]:
    return owned(served, LISTED)


@pytest.fixture
def desk(windows: Windows, served: Served, told: dict[str, str]) -> Page:
    page = windows.page(base_url=f"{served.url}/en/manage/t/{told['tournament']}/", locale="en-GB")
    sign_in(page.context, served, told)
    return page


@pytest.fixture
def phones(windows: Windows, served: Served, told: dict[str, str]) -> list[Page]:
    opened = [windows.page(viewport=PHONE, locale="en-GB") for _phone in range(4)]
    for page in opened:
        page.goto(f"{served.url}/t/{told['tournament']}/")
    return opened


def sign_up(page: Page, name: str, partner: str = "") -> None:
    page.get_by_role("link", name="Sign up to play").click()
    page.get_by_label("Your name and surname").fill(name)
    if partner:
        page.get_by_label("Your partner’s name and surname").fill(partner)
    else:
        page.get_by_label("I am looking for a partner").check()
    page.get_by_label("Phone or e-mail").fill("0532 111 22 33")
    page.get_by_role("button", name="Sign up").press("Enter")


def let_sign_up(desk: Page) -> None:
    desk.goto("sign-up/terms/")
    desk.get_by_label("Sign-up is open").check()
    desk.get_by_label("Places").fill(str(PLACES))
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("Open: people sign up by link or poster")).to_be_visible()


def let_check_in(desk: Page) -> str:
    desk.goto("check-in/")
    desk.get_by_role("link", name="By phone…").click()
    opens = datetime.now(ZoneInfo("Europe/Istanbul")) - timedelta(hours=1)
    desk.get_by_label("Opens at").fill(f"{opens:%Y-%m-%dT%H:%M}")
    desk.get_by_role("button", name="Save").press("Enter")
    expect(desk.get_by_text("Check-in by phone is saved.")).to_be_visible()
    desk.get_by_role("link", name="Show it on a screen").click()
    return desk.locator(".ci-digits").inner_text()


def is_here(desk: Page, name: str) -> None:
    row = desk.locator("#ci-list > li", has_text=name)
    row.get_by_role("button", name="Here").press("Enter")
    expect(row).to_contain_text("here since")


def test_draw_includes_those_who_signed_up_and_checked_in(
    served: Served, told: dict[str, str], desk: Page, phones: list[Page]
):
    pair, single, other, waiting = phones
    let_sign_up(desk)
    sign_up(pair, "Ali Kaya", "Ece Demir")
    expect(pair.get_by_text("You are on the list: you play.")).to_be_visible()
    sign_up(single, "Su Ak")
    sign_up(other, "Can Er")
    for page in (single, other):
        page.get_by_role("button", name="Show me to others").press("Enter")
    other.get_by_role("button", name="Ask Su").press("Enter")
    expect(other.get_by_text("asked", exact=True)).to_be_visible()
    single.reload()
    single.get_by_role("button", name="Accept").press("Enter")
    expect(single.get_by_text("You are on the list: you play.")).to_be_visible()
    sign_up(waiting, "Nil Öz", "Ege Işık")
    expect(waiting.get_by_text("You are next on the waiting list.")).to_be_visible()

    digits = let_check_in(desk)
    pair.reload()
    pair.get_by_role("link", name="Check in").click()
    pair.get_by_label("The code from the screen or the poster").fill(digits)
    pair.get_by_role("button", name="Continue").press("Enter")
    pair.get_by_role("button", name="We are here").press("Enter")
    expect(pair.get_by_text("You are checked in.")).to_be_visible()
    desk.goto("check-in/")
    expect(desk.locator("#list")).to_have_text("1 of 6 are here")
    expect(desk.locator("#ci-list > li", has_text="Ali Kaya")).to_contain_text("by phone")
    for name in ("Ak – Er", "Takım 1", "Takım 2", "Takım 4"):
        is_here(desk, name)
    desk.get_by_role("link", name="Remove the missing…").click()
    expect(desk.locator("main .o-dots li")).to_have_text(["Takım 3"])
    desk.get_by_role("button", name="Remove them").press("Enter")
    expect(desk.locator("body")).to_contain_text("Moved up from the waiting list: 1.")
    waiting.reload()
    expect(waiting.get_by_text("You are on the list: you play.")).to_be_visible()
    is_here(desk, "Öz – Işık")

    desk.locator(".o-foot").get_by_role("link", name="Go to the draw").press("Enter")
    expect(desk.get_by_text("not here")).to_have_count(0)
    desk.get_by_role("button", name="Draw these groups").press("Enter")
    expect(desk.get_by_role("link", name="Public page of the draw")).to_be_visible()
    drawn = served.tell(DRAWN.format(told["tournament"])).splitlines()[-1]
    assert drawn.split("|") == ["Ak – Er", "Kaya – Demir", "Takım 1", "Takım 2", "Takım 4", "Öz – Işık"]
    waiting.reload()
    expect(waiting.get_by_text("You are on the list: you play. The draw is made")).to_be_visible()
