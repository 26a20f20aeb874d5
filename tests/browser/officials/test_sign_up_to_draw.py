from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import create_owned_club, sign_in
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
PLACES = 6
LISTED = """
from tests.factories import LEAGUE, open_tournament
made = open_tournament(club=member.club, pairs=4, stages=LEAGUE)
output["tournament"] = str(made.public_id)
"""
DRAWN = """
from tournaments.models import GroupPlace
placed = GroupPlace.objects.filter(group__stage__tournament__public_id="{}")
print(*sorted(placed.values_list("entrant__name", flat=True)), sep="|")
"""


@pytest.fixture
def owned_tournament(server_process: ServerProcess) -> dict[str, str]:
    return create_owned_club(server_process, LISTED)


@pytest.fixture
def organizer_page(windows: Windows, server_process: ServerProcess, owned_tournament: dict[str, str]) -> Page:
    page = windows.page(
        base_url=f"{server_process.url}/en/manage/t/{owned_tournament['tournament']}/", locale="en-GB"
    )
    sign_in(page.context, server_process, owned_tournament)
    return page


@pytest.fixture
def player_phones(
    windows: Windows, server_process: ServerProcess, owned_tournament: dict[str, str]
) -> list[Page]:
    opened = [windows.page(viewport=PHONE, locale="en-GB") for _phone in range(4)]
    for page in opened:
        page.goto(f"{server_process.url}/t/{owned_tournament['tournament']}/")
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


def let_sign_up(page: Page) -> None:
    page.goto("sign-up/terms/")
    page.get_by_label("Places").fill(str(PLACES))
    page.get_by_role("button", name="Save and open").click()
    expect(page.locator("[data-test=sign-up-open]")).to_be_visible()


def let_check_in(page: Page) -> str:
    page.goto("check-in/")
    page.get_by_role("link", name="By phone, at the door…").click()
    opens = datetime.now(ZoneInfo("Europe/Istanbul")) - timedelta(hours=1)
    page.get_by_label("Opens at").fill(f"{opens:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Save and open").press("Enter")
    expect(page.locator(".messages .note.ok")).to_be_visible()
    page.get_by_role("link", name="Show it on a screen").click()
    return page.locator(".ci-digits").inner_text()


def mark_present(page: Page, name: str) -> None:
    row = page.locator("#ci-list li", has_text=name)
    row.get_by_role("button", name="Arrived").press("Enter")
    expect(row.locator("[data-test=here]")).to_be_visible()


def test_draw_includes_those_who_signed_up_and_checked_in(
    server_process: ServerProcess,
    owned_tournament: dict[str, str],
    organizer_page: Page,
    player_phones: list[Page],
):
    pair, single, other, waiting = player_phones
    let_sign_up(organizer_page)
    sign_up(pair, "Ali Kaya", "Ece Demir")
    expect(pair.locator("[data-test=entry-listed]")).to_be_visible()
    sign_up(single, "Su Ak")
    sign_up(other, "Can Er")
    for page in (single, other):
        page.get_by_role("button", name="Show me to others").press("Enter")
    other.get_by_role("button", name="Ask Su").press("Enter")
    expect(other.locator("[name=action][value=withdraw]")).to_be_visible()
    single.reload()
    single.get_by_role("button", name="Accept").press("Enter")
    expect(single.locator("[data-test=entry-listed]")).to_be_visible()
    sign_up(waiting, "Nil Öz", "Ege Işık")
    expect(waiting.locator("[data-test=entry-waiting]")).to_be_visible()

    digits = let_check_in(organizer_page)
    pair.reload()
    pair.get_by_role("link", name="Check in").click()
    pair.get_by_label("The code from the screen or the poster").fill(digits)
    pair.get_by_role("button", name="Continue").press("Enter")
    pair.get_by_role("button", name="We are here").press("Enter")
    expect(pair.locator(".messages .note.ok")).to_be_visible()
    expect(pair.locator(".badge.ok")).to_be_visible()
    organizer_page.goto("check-in/")
    expect(organizer_page.locator("#list")).to_have_text("1 of 6 pairs are here")
    ali = organizer_page.locator("#ci-list li", has_text="Ali Kaya")
    expect(ali.locator("[data-test=by-phone]")).to_be_visible()
    for name in ("Ak – Er", "Takım 1", "Takım 2", "Takım 4"):
        mark_present(organizer_page, name)
    expect(organizer_page.locator("#next-step p")).to_have_text("1 pair still missing.")
    organizer_page.get_by_role("link", name="Remove the missing…").click()
    expect(organizer_page.locator("main .bullet-list li")).to_have_text(["Takım 3"])
    organizer_page.get_by_role("button", name="Remove them").press("Enter")
    expect(organizer_page.locator(".messages li")).to_have_count(2)
    waiting.reload()
    expect(waiting.locator("[data-test=entry-listed]")).to_be_visible()
    mark_present(organizer_page, "Öz – Işık")

    organizer_page.locator(".o-step").get_by_role("link", name="Go to the draw").press("Enter")
    expect(organizer_page.locator("a[href$='?show=missing']")).to_have_count(0)
    organizer_page.get_by_role("button", name="Draw these groups").press("Enter")
    expect(organizer_page.get_by_role("link", name="Public page of the draw")).to_be_visible()
    drawn = server_process.tell(DRAWN.format(owned_tournament["tournament"])).splitlines()[-1]
    assert drawn.split("|") == ["Ak – Er", "Kaya – Demir", "Takım 1", "Takım 2", "Takım 4", "Öz – Işık"]
    waiting.reload()
    expect(waiting.locator("[data-test=entry-listed]")).to_be_visible()
    expect(waiting.locator("form[action$='/cancel/']")).to_have_count(0)
