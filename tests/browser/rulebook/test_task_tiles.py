from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rulebook.conftest import Taps
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import phone
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def page(windows: Windows, server_process: ServerProcess) -> Page:
    opened = phone(windows)
    opened.goto(f"{server_process.url}/hakem/okey-task/")
    return opened


def test_melds_and_rack_are_judged_by_the_task(page: Page, tap_keys: Taps) -> None:
    reads, verdict = page.locator(".reads"), page.locator("#verdict")
    tap_keys("r12", "r13", "*")
    expect(verdict).to_have_text("Elin görevini yukarıdan seçin.")
    page.locator("select").select_option("kut_3_seri_3")
    expect(verdict).to_contain_text("Görev olmadı: Küt 3 + seri 3. 4.38")
    tap_keys("next", "k9", "r9", "b9")
    expect(reads).to_contain_text(["Seri", "Küt"])
    expect(reads.first.locator(".joker-meanings .tile").last).to_have_attribute("aria-label", "kırmızı 1")
    expect(verdict).to_contain_text("Görev oldu: Küt 3 + seri 3. 4.38")
    expect(verdict).to_contain_text("Atmak için elde bir taş kalmalıdır. 4.7")
    page.reload()
    expect(page.locator("select")).to_have_value("kut_3_seri_3")
    page.locator("[data-ask=rack]").click()
    tap_keys("r1", "r1", "k4", "k4", "y9", "y9", "b2", "*")
    page.locator("select").select_option("cift")
    expect(verdict).to_contain_text("Görevle açamazdı: Çift. 4.42 4.7")
    tap_keys("y13")
    expect(verdict).to_contain_text("Görevle açabilirdi: Çift.")
    expect(page.locator("#melds .ref-tiles")).to_have_count(4)
