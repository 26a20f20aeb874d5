from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BEGIN = """
from tests.factories import drawn_tournament
tournament = drawn_tournament(pairs=6, groups=2, tables=4)
print(tournament.public_id)
"""
PLAY = """
from tests.factories import encounters_of, play_hand
from tournaments.models import Tournament
tournament = Tournament.objects.get(public_id="{}")
for encounter in encounters_of(tournament):
    if encounter.state == "ready" and any(side.entrant.number == 1 for side in encounter.sides_in_order):
        play_hand(encounter)
        break
"""
SHEET = """
window.sent = null;
navigator.share = function (what) { window.sent = what; return Promise.resolve(); };
"""


@pytest.fixture
def tournament(server_process: ServerProcess) -> str:
    return server_process.tell(BEGIN).split()[-1]


@pytest.fixture
def page(windows: Windows) -> Page:
    return windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")


@pytest.mark.release
def test_without_scripts_the_page_of_the_choice_shows_the_state(
    windows: Windows, server_process: ServerProcess, tournament: str
):
    plain = windows.page(java_script_enabled=False, locale="en-GB")
    plain.goto(f"{server_process.url}/t/{tournament}/tables/")
    plain.get_by_role("link", name="When do I play?").click()
    plain.get_by_role("button", name="Ayşe Işık1 Takım 1").click()
    strip = plain.get_by_role("complementary", name="You follow")
    expect(strip).to_contain_text("Next: table")
    plain.get_by_role("link", name="Followed only").click()
    expect(plain.locator(".times li")).to_have_count(2)
    plain.go_back()
    strip.get_by_role("button", name="Stop following").click()
    plain.get_by_role("link", name="When do I play?").click()
    expect(strip).to_have_count(0)


def test_name_is_picked_followed_and_forgotten(page: Page, server_process: ServerProcess, tournament: str):
    page.goto(f"{server_process.url}/t/{tournament}/tables/")
    page.get_by_role("link", name="When do I play?").click()
    page.get_by_role("button", name="Ayşe Işık1 Takım 1").click()
    expect(page).to_have_url(f"{server_process.url}/en/t/{tournament}/tables/")
    strip = page.get_by_role("complementary", name="You follow")
    expect(strip).to_contain_text("Next: table")
    for name in ("Groups", "Schedule", "Rules"):
        page.get_by_role("navigation", name="Tournament").get_by_role("link", name=name).click()
        expect(page).to_have_url(f"{server_process.url}/en/t/{tournament}/{name.lower()}/")
        expect(strip).to_be_visible()
    strip.get_by_role("button", name="Stop following").click()
    expect(strip).to_have_count(0)


@pytest.fixture
def reader(windows: Windows) -> Page:
    return windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")


@pytest.mark.release
def test_list_is_searched_by_turkish_rules(reader: Page, server_process: ServerProcess, tournament: str):
    reader.goto(f"{server_process.url}/t/{tournament}/follow/")
    rows = reader.locator(".picks li")
    field = reader.get_by_role("searchbox", name="Find a name")
    field.fill("AYŞE IŞIK2")
    expect(rows.filter(visible=True)).to_have_count(1)
    expect(reader.locator("[data-none]")).to_be_empty()
    field.fill("ayşe işik")
    expect(rows.filter(visible=True)).to_have_count(0)
    expect(reader.locator("[data-none]")).not_to_be_empty()
    field.press("Enter")
    assert reader.url.endswith("/follow/")


def test_strip_follows_play(reader: Page, server_process: ServerProcess, tournament: str):
    reader.goto(f"{server_process.url}/t/{tournament}/follow/?next=/t/{tournament}/")
    reader.get_by_role("button", name="Ayşe Işık1 Takım 1").click()
    strip = reader.get_by_role("complementary", name="You follow")
    expect(strip).to_contain_text("Next: table")
    server_process.tell(PLAY.format(tournament))
    expect(strip).to_contain_text("hand 2")


def test_link_is_shared_by_the_phones_share_sheet(
    reader: Page, server_process: ServerProcess, tournament: str
):
    forbid_reuse(reader.context)
    reader.add_init_script(SHEET)
    reader.goto(f"{server_process.url}/t/{tournament}/groups/")
    reader.get_by_role("link", name="Share").click()
    reader.wait_for_function("window.sent")
    assert reader.evaluate("window.sent.url") == f"{server_process.url}/en/t/{tournament}/groups/"
    assert reader.evaluate("window.sent.title") == "Güz Kupası"


def test_address_is_copied_without_a_share_sheet(
    reader: Page, server_process: ServerProcess, tournament: str
):
    forbid_reuse(reader.context)
    reader.add_init_script("delete Navigator.prototype.share;")
    reader.goto(f"{server_process.url}/t/{tournament}/")
    reader.get_by_role("link", name="Share").click()
    expect(reader.get_by_label("Address to send")).to_have_value(f"{server_process.url}/en/t/{tournament}/")
    reader.get_by_role("button", name="Copy").click()
    expect(reader.locator("[data-copied]")).to_have_text("Copied.")
