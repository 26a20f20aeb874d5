from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, Position, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.keeper_phone import Keeper
from tests.processes import wait_for

SEATS = ("A1", "B1", "A2", "B2")
SMALLEST: ViewportSize = {"width": 360, "height": 640}


ANSWERED_TOO_LATE = "Invalid re-target #screen"
"""Harmless error: the answer to a poll arrives after the page shows another step; it polls again."""


FIGURES = """seats => {
    const shown = document.querySelectorAll("#preview:not(.htmx-request) .review .p header .num");
    return shown.length === seats && Array.from(shown, (figure) => figure.innerText.trim());
}"""
"""Read in one call, because each answer replaces the previous one."""


def phone(
    windows: Windows, *, language: str = "tr-TR", script: bool = True, keeps_pages: bool = False
) -> Page:
    """Open a phone at a table; with `keeps_pages` over a secure connection, so that it caches pages."""
    windows.tolerated.add(ANSWERED_TOO_LATE)
    return windows.page(
        viewport=SMALLEST,
        locale=language,
        has_touch=True,
        java_script_enabled=script,
        reduced_motion="reduce",
        service_workers="allow" if keeps_pages else "block",
    )


def tap_twice(button: Locator) -> None:
    """Tap twice without a page load in between, which a slow mouse might allow."""
    button.evaluate("button => { button.click(); button.click() }")


def await_tray(page: Page, count: int) -> None:
    tray = page.locator("#tray")
    if count:
        expect(tray.locator("[data-count]")).to_have_text(str(count))
    else:
        expect(tray).to_be_hidden()


def middle(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stop_clock(page: Page) -> None:
    """Stop the page's clock, so that its timeouts don't end by themselves."""
    forbid_reuse(page.context)
    page.clock.install(time="2026-11-01")
    page.clock.pause_at("2026-11-02")


def become_keeper_by_http(
    context: BrowserContext, url: str, about: Mapping[str, str], name: str, *, host: str = "127.0.0.1"
) -> None:
    port = urlsplit(url).port
    keeper = Keeper(url, about["table"], about["token"], host=f"{host}:{port}")
    assert keeper.open_link(name).status == HTTPStatus.OK
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "domain": host, "path": cookie.path}
            for cookie in keeper.cookies
        ]
    )


def wait_while_forwarding(page: Page, is_so: Callable[[], bool], complaint: str) -> None:
    """Wait while forwarding the page's requests: Playwright forwards only during its calls."""

    def heard() -> bool:
        page.wait_for_timeout(1)
        return is_so()

    wait_for(heard, complaint)


class TablePage:
    """A table's page on a phone. `taps` counts taps; digits are counted separately."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.digits = 0

    def open(self, address: str) -> None:
        self.page.goto(address)
        if self.page.locator("form[action$='/keep/']").count():
            self.keep()

    def keep(self, name: str = "Nermin") -> None:
        form = self.page.locator("form[action$='/keep/']", has=self.page.locator("input[name=name]"))
        self.page.locator("input[name=name]").fill(name)
        self._tap(form.locator("button"))
        expect(form).to_have_count(0)
        self.page.wait_for_load_state()

    def start(self) -> None:
        self._tap(self.page.locator("a.go"))
        self.wait_for_script()

    def wait_for_script(self) -> None:
        """Wait until the script shows a step: earlier taps would be lost."""
        expect(self.form).to_have_attribute("data-step", re.compile("."))

    def request_update(self) -> None:
        self.page.evaluate("htmx.trigger('#follow', 'refresh')")

    def swap(self, side: str) -> None:
        self._tap(
            self.page.locator("form", has=self.page.locator(f"[name=side][value={side}]")).locator("button")
        )

    def finish(self, seat: str, kind: str = "plain") -> None:
        self._tap(self.page.locator(f"input[name=end][value={seat}]"))
        if kind != "plain":
            choice = self.page.locator(f"input[name=finish][value={kind}]")
            if not choice.is_visible():
                self._tap(self.page.locator(".how .less"))
                self._tap(choice)
                self.go_to_next_step()
            else:
                self._tap(choice)

    def fill_opponent_sheet(
        self, opening: str, points: int | None = None, okeys: int = 0, fouls: dict[str, int] | None = None
    ) -> None:
        """Fill in the open sheet and go on. `none` goes on by itself."""
        seat = self.step
        sheet = self.page.locator(f".sheet[data-seat={seat}]")
        for code, count in (fouls or {}).items():
            chip = sheet.locator(f"[data-code={code}] .more")
            if not chip.is_visible():
                self._tap(sheet.locator("[data-fouls]"))
            for _time in range(count):
                self._tap(chip)
            done = sheet.locator("[data-fouls-done]")
            if done.is_visible():
                self._tap(done)
        choice = sheet.locator(f"input[name={seat}-opening][value={opening}]")
        if opening == "none":
            # The next sheet has this choice at the same place: an equal tap would count as repeated.
            self._tap(choice, x=4 if self.taps % 2 else 64)
            return
        self._tap(choice)
        if okeys:
            self._tap(sheet.locator(f"input[name={seat}-okeys][value='{okeys}']"))
        for digit in str(points or 0):
            self.page.locator(f".keys [data-key='{digit}']").click()
            self.digits += 1
        self.go_to_next_step()

    def fill_impossible_sheet(self) -> None:
        """Fill in points that only another opening allows: the keypad takes no others."""
        sheet = self.page.locator(f".sheet[data-seat={self.step}]")
        self._tap(sheet.locator("[data-kind=series] input"))
        for digit in "150":
            self.page.locator(f".keys [data-key='{digit}']").click()
        self._tap(sheet.locator("[data-kind=pairs] input"))
        self.go_to_next_step()

    def go_to_next_step(self) -> None:
        self._tap(self.page.locator("[data-on]:visible"))

    def edit(self, seat: str) -> None:
        self._tap(self.preview.locator(f".edit[data-go={seat}]"))

    def correct_last(self) -> None:
        self._tap(self.page.locator("[data-step=end] .note a"))
        expect(self.form).to_have_attribute("data-step", "review")

    def reason(self, words: str = "") -> None:
        """The reasons are where the last sheet had its openings: a tap at once would count as repeated."""
        self.tap_empty_place()
        self._tap(self.page.locator(f"[name=because][value={'other' if words else 'mistyped'}]"))
        if words:
            self.page.locator("[name=reason]").fill(words)

    def back(self) -> None:
        self._tap(self.page.locator(".review-step [data-go=end]"))

    def accept(self) -> None:
        for box in self.page.locator("[name=accepted]").all():
            self._tap(box)

    def save(self) -> None:
        """Save, and wait for the next hand, a result or an error."""
        expect(self.page.locator("#preview .whole").first).to_be_attached()
        self.tap_empty_place()
        # htmx initializes new elements with a short delay.
        old = self.page.locator("#screen:not(.htmx-added)").element_handle()
        self._tap(self.page.locator("[data-save]"))
        assert old is not None
        self.page.wait_for_function("screen => !screen.isConnected", arg=old)
        self.tap_empty_place()

    def save_and_be_refused(self) -> None:
        stop_clock(self.page)
        self.save()
        self.page.clock.resume()

    def next_encounter(self) -> None:
        self._tap(self.page.locator("form[action$='/next/'] button"))

    @property
    def form(self) -> Locator:
        return self.page.locator("#hand")

    @property
    def preview(self) -> Locator:
        return self.page.locator("#preview:not(.htmx-request)")

    @property
    def step(self) -> str:
        return self.form.get_attribute("data-step") or ""

    @property
    def points_by_seat(self) -> dict[str, str]:
        handle = self.page.wait_for_function(FIGURES, arg=len(SEATS))
        return dict(zip(SEATS, handle.json_value(), strict=True))

    def expect_points(self, *figures: str) -> None:
        expect(self.page.locator("#preview .review .p header .num")).to_have_text(figures)

    @property
    def totals(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".totals .num").all_inner_texts()]

    @property
    def hand_number(self) -> int:
        number = re.search(r"\d+", self.page.locator(".entry-header .line .soft b").inner_text())
        assert number is not None
        return int(number.group())

    def tap_empty_place(self) -> None:
        """Tap an empty place, so that the next tap is no double tap."""
        self.page.mouse.click(1, 1)

    def _tap(self, target: Locator, *, x: int | None = None) -> None:
        # A radio button and its face overlap; a finger touches the label of both.
        radio = target.get_attribute("type") == "radio"
        position: Position | None = None if x is None else {"x": x, "y": 24}
        (target.locator("xpath=..") if radio else target).click(position=position)
        self.taps += 1
