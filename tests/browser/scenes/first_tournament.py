"""A new club's first tournament, from founding to printed codes, as its organizer makes it."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import Locator, Page

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


def found_club(page: Page, name: str) -> None:
    """Fill in the open page of an owner's invitation."""
    page.locator("[name=club_name]").fill(name)
    page.locator("[name=name]").fill("Kurucu")
    page.locator("[name=email]").fill(f"{uuid4()}@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("ıstaka-101-okey")
    page.locator("main form.o-form button").last.click()
    page.wait_for_url("**/manage/")


def make_first_tournament(page: Page) -> int:
    """Go from the open dashboard to printed codes; return the clicks."""
    click, next_way = Clicks(), page.locator(".o-step .btn.go")
    click(page.get_by_role("link", name="Yeni turnuva"))
    click(page.locator("[name=name]")).fill("Cuma Turnuvası")
    click(page.get_by_role("button", name="Bu hâliyle oluştur"))
    click(next_way)
    click(page.locator("textarea")).fill(EIGHT)
    click(page.get_by_role("button", name="8 takımı ekle"))
    click(next_way)
    click(page.get_by_role("button", name=re.compile("onayla$")))
    click(next_way)
    page.wait_for_url("**/codes/?print")
    return click.taps
