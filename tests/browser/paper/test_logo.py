from __future__ import annotations

import io

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

PUT_UP = """
from tests.factories import NOW
from tests.test_rights import a_logo
from tournaments.log.actor import CONSOLE
from tournaments.clubs.domain import set_logo
from tournaments.models import Tournament
tournament = Tournament.objects.get(public_id="{tournament}")
Tournament.objects.filter(pk=tournament.pk).update(name="{name}")
set_logo(club=tournament.club, content=a_logo(), by=CONSOLE, at=NOW)
"""
LONG = "Kulübün Kış Ortası Geleneksel Eşli 101 Okey Turnuvası " * 2
PRINTED = {
    "/manage/t/{tournament}/codes/": 4,
    "/manage/t/{tournament}/sign-up/poster/": 1,
    "/manage/t/{tournament}/check-in/poster/": 1,
    "/e/{encounter}/sheet/": 1,
}
OUTSIDE_THEIR_FRAME = """() => [...document.querySelectorAll(".o-code")].flatMap(card => {
  const frame = card.getBoundingClientRect();
  const touches = ({top, bottom, left, right}) => top < frame.top + 8 || bottom > frame.bottom - 8
    || left < frame.left + 8 || right > frame.right - 8;
  return [...card.querySelectorAll("h3, h4, p, .o-qr")].filter(element => element.offsetHeight
    && touches(element.getBoundingClientRect())).map(element => element.outerHTML.slice(0, 80));
})"""


def sheets(page: Page) -> int:
    return len(PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, format="A4"))).pages)


def test_logo_adds_no_page(windows: Windows, server_process: ServerProcess):
    tournament = managed(server_process)
    server_process.tell(PUT_UP.format(tournament=tournament["tournament"], name=LONG))
    page = windows.page()
    page.set_viewport_size({"width": 658, "height": 990})  # what 18 mm of margin leave of an A4 sheet
    sign_in(page.context, server_process, tournament)
    forbid_reuse(page.context)
    for address, count in PRINTED.items():
        page.goto(server_process.url + address.format(**tournament))
        page.emulate_media(media="print")
        logo = page.locator(".club-logo").first
        expect(logo).to_be_visible()
        assert logo.evaluate("logo => logo.complete && logo.naturalWidth > 0")
        assert sheets(page) == count, address
        assert page.evaluate(OUTSIDE_THEIR_FRAME) == [], address
        page.emulate_media(media="screen")
