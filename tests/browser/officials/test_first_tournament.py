from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.first_tournament import found_club, make_first_tournament
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
FEW = 11
FOUND = """
from django.utils import timezone
from tournaments.accounts.domain import club_members
print(club_members.invite_owner(at=timezone.now()).token)
"""


@pytest.fixture
def founder_page(windows: Windows, server_process: ServerProcess) -> Page:
    token = server_process.tell(FOUND).split()[-1]
    page = windows.page(base_url=f"http://{HOST}:{server_process.port}", viewport=PHONE, locale="tr-TR")
    page.goto(f"/davet/{token}/")
    found_club(page, f"Yeni kulüp {uuid4()}")
    return page


def test_new_club_has_printed_codes_after_a_dozen_clicks(founder_page: Page):
    forbid_reuse(founder_page.context)
    assert make_first_tournament(founder_page) <= FEW
    expect(founder_page.locator(".o-steps .now")).to_have_text("Başlangıç")
    codes = founder_page.locator(".o-code").count()
    assert codes >= 4
    assert founder_page.pdf(format="A4").startswith(b"%PDF")
