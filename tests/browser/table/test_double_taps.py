from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.scenes.table_page import SMALLEST, TablePage, middle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

USUAL: ViewportSize = {"width": 390, "height": 844}
SIDEWAYS: ViewportSize = {"width": 740, "height": 360}
SEATS = ("A1", "B1", "A2", "B2")

CONTROLS = """form => Array.from(form.querySelectorAll("label.opt, button"))
    .filter((one) => one.offsetParent && !one.matches(":disabled, fieldset:disabled *"))
    .filter((one) => !one.matches("[data-go], [data-key], [data-count], .opt:has(:checked)"))
    .map((one) => { const { left, top, right, bottom } = one.getBoundingClientRect();
                    return [one.innerText, left, top, right, bottom] })"""
"""Controls that answer the new question: neither the back button nor an already chosen answer."""


def tap_twice_at(page: Page, control: Locator) -> None:
    x, y = middle(control)
    page.mouse.click(x, y)
    page.mouse.click(x, y)


def seat(page: Page, code: str) -> Locator:
    return page.locator(f".seat:has(input[value={code}])")


def chosen(page: Page) -> list[str]:
    answers: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll("#hand input:checked, .foul input"))
            .filter((field) => field.value)
            .map((field) => `${field.name}=${field.value}`)
            .filter((answer) => !/finish=plain|okeys=0/.test(answer))"""
    )
    return answers


@pytest.fixture(
    params=[SMALLEST, *(pytest.param(size, marks=pytest.mark.release) for size in (SIDEWAYS, USUAL))],
    ids=["smallest", "sideways", "usual"],
)
def resized_table(request: pytest.FixtureRequest, table: TablePage) -> TablePage:
    table.page.set_viewport_size(request.param)
    return table


def test_double_tap_on_a_player_only_sets_the_finisher(resized_table: TablePage) -> None:
    for code in SEATS:
        tap_twice_at(resized_table.page, seat(resized_table.page, code))
        assert resized_table.step not in ("end", "review")
        assert chosen(resized_table.page) == [f"end={code}", f"{code}-opening=series"]
        resized_table.page.go_back()
        expect(resized_table.form).to_have_attribute("data-step", "end")


def test_double_tap_on_an_unopened_player_does_not_answer_for_the_next(resized_table: TablePage) -> None:
    resized_table.finish("A1")
    for seat, following in (("B1", "B2"), ("B2", "review")):
        assert resized_table.step == seat
        resized_table.tap_empty_place()
        tap_twice_at(
            resized_table.page, resized_table.page.locator(f".sheet[data-seat={seat}] [data-kind=none]")
        )
        assert resized_table.step == following
    assert resized_table.page.locator("[name=B1-opening]:checked, [name=B2-opening]:checked").count() == 2


def test_double_tap_on_the_review_button_does_not_save(resized_table: TablePage) -> None:
    resized_table.finish("A1", "direct_okey")
    assert resized_table.step == "review"
    resized_table.edit("A2")
    tap_twice_at(resized_table.page, resized_table.page.locator("[data-on]:visible"))
    assert resized_table.step == "review"
    assert resized_table.page.locator("[data-save]").get_attribute("aria-busy") is None


def test_double_tap_on_the_list_of_infractions_counts_none(resized_table: TablePage) -> None:
    resized_table.finish("A1")
    tap_twice_at(resized_table.page, resized_table.page.locator(".sheet:visible [data-fouls]"))
    assert resized_table.page.locator(".listing .foul.has").count() == 0
    tap_twice_at(resized_table.page, resized_table.page.locator("[data-fouls-done]:visible"))
    assert resized_table.step == "B1"
    assert chosen(resized_table.page) == ["end=A1", "A1-opening=series"]


def test_no_control_is_where_the_previous_answer_was_tapped(resized_table: TablePage) -> None:
    """Otherwise quick users would tap controls that ignore them."""

    def leads(control: Locator) -> None:
        x, y = middle(control)
        page.mouse.click(x, y)
        under = [words for words, left, top, right, bottom in page.eval_on_selector("#hand", CONTROLS)
                 if left <= x <= right and top <= y <= bottom]  # fmt: skip
        assert under == []

    page = resized_table.page
    for code in SEATS:
        leads(seat(page, code))
        page.go_back()
        expect(resized_table.form).to_have_attribute("data-step", "end")
    leads(page.locator(".choice:has([value=deck_exhausted])"))


def test_a_quick_tap_elsewhere_on_the_same_control_counts(table: TablePage) -> None:
    table.finish("A1")
    for following in ("B2", "review"):
        table.fill_opponent_sheet("none")
        assert table.step == following


def test_quick_taps_on_other_controls_of_the_next_question_count(resized_table: TablePage) -> None:
    page = resized_table.page
    page.mouse.click(*middle(seat(page, "A1")))
    for player, key in (("B1", "7"), ("B2", "9")):
        for control in (
            f"[data-seat={player}] [data-kind=series]",
            f"[data-key='{key}']",
            "[data-on]:visible",
        ):
            page.mouse.click(*middle(page.locator(control)))
    assert resized_table.step == "review"
    points = [page.locator(f"[name={player}-points]").input_value() for player in ("B1", "B2")]
    assert points == ["7", "9"]


def test_step_change_is_visible(table: TablePage) -> None:
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    table.finish("A1")
    moves = "getComputedStyle(document.querySelector('.sheet:not([hidden])')).animationName"
    assert page.evaluate(moves) == "on"
    page.go_back()
    expect(table.form).to_have_attribute("data-way", "back")
    page.emulate_media(reduced_motion="reduce")
    table.finish("A1")
    assert page.evaluate(moves) == "none"
