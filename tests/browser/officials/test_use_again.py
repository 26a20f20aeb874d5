from __future__ import annotations

import gzip
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import create_owned_club, managed, sign_in
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FROM_ELSEWHERE = Path(__file__).parents[2] / "data" / "archive.json.gz"
"""An evening of eight pairs at another site, played by countdown Okey."""
ISTANBUL = ZoneInfo("Europe/Istanbul")
HELD = """
from django.utils import timezone
from tests.factories import drawn_tournament, encounters_of, play_hand
from tournaments.models import Entrant
held = drawn_tournament(club=member.club, pairs=4, groups=1, name="Salı gecesi")
held.entrants.exclude(number=3).update(checked_in_at=timezone.now())
play_hand(encounters_of(held)[0])
"""


def test_evening_is_cloned_for_next_week_with_all_entrants(server_process: ServerProcess, windows: Windows):
    tournament = managed(server_process, HANDS="1")
    organizer_page = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(organizer_page.context, server_process, tournament)
    organizer_page.goto(f"{server_process.url}/manage/t/{tournament['tournament']}/setup/")
    organizer_page.locator(".card").get_by_role("link", name="Use again").click()
    name = organizer_page.get_by_label("Name of the tournament")
    organizer_page.get_by_label("First day", exact=True).fill("2031-01-04")
    expect(name).to_have_value("Güz Kupası, 4 January")
    expect(organizer_page.get_by_label("Last day", exact=True)).to_have_value("2031-01-05")
    organizer_page.get_by_role("button", name="Create").click()
    expect(organizer_page.locator("h1")).to_have_text("Güz Kupası, 4 January")
    expect(organizer_page.locator(".messages .note.ok")).to_be_visible()
    expect(organizer_page.locator("body")).to_contain_text("Takım 8")


@pytest.mark.release
def test_results_are_copied_as_text(server_process: ServerProcess, windows: Windows):
    tournament = managed(server_process, HANDS="1")
    organizer_page = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(organizer_page.context, server_process, tournament)
    organizer_page.goto(f"{server_process.url}/manage/t/{tournament['tournament']}/")
    organizer_page.get_by_role("link", name="Share", exact=True).click()
    organizer_page.get_by_role("link", name="Send as text").click()
    tables = organizer_page.locator(
        "section", has=organizer_page.get_by_role("heading", name="Who plays where")
    )
    expect(tables.get_by_role("textbox")).to_contain_text("Table 1")
    tables.get_by_role("button", name="Copy").click()
    expect(tables.get_by_role("status")).to_have_text("Copied.")
    link = tables.get_by_role("link", name="WhatsApp")
    expect(link).to_have_attribute("href", re.compile(r"^https://wa\.me/\?text="))


@pytest.mark.release
def test_next_event_of_a_series_is_created_by_a_tap_with_the_last_entrants(
    server_process: ServerProcess, windows: Windows
):
    club = create_owned_club(server_process, HELD)
    organizer_page = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(organizer_page.context, server_process, club)
    organizer_page.goto(f"{server_process.url}/manage/")
    organizer_page.get_by_role("link", name="Templates and club nights").click()
    organizer_page.get_by_role("link", name="Plan club nights").press("Enter")
    organizer_page.get_by_text("An earlier tournament…").press("Enter")
    organizer_page.get_by_role("link", name="Salı gecesi").press("Enter")
    organizer_page.locator("label", has_text="Club nights, week after week").click()
    organizer_page.get_by_label("Name of the tournament").fill("Salı gecesi {tarih}")
    today = datetime.now(ISTANBUL).date()
    organizer_page.get_by_label("First day", exact=True).fill(today.isoformat())
    organizer_page.get_by_label("Last day", exact=True).fill(today.isoformat())
    organizer_page.get_by_label("Begins at").fill("19:00")
    organizer_page.get_by_label("Ends at").fill("23:00")
    organizer_page.get_by_role("checkbox", name=f"{today:%A}").check()
    organizer_page.get_by_role("button", name="Create").press("Enter")
    expect(organizer_page.locator(".messages .note.ok")).to_be_visible()
    organizer_page.goto(f"{server_process.url}/manage/")
    organizer_page.get_by_role("link", name="Choose entrants…").press("Enter")
    expect(organizer_page.get_by_role("checkbox", checked=True)).to_have_count(3)
    expect(organizer_page.get_by_role("checkbox", checked=False)).to_have_accessible_name(
        re.compile("^Takım 3 ")
    )
    organizer_page.go_back()
    make = organizer_page.get_by_role("button", name="Create the evening of")
    label = make.inner_text()
    make.press("Enter")
    expect(organizer_page.locator(".messages .note.ok")).to_be_visible()
    expect(organizer_page.locator("main .o-rows > li")).to_contain_text(["Takım 1", "Takım 2", "Takım 4"])
    organizer_page.goto(f"{server_process.url}/manage/")
    expect(make).not_to_have_text(label, use_inner_text=True)


@pytest.mark.release
def test_archive_of_another_site_is_imported_and_cloned(
    server_process: ServerProcess, windows: Windows, tmp_path: Path
):
    club = create_owned_club(server_process)
    archive = tmp_path / "cuma.json"
    archive.write_bytes(gzip.decompress(FROM_ELSEWHERE.read_bytes()))
    restored = server_process.manage("restore_archive", str(archive), "--club", club["club"])
    organizer_page = windows.page(locale="en-GB")
    sign_in(organizer_page.context, server_process, club)
    organizer_page.goto(f"{server_process.url}/manage{restored.split()[-1]}again/")
    over = organizer_page.locator("main")
    for text in ("Returning entrants", "Countdown Okey", "from 20 points"):
        expect(over).to_contain_text(text)
    expect(organizer_page.get_by_role("checkbox", name=re.compile(" & "), checked=True)).to_have_count(8)
    expect(organizer_page.get_by_label("Venue")).to_have_value("Yediveren Lokali, büyük salon")
    organizer_page.get_by_role("button", name="Create").press("Enter")
    expect(organizer_page.locator(".messages .note.ok")).to_be_visible()
    organizer_page.goto(re.sub(r"entries/.*", "draw/", organizer_page.url))
    organizer_page.get_by_role("button", name="Draw these groups").press("Enter")
    expect(organizer_page.get_by_role("link", name="Public page of the draw")).to_be_visible()
