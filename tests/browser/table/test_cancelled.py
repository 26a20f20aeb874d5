from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.table.test_outbox import OutboxTable
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CANCELLED = "tests.browser.scenes.cancel_tournament"
WHY = "Elektrik kesildi"


def test_hand_saved_after_cancellation_waits_and_is_sent_after_resumption(
    server_process: ServerProcess, windows: Windows
) -> None:
    seat = OutboxTable(server_process, windows)
    seat.fill(41)
    server_process.run(CANCELLED, seat.about["table"], WHY)
    seat.page.locator("[data-save]").click()
    expect(seat.page.locator("#screen")).to_contain_text(WHY)
    seat.expect_unsent(1)
    assert seat.stored_points == []

    server_process.run(CANCELLED, seat.about["table"])
    seat.signal_online()
    seat.expect_stored([41])
    seat.expect_unsent(0)
    expect(seat.table.form).to_be_visible()
