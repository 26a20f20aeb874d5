"""An organizer sends the evening's results as text, and sets the evening up again for the next week."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.desk import managed, sign_in
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_again_next_week_with_everybody(served: Served, windows: Windows):
    told = managed(served, HANDS="1")
    desk = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(desk.context, served, told)
    desk.goto(f"{served.url}/manage/t/{told['tournament']}/setup/")
    desk.get_by_role("link", name="Again next week").click()
    name = desk.get_by_label("Name of the tournament")
    desk.get_by_label("First day").fill("2031-01-04")
    expect(name).to_have_value("Güz Kupası, 4 January")
    expect(desk.get_by_label("Last day")).to_have_value("2031-01-05")
    desk.get_by_role("button", name="Set up the next one").click()
    expect(desk.locator("h1")).to_have_text("Güz Kupası, 4 January")
    expect(desk.locator("body")).to_contain_text("is there, as a draft.")
    expect(desk.locator("body")).to_contain_text("Takım 8")


def test_results_are_copied_as_text(served: Served, windows: Windows):
    told = managed(served, HANDS="1")
    desk = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(desk.context, served, told)
    desk.goto(f"{served.url}/manage/t/{told['tournament']}/")
    desk.get_by_role("link", name="Send as text").click()
    tables = desk.locator("section", has=desk.get_by_role("heading", name="Who plays where"))
    expect(tables.get_by_role("textbox")).to_contain_text("Table 1")
    tables.get_by_role("button", name="Copy").click()
    expect(tables.get_by_role("status")).to_have_text("Copied.")
    link = tables.get_by_role("link", name="WhatsApp")
    expect(link).to_have_attribute("href", re.compile(r"^https://wa\.me/\?text="))
