"""The phone at a table, as a browser test drives it: what a scorekeeper taps, in his words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.scenes.windows import Windows, spoil
from tests.keeper import Keeper
from tests.processes import wait_for

SEATS = ("A1", "B1", "A2", "B2")
SMALLEST: ViewportSize = {"width": 360, "height": 640}


ANSWERED_TOO_LATE = "Invalid re-target #screen"
"""The page asked whether anything happened, and shows another step by the time it is told: it asks again."""


FIGURES = """seats => {
    const shown = document.querySelectorAll("#preview:not(.htmx-request) .review .p header .num");
    return shown.length === seats && Array.from(shown, (figure) => figure.innerText.trim());
}"""
"""Read at once: each answer of the server takes the place of the one before."""


def phone(
    windows: Windows, *, language: str = "tr-TR", script: bool = True, keeps_pages: bool = False
) -> Page:
    """A phone at a table. Its steps don't glide: a tap would wait for each to stand still.

    Over a secure connection it `keeps_pages` for when there is no network; a club's Wi-Fi has none.
    """
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
    """Two taps so quick that no page comes between them, as it may between a mouse's on a busy machine."""
    button.evaluate("button => { button.click(); button.click() }")


def await_tray(page: Page, count: int) -> None:
    """So many hands are on the phone and not on the server."""
    tray = page.locator("#tray")
    if count:
        expect(tray.locator("[data-count]")).to_have_text(str(count))
    else:
        expect(tray).to_be_hidden()


def middle(control: Locator) -> tuple[float, float]:
    """Where a finger touches it."""
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stop_clock(page: Page) -> None:
    """From now on the page's time passes only when the test lets it: its patience does not end by itself."""
    spoil(page.context)
    page.clock.install(time="2026-11-01")
    page.clock.pause_at("2026-11-02")


def keep_quietly(
    context: BrowserContext, url: str, about: Mapping[str, str], name: str, *, host: str = "127.0.0.1"
) -> None:
    """Let a phone keep a table, as if it had opened its link and its keeper told his name."""
    port = urlsplit(url).port
    keeper = Keeper(url, about["table"], about["token"], host=f"{host}:{port}")
    assert keeper.open_link(name).status == HTTPStatus.OK
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "domain": host, "path": cookie.path}
            for cookie in keeper.cookies
        ]
    )


def heard_until(page: Page, is_so: Callable[[], bool], complaint: str) -> None:
    """Wait, and hand on meanwhile what the page asks for: Playwright does only while it is called."""

    def heard() -> bool:
        page.wait_for_timeout(1)
        return is_so()

    wait_for(heard, complaint)


class TablePage:
    """One table's page on a phone. `taps` counts what a finger did; digits are counted apart."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.digits = 0

    def open(self, address: str) -> None:
        """Open the link of the table's QR code, and keep the table under a name."""
        self.page.goto(address)
        if self.page.locator("form[action$='/keep/']").count():
            self.keep()

    def keep(self, name: str = "Nermin") -> None:
        form = self.page.locator("form[action$='/keep/']")
        self.page.locator("input[name=name]").fill(name)
        self._tap(form.locator("button"))
        expect(form).to_have_count(0)
        self.page.wait_for_load_state()

    def start(self) -> None:
        """Leave the screen that shows who sits where."""
        self._tap(self.page.locator("a.go"))
        self.has_begun()

    def has_begun(self) -> None:
        """Wait until the script shows one step of the form: before that a tap would be lost on it."""
        expect(self.form).to_have_attribute("data-step", re.compile("."))

    def asks(self) -> None:
        """The page asks at once whether anything happened, as it does every few seconds."""
        self.page.evaluate("htmx.trigger('#follow', 'look')")

    def swap(self, side: str) -> None:
        self._tap(
            self.page.locator("form", has=self.page.locator(f"[name=side][value={side}]")).locator("button")
        )

    def finish(self, seat: str, kind: str = "plain") -> None:
        """Tap who finished, or `deck_exhausted`, or `all_opened_pairs`; then how, unless it was plain."""
        self._tap(self.page.locator(f"input[name=end][value={seat}]"))
        if kind != "plain":
            choice = self.page.locator(f"input[name=finish][value={kind}]")
            if not choice.is_visible():
                self._tap(self.page.locator(".how .less"))
                self._tap(choice)
                self.onward()
            else:
                self._tap(choice)

    def opponent(
        self, opening: str, points: int | None = None, okeys: int = 0, fouls: dict[str, int] | None = None
    ) -> None:
        """Fill in the sheet that is open, and go on to the next. `none` goes on by itself."""
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
        self._tap(sheet.locator(f"input[name={seat}-opening][value={opening}]"))
        if opening == "none":
            return
        if okeys:
            self._tap(sheet.locator(f"input[name={seat}-okeys][value='{okeys}']"))
        for digit in str(points or 0):
            self.page.locator(f".keys [data-key='{digit}']").click()
            self.digits += 1
        self.onward()

    def onward(self) -> None:
        self._tap(self.page.locator("[data-on]:visible"))

    def edit(self, seat: str) -> None:
        """Open a player's sheet from the review."""
        self._tap(self.preview.locator(f".edit[data-go={seat}]"))

    def correct_last(self) -> None:
        """Open the correction of the hand that was saved last."""
        self._tap(self.page.locator("[data-step=end] .note a"))
        expect(self.form).to_have_attribute("data-step", "review")

    def reason(self, words: str = "") -> None:
        """Choose the most usual reason, or give one in words."""
        self._tap(self.page.locator(f"[name=because][value={'other' if words else 'mistyped'}]"))
        if words:
            self.page.locator("[name=reason]").fill(words)

    def back(self) -> None:
        """Go from the review to the first step."""
        self._tap(self.page.locator(".review-step [data-go=end]"))

    def accept(self) -> None:
        """Confirm every doubt."""
        for box in self.page.locator("[name=accepted]").all():
            self._tap(box)

    def save(self) -> None:
        """Save, and wait for the server's answer: the next hand, a result, or what is wrong.

        Before the server has judged the hand, or is found silent, the phone says by itself what hinders.
        """
        expect(self.page.locator("#preview .whole").first).to_be_attached()
        self.rest()
        # htmx hears of what it put on the page a moment after it stands there.
        old = self.page.locator("#screen:not(.htmx-added)").element_handle()
        self._tap(self.page.locator("[data-save]"))
        assert old is not None
        self.page.wait_for_function("screen => !screen.isConnected", arg=old)
        self.rest()

    def save_and_be_refused(self) -> None:
        """Save what the server says no to: the phone waits for that, however long it takes."""
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
        """The score, once the server has answered the last question for it: each answer takes its place."""
        return self.page.locator("#preview:not(.htmx-request)")

    @property
    def step(self) -> str:
        return self.form.get_attribute("data-step") or ""

    @property
    def figures(self) -> dict[str, str]:
        """What the review shows for each seat."""
        read = self.page.wait_for_function(FIGURES, arg=len(SEATS))
        return dict(zip(SEATS, read.json_value(), strict=True))

    def shows(self, *figures: str) -> None:
        """Wait until the review shows these figures, in the order of the seats."""
        expect(self.page.locator("#preview .review .p header .num")).to_have_text(figures)

    @property
    def totals(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".totals .num").all_inner_texts()]

    @property
    def hand_number(self) -> int:
        found = re.search(r"\d+", self.page.locator(".e-top .line .soft b").inner_text())
        assert found is not None
        return int(found.group())

    def rest(self) -> None:
        """Touch nothing, somewhere else: what comes next is no second tap at the same place."""
        self.page.mouse.click(1, 1)

    def _tap(self, target: Locator) -> None:
        # A radio button and its face lie one upon the other; a finger touches the label of both.
        radio = target.get_attribute("type") == "radio"
        (target.locator("xpath=..") if radio else target).click()
        self.taps += 1
