from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.starts_processes]


def test_typed_fields_are_kept_but_no_password(windows: Windows, server_process: ServerProcess) -> None:
    page = windows.page(locale="tr-TR", base_url=server_process.url)
    page.goto("/sign-in/")
    page.locator("input[name=email]").fill("ayla@kulup.test")
    page.locator("input[name=password]").fill("secret")
    page.locator("button[name=language][value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
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
