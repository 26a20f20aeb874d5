from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import create_owned_club, sign_in
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 390, "height": 844}
OPEN_SIGN_UP = """
from tests.tournaments.signup.domain.applicants import open_sign_up
print(open_sign_up(capacity=12, questions=("Ne zaman gelirsiniz?",), consent="Okudum.").public_id)
"""
FIELDS = """() => Array.from(document.querySelectorAll("main form"), (form) => Array.from(form.elements))
    .flat()
    .filter((field) => field.name && field.type !== "hidden")
    .map(({ name, type, checked, value }) => [name, /checkbox|radio/.test(type) ? checked : value])"""


def switch(page: Page, language: str) -> None:
    page.mouse.click(1, 1)  # the next click at the same place would count as repeated
    page.locator(f"button[name=language][value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def expect_fields_kept(
    page: Page, typed: dict[str, str], choices: tuple[str, ...], updated: Locator | None = None
) -> None:
    """Choose and fill in, then switch to English and back: each time all fields are as before.

    A page that answers what is typed shows `updated` with the answer to the last.
    """
    untouched = page.evaluate(FIELDS)
    for choice in choices:
        page.locator(f"main {choice}").evaluate("choice => choice.click()")
    for name, text in typed.items():
        page.locator(f"main [name={name}]").fill(text)
    if updated:
        expect(updated).to_be_visible()
    fields = page.evaluate(FIELDS)
    assert sum(old != new for old, new in zip(untouched, fields, strict=True)) >= len(typed) + len(choices)
    for language in ("en", "tr"):
        page.locator(f"button[name=language][value={language}]").evaluate("button => button.click()")
        expect(page.locator("html")).to_have_attribute("lang", language)
        if updated:
            expect(updated).to_be_visible()
        page.wait_for_function(
            f"fields => JSON.stringify(({FIELDS})()) === JSON.stringify(fields)", arg=fields
        )
        assert all(page.locator(f"main [name={name}]").input_value() == text for name, text in typed.items())


def test_typed_fields_are_kept_but_no_password(windows: Windows, server_process: ServerProcess) -> None:
    page = windows.page(locale="tr-TR", base_url=server_process.url)
    page.goto("/sign-in/")
    page.locator("input[name=email]").fill("ayla@kulup.test")
    page.locator("input[name=password]").fill("secret")
    switch(page, "en")
    expect(page.locator("input[name=email]")).to_have_value("ayla@kulup.test")
    expect(page.locator("input[name=password]")).to_have_value("")
    page.reload()
    expect(page.locator("input[name=email]")).to_have_value("")


def test_half_a_hand_is_kept(table: TablePage) -> None:
    table.finish("A1")
    table.page.locator("details.menu > summary").click()
    table.page.locator("button[name=language][value=en]").click()
    expect(table.page.locator("html")).to_have_attribute("lang", "en")
    expect(table.form).to_have_attribute("data-step", "B1")
    expect(table.page.locator("input[name=end][value=A1]")).to_be_checked()


def test_typed_settings_of_a_new_tournament_are_kept(windows: Windows, server_process: ServerProcess) -> None:
    owner = create_owned_club(server_process)
    page = windows.page(locale="tr-TR", base_url=server_process.url)
    sign_in(page.context, server_process, owner)
    page.goto(f"/manage/clubs/{owner['club']}/new/")
    typed = {"name": "Cuma Kupası", "venue": "Kıraathane", "expected": "24"}
    updated = page.locator(".s-total", has_text="24")
    expect(updated).to_have_count(0)
    expect_fields_kept(page, typed, ("[name=game] >> nth=1", "[name=plan] >> nth=2"), updated)


def test_typed_sign_up_is_kept(windows: Windows, server_process: ServerProcess) -> None:
    tournament = server_process.tell(OPEN_SIGN_UP).split()[-1]
    page = windows.page(viewport=PHONE, locale="tr-TR", base_url=server_process.url)
    page.goto(f"/t/{tournament}/basvuru/")
    typed = {"player_1": "Ayşe Işık", "player_2": "Can Öz", "contact": "0532", "answer_0": "Sekizde"}
    expect_fields_kept(page, typed, ("[name=consent]",))
