from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.stored_hands import entries
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

MOST_TAPS = 6

COUNT = """() => {
    window.pressed = {taps: 0, digits: 0};
    window.addEventListener("pointerdown", (event) => {
        if (!event.isTrusted) return;
        const digit = event.target.closest && event.target.closest("[data-key]");
        window.pressed[digit ? "digits" : "taps"] += 1;
    }, true);
}"""
PRESET = """() => Array.from(document.querySelectorAll("#hand input[type=radio]:checked"))
    .filter((field) => !field.name.endsWith("-okeys")).map((field) => `${field.name}=${field.value}`)"""


def count_taps_and_digits(page: Page) -> tuple[int, int]:
    """Return taps and digits so far; fail if the page was reloaded."""
    counted: dict[str, int] = page.evaluate("window.pressed")
    return counted["taps"], counted["digits"]


@pytest.mark.parametrize(
    ("opponents", "taps", "digits"),
    [
        ([("series", 47), ("pairs", 18)], 6, 4),
        pytest.param([("series", 47), ("none", None)], 5, 2, marks=pytest.mark.release),
        pytest.param([("none", None), ("series", 118)], 5, 3, marks=pytest.mark.release),
        ([("none", None), ("none", None)], 4, 0),
    ],
)
def test_a_plain_finish_takes_six_taps_at_most_besides_the_digits(
    table: TablePage,
    server_process: ServerProcess,
    opponents: Sequence[tuple[str, int | None]],
    taps: int,
    digits: int,
) -> None:
    before = entries(server_process.database)
    table.page.evaluate(COUNT)
    table.finish("A1")
    for opening, points in opponents:
        table.fill_opponent_sheet(opening, points)
    table.page.locator("[data-save]").click()
    expect(table.page.locator("#saved")).to_be_visible()
    assert count_taps_and_digits(table.page) == (taps, digits)
    assert taps <= MOST_TAPS
    assert entries(server_process.database) == before + 1


def test_only_a_plain_finish_is_preset_and_the_review_reads_it_back(table: TablePage) -> None:
    page = table.page
    assert page.evaluate(PRESET) == ["finish=plain"]
    table.finish("A1")
    assert set(page.evaluate(PRESET)) == {"end=A1", "finish=plain", "A1-opening=series"}
    assert page.locator("[data-on]:visible").is_disabled()
    table.fill_opponent_sheet("series", 47)
    assert page.locator("[name=B2-opening]:checked").count() == 0
    table.fill_opponent_sheet("none")
    finisher = page.locator("#preview .review .p").first
    expect(finisher).to_contain_text("−101")
    expect(finisher.locator("li").first).to_have_text("Bitti: −101 · Düz Kural 8.2")
