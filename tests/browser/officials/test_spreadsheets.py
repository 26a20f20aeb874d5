from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import wait_until_settled
from tests.processes import ServerProcess
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, xlsx
from tournaments.spreadsheets.file_types import MAX_BYTES, read_tables

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
PASSWORD = "ıstaka-101-okey"
TOURNAMENT = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory, open_tournament
user = UserFactory.create(email=f"dosya.{{uuid4()}}@example.org", password="{PASSWORD}")
club = MembershipFactory.create(user=user, role="owner").club
print(user.email, open_tournament(club=club).public_id)
"""


@pytest.fixture
def owner_and_tournament(server_process: ServerProcess) -> tuple[str, str]:
    email, tournament = server_process.tell(TOURNAMENT).split()
    return email, tournament


@pytest.fixture
def organizer_page(
    windows: Windows, server_process: ServerProcess, owner_and_tournament: tuple[str, str]
) -> Page:
    page = windows.page(base_url=server_process.url, viewport=PHONE, locale="tr-TR")
    page.goto("/sign-in/")
    page.locator("main input[name=email]").fill(owner_and_tournament[0])
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    return page


def test_clubs_excel_is_matched_reviewed_entered_and_exported(
    organizer_page: Page, owner_and_tournament: tuple[str, str], tmp_path: Path
):
    file = tmp_path / "kayıtlar.xlsx"
    file.write_bytes(xlsx(CLUB_LIST))
    organizer_page.goto(f"/manage/t/{owner_and_tournament[1]}/entries/")
    organizer_page.get_by_role("link", name="Dosyadan al").click()
    organizer_page.locator("input[type=file]").set_input_files(file)
    # By keyboard: a tap as fast as this at the same place would count as a double tap.
    organizer_page.get_by_role("button", name="Satırları göster").press("Enter")
    rows = organizer_page.locator(".o-lines li")
    expect(rows).to_contain_text(["Kuzey", "Güney", "Su – Er"])
    for choice, contacts in (("nothing", 0), ("club", 2)):
        organizer_page.get_by_label("F Kulüp").select_option(choice)
        expect(rows.filter(has_text="Kordon")).to_have_count(contacts)
        wait_until_settled(organizer_page)
    organizer_page.get_by_role("button", name="3 takımı ekle").click()
    expect(organizer_page.locator(".o-rows > li")).to_contain_text(["Kuzey", "Güney", "Su – Er"])
    organizer_page.get_by_role("link", name="Sonrası").click()
    for ending in ("CSV", "XLSX"):
        with organizer_page.expect_download() as download:
            organizer_page.get_by_role("link", name=f"{ending}: Katılanlar").click()
        (grid,) = read_tables(download.value.path().read_bytes())
        assert grid.rows[1][1][1:6] == ("Kuzey", "Ali Kaya", "Ece Demir", "Kordon", "1450")
        assert len(grid.rows) == 4


def test_too_large_file_is_rejected_before_sending(
    organizer_page: Page, owner_and_tournament: tuple[str, str], tmp_path: Path
):
    file = tmp_path / "resimli.xlsx"
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    organizer_page.goto(f"/manage/t/{owner_and_tournament[1]}/entries/file/")
    organizer_page.locator("input[type=file]").set_input_files(file)
    expect(organizer_page.get_by_role("alert")).to_contain_text("900 kB")
    organizer_page.get_by_role("button", name="Satırları göster").click()
    assert organizer_page.locator("input[type=file]").evaluate("input => !input.validity.valid")
