from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.windows import Windows
from tests.browser.table.test_outbox import Seat
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

CANCELLED = "tests.browser.scenes.cancelled"
WHY = "Elektrik kesildi"


def test_hand_saved_after_cancellation_waits_and_is_sent_after_resumption(
    served: Served, windows: Windows
) -> None:
    seat = Seat(served, windows)
    seat.fill(41)
    served.run(CANCELLED, seat.about["table"], WHY)
    seat.page.locator("[data-save]").click()
    expect(seat.page.locator("h1")).to_have_text("Turnuva iptal edildi")
    expect(seat.page.locator("#screen")).to_contain_text(WHY)
    seat.waits(1)
    assert seat.stored == []

    served.run(CANCELLED, seat.about["table"])
    seat.hears_of_the_network()
    seat.has_stored([41])
    seat.waits(0)
    expect(seat.table.form).to_be_visible()
