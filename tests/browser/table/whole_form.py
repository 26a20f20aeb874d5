from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.scenes.stored_hands import hands_of
from tests.browser.scenes.table_page import await_tray, wait_while_forwarding
from tests.processes import ServerProcess


class WholeForm:
    def __init__(self, page: Page) -> None:
        self.page = page

    def wait_for_script(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-begun", "1")

    def tap(self, name: str, value: str = "") -> None:
        selector = f"[name={name}]" + (f"[value='{value}']" if value else "")
        self.page.locator("label.opt", has=self.page.locator(selector)).click()

    def points(self, seat: str, points: int | str) -> None:
        self.page.locator(f"[name={seat}-points]").fill(str(points))

    def tell(self, answers: Mapping[str, str]) -> None:
        for name, value in answers.items():
            if name.endswith("-points"):
                self.points(name.removesuffix("-points"), value)
            else:
                self.tap(name, "" if value == "on" else value)

    def tap_empty_place(self) -> None:
        self.page.mouse.click(1, 1)

    def save(self) -> None:
        self.page.locator("[data-save]").click()

    @property
    def preview(self) -> Locator:
        return self.page.locator(".hand:has(#preview:not([data-old])) .review")

    def expect_blank_form(self) -> None:
        expect(self.page.locator("input:checked:not([data-preset])")).to_have_count(0)
        expect(self.page.locator("#preview .whole")).to_have_count(0)


class WholeTable(WholeForm):
    def __init__(self, served: ServerProcess, about: dict[str, str], page: Page) -> None:
        super().__init__(page)
        self.served, self.about = served, about
        page.goto(f"{served.url}/table/{about['table']}/hand/")
        self.wait_for_script()

    def open_another_tab(self) -> Self:
        return type(self)(self.served, self.about, self.page.context.new_page())

    def expect_unsent(self, count: int) -> None:
        await_tray(self.page, count)

    @property
    def reports(self) -> list[dict[str, Any]]:
        stored = hands_of(self.served.database, self.about["encounter"])
        return [hand["report"] for hand in stored]

    def expect_stored(self, *finishers: str | None) -> None:
        def is_so() -> bool:
            return [report.get("finisher") for report in self.reports] == list(finishers)

        wait_while_forwarding(self.page, is_so, f"the ledger never had hands finished by {finishers}")
