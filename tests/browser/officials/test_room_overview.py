from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

PASSWORD = "ıstaka-101-okey"
HALL = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory, drawn_tournament, encounters_of, play_hand
user = UserFactory.create(email=f"salon.{{uuid4()}}@example.org", password="{PASSWORD}")
club = MembershipFactory.create(user=user, role="owner").club
tournament = drawn_tournament(club=club, pairs=32, groups=8, tables=16)
for encounter in encounters_of(tournament)[:16]:
    play_hand(encounter)
print(user.email, tournament.public_id)
"""
ONE_MORE = """
from tests.factories import encounters_of, play_hand
from tournaments.models import Tournament
tournament = Tournament.objects.get(public_id="{tournament}")
play_hand(next(one for one in encounters_of(tournament) if one.state == "playing" and one.table.number == 3))
"""


@pytest.fixture(scope="module")
def owner_and_tournament(server_process: ServerProcess) -> tuple[str, str]:
    email, tournament = server_process.tell(HALL).split()
    return email, tournament


@pytest.fixture
def running_page(
    windows: Windows, server_process: ServerProcess, owner_and_tournament: tuple[str, str]
) -> Page:
    page = windows.page(base_url=server_process.url, viewport={"width": 1440, "height": 900}, locale="tr-TR")
    page.goto("/sign-in/")
    page.locator("main input[name=email]").fill(owner_and_tournament[0])
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    page.goto(f"/manage/t/{owner_and_tournament[1]}/")
    return page


def test_sixteen_tables_fit_a_laptop_and_a_phone_has_a_list(running_page: Page):
    rows = running_page.locator(".h-row")
    expect(rows).to_have_count(16)
    last = rows.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 900
    assert last["height"] == 38
    running_page.set_viewport_size({"width": 390, "height": 844})
    assert running_page.evaluate("document.documentElement.scrollWidth") == 390
    button = rows.first.locator(".btn").bounding_box()
    assert button is not None
    assert button["height"] >= 48


def test_hand_updates_its_row_and_keeps_focus_and_open_menus(
    running_page: Page, server_process: ServerProcess, owner_and_tournament
):
    row, focused = running_page.locator("#room-table-3"), running_page.locator("#room-table-9 a.btn")
    expect(row).to_contain_text("2. el")
    focused.focus()
    server_process.tell(ONE_MORE.format(tournament=owner_and_tournament[1]))
    expect(row).to_contain_text("3. el")
    expect(focused).to_be_focused()
