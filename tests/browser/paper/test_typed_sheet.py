from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

HANDS = (
    # a plain finish by the first player: one opponent opened series, the other nothing
    (["1", "s", "3", "2", "Enter", "-"], "+234"),
    # the third throws the okey; a wrong digit is deleted, and an opponent opened pairs
    (["3", "o", "s", "1", "5", "Backspace", "4", "Enter", "p", "2", "0", "Enter"], "+108"),
    # nobody opened before the deck ran out
    (["d", "-", "-", "-", "-"], "+404"),
)


def test_match_is_typed_by_keyboard_alone(server_process: ServerProcess, windows: Windows) -> None:
    tournament = managed(server_process)
    page = windows.page(viewport={"width": 1440, "height": 900}, locale="en-GB")
    sign_in(page.context, server_process, tournament)
    page.goto(f"{server_process.url}/manage/e/{tournament['encounter']}/type/1/")
    rows = page.locator("[data-test=row-so-far]")
    for row, (keys, figure) in enumerate(HANDS, start=1):
        expect(page.locator("#hand [name=end]").first).to_be_focused()
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("#preview .result")).to_contain_text(figure)
        page.keyboard.press("Enter")
        expect(rows).to_have_count(row)
    expect(page.locator("[data-test=typing-ended]")).to_be_visible()
