from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.ledger import hands_of, racks, tables_of
from tests.browser.scenes.table_page import TablePage, heard_until, phone
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

LATE = re.compile(r"/js/table/\w+(\.[0-9a-f]{12})?\.js$")
CHOOSE = "([name, value]) => document.querySelector(`input[name='${name}'][value='${value}']`).click()"
SAVE = "document.querySelector('[data-save]').click()"


class LateTable:
    """The form of the first hand before its scripts have loaded.

    Chromium here paints nothing until then, so the test clicks by script.
    """

    def __init__(self, served: Served, windows: Windows, *, whole: bool = False, **settings: Any) -> None:
        self.served = served
        self.about = tables_of(served, **settings)[0]
        self.page: Page = phone(windows)
        self.table = TablePage(self.page)
        self.table.open(f"http://{HOST}:{served.port}/m/{self.about['token']}/")
        self.held: list[Route] | None = []
        self.page.route(LATE, self.hold)
        form = f"http://{HOST}:{served.port}/table/{self.about['table']}/hand/"
        self.page.goto(f"{form}?whole" if whole else form, wait_until="commit")
        expect(self.table.form).to_be_attached()
        expect(self.page.locator("[data-save]")).to_be_attached()

    def choose(self, **answers: str) -> None:
        for name, value in answers.items():
            self.page.evaluate(CHOOSE, [name.replace("_", "-"), value])

    def fill(self, points: int) -> None:
        self.choose(end="A1", B1_opening="series", B2_opening="none")
        self.page.evaluate(f"document.getElementById('B1-points').value = '{points}'")

    def hold(self, route: Route) -> None:
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def scripts_come(self) -> None:
        held, self.held = self.held or [], None
        for route in held:
            route.continue_()

    @property
    def stored(self) -> list[int | None]:
        return racks(self.served.database, self.about["encounter"])


@pytest.fixture
def late(served: Served, windows: Windows) -> LateTable:
    return LateTable(served, windows, groups_best_of=5)


@pytest.fixture
def whole(served: Served, windows: Windows) -> LateTable:
    return LateTable(served, windows, whole=True, groups_best_of=5)


def test_before_scripts_load_the_page_works_without_them(late: LateTable) -> None:
    assert late.page.evaluate("document.documentElement.classList.contains('js')") is False
    assert late.table.step == ""
    late.scripts_come()
    expect(late.table.form).to_have_attribute("data-step", "end")


def test_player_tapped_before_scripts_load_is_the_finisher(late: LateTable) -> None:
    late.choose(end="B1")
    late.scripts_come()
    expect(late.table.form).to_have_attribute("data-step", "A2")
    assert late.page.locator("[name=B1-opening][value=series]").is_checked()
    late.page.go_back()
    expect(late.table.form).to_have_attribute("data-step", "end")


def test_input_from_before_scripts_load_is_read_back_and_saved_once(whole: LateTable) -> None:
    whole.fill(31)
    whole.scripts_come()
    expect(whole.table.form).to_have_attribute("data-step", "review")
    whole.page.locator("[data-save]").click()
    expect(whole.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    heard_until(whole.page, lambda: whole.stored == [31], "the hand is not stored once")


def test_early_input_on_a_whole_form_is_scored_and_saved_once(served: Served, windows: Windows) -> None:
    late = LateTable(served, windows, whole=True, rule_set_id="okey-countdown", length=[1, None])
    late.choose(end="A1", hand="pairs")
    key = late.page.locator("[name=entry_key]").input_value()
    late.scripts_come()
    expect(late.table.preview).to_contain_text("Rakip çiftten bitti: 8")
    late.page.locator("[data-save]").click()
    expect(late.page.locator("#saved")).to_be_visible()
    stored = hands_of(served.database, late.about["encounter"])
    assert [hand["key"] for hand in stored] == [key]


@pytest.mark.thorough
def test_hand_saved_before_scripts_load_is_posted_by_the_page(whole: LateTable) -> None:
    whole.fill(32)
    whole.page.evaluate(SAVE)
    heard_until(whole.page, lambda: whole.stored == [32], "the hand is not stored")
    whole.scripts_come()
    expect(whole.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    expect(whole.page.locator("#tray")).to_be_hidden()
    assert whole.stored == [32]
