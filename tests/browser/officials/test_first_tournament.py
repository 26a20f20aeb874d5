from __future__ import annotations

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
FEW = 11
FOUND = """
from django.utils import timezone
from tournaments.accounts.domain import club_members
print(club_members.invite_owner(at=timezone.now()).token)
"""
EIGHT = "\n".join(
    f"Ali {name} - Ece {name}er" for name in ("Ak", "Boz", "Can", "Dal", "Er", "Fil", "Gül", "Han")
)


class Clicks:
    def __init__(self) -> None:
        self.taps = 0

    def __call__(self, what: Locator) -> Locator:
        what.click()
        self.taps += 1
        return what


@pytest.fixture
def founder_page(windows: Windows, server_process: ServerProcess) -> Page:
    token = server_process.tell(FOUND).split()[-1]
    page = windows.page(base_url=f"http://{HOST}:{server_process.port}", viewport=PHONE, locale="tr-TR")
    page.goto(f"/davet/{token}/")
    page.locator("[name=club_name]").fill(f"Yeni kulüp {uuid4()}")
    page.locator("[name=name]").fill("Kurucu")
    page.locator("[name=email]").fill(f"{uuid4()}@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("ıstaka-101-okey")
    page.locator("main form.o-form button").last.click()
    page.wait_for_url("**/manage/")
    return page


def test_new_club_has_printed_codes_after_a_dozen_clicks(founder_page: Page):
    forbid_reuse(founder_page.context)
    click, next_way = Clicks(), founder_page.locator(".o-step .btn.go")
    click(founder_page.get_by_role("link", name="Yeni turnuva"))
    click(founder_page.locator("[name=name]")).fill("Cuma Turnuvası")
    click(founder_page.get_by_role("button", name="Bu hâliyle oluştur"))
    click(next_way)
    click(founder_page.locator("textarea")).fill(EIGHT)
    click(founder_page.get_by_role("button", name="8 takımı ekle"))
    click(next_way)
    click(founder_page.get_by_role("button", name=re.compile("onayla$")))
    click(next_way)
    founder_page.wait_for_url("**/codes/?print")
    assert click.taps <= FEW
    expect(founder_page.locator(".o-steps .now")).to_have_text("Başlangıç")
    codes = founder_page.locator(".o-code").count()
    assert codes >= 4
    assert founder_page.pdf(format="A4").startswith(b"%PDF")
