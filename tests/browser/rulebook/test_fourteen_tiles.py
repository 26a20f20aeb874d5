from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rulebook.conftest import Taps
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import phone
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WON = (
    *("r1", "r2", "r3", "next", "b7", "b8", "b9", "next", "k9", "r9", "y9", "b9", "next"),
    *("y11", "b6", "y13", "y1"),
)
"""With b5 as indicator: two runs, a set, and a run past 13 with an okey."""


@pytest.fixture
def page(windows: Windows, server_process: ServerProcess) -> Page:
    opened = phone(windows)
    opened.goto(f"{server_process.url}/hakem/okey-countdown/")
    return opened


def test_finished_hand_is_judged(page: Page, tap_keys: Taps) -> None:
    reads, verdict = page.locator(".reads"), page.locator("#verdict")
    tap_keys("b5", *WON[:-1])
    expect(verdict).to_contain_text("Bitmedi.")
    expect(verdict).to_contain_text("Eksik taş: 1.")
    tap_keys("y1")
    expect(reads).to_contain_text(["Seri", "Seri", "Küt", "Seri"])
    expect(reads.last.locator(".joker-meanings .tile").last).to_have_attribute("aria-label", "sarı 12")
    expect(verdict).to_contain_text("Bitti: seri ve kütlerle. 5.4")
    expect(verdict).to_contain_text("Öteki tarafların her birinden 2 düşülür; son atılan okeyse 4. 6.31 6.32")
    tap_keys("k5")
    expect(page.locator("[data-message]")).to_have_text("Daha çok taş olamaz.")
    tap_keys("undo", "undo", "undo", "undo", "y12", "y13", "y1", "y2")
    expect(reads.last).to_contain_text("12-13-1 seridir, 13-1-2 değildir.")
    expect(reads.last.locator("a.src")).to_have_text("3.3")
    expect(verdict).to_contain_text("Bitti diye açıldıysa el sürer, hakem uyarır. 5.18")


@pytest.mark.release
def test_one_colour_run_has_its_price_and_rack_shows_pairs(page: Page, tap_keys: Taps) -> None:
    verdict = page.locator("#verdict")
    tap_keys("b5", *(f"r{number}" for number in range(1, 14)), "b6")
    expect(verdict).to_contain_text("Bitti: tek renk seriyle. 5.6")
    expect(verdict).to_contain_text("Taşların hepsi tek renk: kırmızı. 6.8")
    expect(verdict).to_contain_text(
        "Öteki tarafların her birinden 16 düşülür; son atılan okeyse 20. 6.35 6.36"
    )
    page.locator("[data-ask=rack]").click()
    tap_keys("r1", "r1")
    expect(verdict).to_have_text("Bitmek için on dört taş gerekir; daha seçilecek taş: 12. 5.1")
    tap_keys(*(f"r{number}" for number in range(2, 8) for _copy in range(2)))
    expect(verdict.locator(".line.good")).to_contain_text(["Seri ve kütlerle", "Yedi çiftle"])
    expect(page.locator("#melds > *").last.locator(".ref-tiles")).to_have_count(7)
    tap_keys("undo", "k1")
    expect(verdict).to_contain_text("Bitemezdi: bu on dört taşla el bitmiyor.")
