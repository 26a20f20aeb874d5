from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.windows import Windows
from tests.processes import Served
from tests.tournaments.spreadsheets.made import CLUB_LIST, xlsx
from tournaments.spreadsheets.file_types import MAX_BYTES, read_tables

pytestmark = [pytest.mark.browser, pytest.mark.processes]

PHONE: ViewportSize = {"width": 390, "height": 844}
PASSWORD = "ıstaka-101-okey"
TOURNAMENT = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory, open_tournament
user = UserFactory.create(email=f"dosya.{{uuid4()}}@example.org", password="{PASSWORD}")
club = MembershipFactory.create(user=user, role="owner").club
print(user.email, open_tournament(club=club).public_id)
"""
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-settling, .htmx-swapping, .htmx-added')"
"""No request is running and the page has settled."""


@pytest.fixture
def owned(served: Served) -> tuple[str, str]:
    email, tournament = served.tell(TOURNAMENT).split()
    return email, tournament


@pytest.fixture
def desk(windows: Windows, served: Served, owned: tuple[str, str]) -> Page:
    page = windows.page(base_url=served.url, viewport=PHONE, locale="tr-TR")
    page.goto("/sign-in/")
    page.locator("main input[type=email]").fill(owned[0])
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    return page


def test_clubs_excel_is_matched_reviewed_entered_and_exported(
    desk: Page, owned: tuple[str, str], tmp_path: Path
):
    file = tmp_path / "kayıtlar.xlsx"
    file.write_bytes(xlsx(CLUB_LIST))
    desk.goto(f"/manage/t/{owned[1]}/entries/")
    desk.get_by_role("link", name="Dosyadan al").click()
    desk.locator("input[type=file]").set_input_files(file)
    # By keyboard: a tap as fast as this at the same place would count as a double tap.
    desk.get_by_role("button", name="Satırları göster").press("Enter")
    rows = desk.locator(".o-lines li")
    expect(rows).to_contain_text(["Kuzey", "Güney", "Su – Er"])
    for choice, contacts in (("nothing", 0), ("club", 2)):
        desk.get_by_label("F Kulüp").select_option(choice)
        expect(rows.filter(has_text="Kordon")).to_have_count(contacts)
        desk.wait_for_function(SETTLED)
    desk.get_by_role("button", name="3 takımı ekle").click()
    expect(desk.locator(".o-rows > li")).to_contain_text(["Kuzey", "Güney", "Su – Er"])
    desk.get_by_role("link", name="Sonrası").click()
    for ending in ("CSV", "XLSX"):
        with desk.expect_download() as download:
            desk.get_by_role("link", name=f"{ending}: Katılanlar").click()
        (grid,) = read_tables(download.value.path().read_bytes())
        assert grid.rows[1][1][1:6] == ("Kuzey", "Ali Kaya", "Ece Demir", "Kordon", "1450")
        assert len(grid.rows) == 4


def test_too_large_file_is_rejected_before_sending(desk: Page, owned: tuple[str, str], tmp_path: Path):
    file = tmp_path / "resimli.xlsx"
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    desk.goto(f"/manage/t/{owned[1]}/entries/file/")
    desk.locator("input[type=file]").set_input_files(file)
    expect(desk.get_by_role("alert")).to_contain_text("900 kB")
    desk.get_by_role("button", name="Satırları göster").click()
    assert desk.locator("input[type=file]").evaluate("input => !input.validity.valid")
