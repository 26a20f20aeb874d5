from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import hands_of, racks, tables_of
from tests.browser.scenes.table_page import TablePage, phone, wait_while_forwarding
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LATE = re.compile(r"/js/table/[\w-]+(\.[0-9a-f]{12})?\.js$")
CHOOSE = "([name, value]) => document.querySelector(`input[name='${name}'][value='${value}']`).click()"
SAVE = "document.querySelector('[data-save]').click()"


class LateTable:
    """The form of the first hand before its scripts have loaded.

    Chromium here paints nothing until then, so the test clicks by script.
    """

    def __init__(
        self, served: ServerProcess, windows: Windows, *, whole: bool = False, **settings: Any
    ) -> None:
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

    def release_scripts(self) -> None:
        held, self.held = self.held or [], None
        for route in held:
            route.continue_()

    @property
    def stored_points(self) -> list[int | None]:
        return racks(self.served.database, self.about["encounter"])


@pytest.fixture
def late_table(server_process: ServerProcess, windows: Windows) -> LateTable:
    return LateTable(server_process, windows, groups_best_of=5)


@pytest.fixture
def late_whole_form(server_process: ServerProcess, windows: Windows) -> LateTable:
    return LateTable(server_process, windows, whole=True, groups_best_of=5)


def test_before_scripts_load_the_page_works_without_them(late_table: LateTable) -> None:
    assert late_table.page.evaluate("document.documentElement.classList.contains('js')") is False
    assert late_table.table.step == ""
    late_table.release_scripts()
    expect(late_table.table.form).to_have_attribute("data-step", "end")


@pytest.mark.release
def test_player_tapped_before_scripts_load_is_the_finisher(late_table: LateTable) -> None:
    late_table.choose(end="B1")
    late_table.release_scripts()
    expect(late_table.table.form).to_have_attribute("data-step", "A2")
    assert late_table.page.locator("[name=B1-opening][value=series]").is_checked()
    late_table.page.go_back()
    expect(late_table.table.form).to_have_attribute("data-step", "end")


def test_input_from_before_scripts_load_is_read_back_and_saved_once(late_whole_form: LateTable) -> None:
    late_whole_form.fill(31)
    late_whole_form.release_scripts()
    expect(late_whole_form.table.form).to_have_attribute("data-step", "review")
    late_whole_form.page.locator("[data-save]").click()
    expect(late_whole_form.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    wait_while_forwarding(
        late_whole_form.page, lambda: late_whole_form.stored_points == [31], "the hand is not stored once"
    )


@pytest.mark.release
def test_early_input_on_a_whole_form_is_scored_and_saved_once(
    server_process: ServerProcess, windows: Windows
) -> None:
    late = LateTable(server_process, windows, whole=True, rule_set_id="okey-countdown", length=[1, None])
    late.choose(end="A1", hand="pairs")
    key = late.page.locator("[name=entry_key]").input_value()
    late.release_scripts()
    expect(late.table.form).to_contain_text("Rakip çiftten bitti: 8")
    late.page.locator("[data-save]").click()
    expect(late.page.locator("#saved")).to_be_visible()
    stored = hands_of(server_process.database, late.about["encounter"])
    assert [hand["key"] for hand in stored] == [key]


@pytest.mark.release
def test_hand_saved_before_scripts_load_is_posted_by_the_page(late_whole_form: LateTable) -> None:
    late_whole_form.fill(32)
    late_whole_form.page.evaluate(SAVE)
    wait_while_forwarding(
        late_whole_form.page, lambda: late_whole_form.stored_points == [32], "the hand is not stored"
    )
    late_whole_form.release_scripts()
    expect(late_whole_form.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    expect(late_whole_form.page.locator("#tray")).to_be_hidden()
    assert late_whole_form.stored_points == [32]
