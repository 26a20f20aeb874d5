from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Error, expect

from tests.browser.measures.text_sizes import (
    is_wider_than_the_screen,
    letters_at_200_percent,
    meeting,
    spilling,
)
from tests.browser.scenes.table_page import SEATS, TablePage, phone, tap_twice, wait_while_forwarding

pytestmark = pytest.mark.browser

TOUCH = 48
NOTICE = """
from django.utils import timezone
from scoring.models import Notice
from tournaments.models import Table
tournament = Table.objects.get(public_id="{table}").tournament
words = "Çay molası 12.00'de; lütfen masalarınızda kalın."
Notice.objects.create(tournament=tournament, text=words, put_up_at=timezone.now())
"""


def test_plain_finish_with_two_opened_opponents_takes_six_taps_and_the_digits(table):
    table.finish("A1")
    table.fill_opponent_sheet("series", 47)
    table.fill_opponent_sheet("pairs", 18)
    table.expect_points("−101", "+47", "0", "+36")
    table.save()
    assert (table.taps, table.digits) == (6, 4)
    assert (table.hand_number, table.totals) == (2, ["−101", "+83"])


@pytest.mark.release
def test_two_unopened_opponents_take_four_taps_and_a_direct_finish_three(table):
    table.finish("B1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.save()
    assert table.taps == 4
    table.taps = 0
    table.finish("A2", "direct")
    table.expect_points("0", "+404", "−202", "+404")
    table.save()
    assert table.taps == 3


@pytest.mark.release
def test_other_ends_of_a_hand(table):
    table.finish("deck_exhausted")
    table.fill_opponent_sheet("series", 12)
    table.fill_opponent_sheet("none", fouls={"playable_discard": 1})
    table.fill_opponent_sheet("pairs", 20, okeys=1)
    table.fill_opponent_sheet("none", fouls={"side_tile_returned": 2})
    table.expect_points("+12", "+303", "+141", "+404")
    table.save()
    table.finish("all_opened_pairs")
    table.save()
    assert table.hand_number == 2
    table.finish("A1", "direct_double_okey")
    expect(table.page.locator("#preview .p header .num").first).to_have_text("−808")


@pytest.mark.release
def test_partner_is_reached_from_the_review(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.edit("A2")
    table.page.locator(".sheet:visible [data-code=okey_discard] .more").click()
    table.go_to_next_step()
    expect(table.page.locator("#preview .p").nth(2).locator("header .num")).to_have_text("+101")


def test_warning_is_shown_and_confirmed(table):
    table.finish("A1")
    table.fill_opponent_sheet("series", 0)
    table.fill_opponent_sheet("series", 9)
    table.save_and_be_refused()
    expect(table.page.locator("#B1-doubts")).to_be_visible()
    assert table.hand_number == 1
    table.accept()
    table.save()
    assert table.hand_number == 2


@pytest.mark.release
def test_warning_about_an_empty_deck_is_confirmed(table):
    table.finish("deck_exhausted")
    for opening, points in (("none", None), ("series", 0), ("pairs", 12), ("none", None)):
        table.fill_opponent_sheet(opening, points)
    table.save_and_be_refused()
    expect(table.page.locator("#B1-doubts")).to_be_visible()
    table.accept()
    table.save()
    assert table.hand_number == 2


COVERED = """() => [...document.querySelectorAll(".how .opt, .sheet .opt, .sheet .chip")].filter(control => {
    if (!control.getClientRects().length) return false;
    control.scrollIntoView({block: "nearest"});
    const box = control.getBoundingClientRect();
    return [box.top + 4, box.bottom - 4].some(
        y => !control.contains(document.elementFromPoint(box.left + box.width / 2, y)));
}).map(control => control.innerText)"""
"""Controls that are covered by another element."""


def is_in_viewport(page, target) -> bool:
    box = page.locator(target).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.release
def test_continue_button_is_visible_on_the_smallest_phone(page, server_process, ready_table, link):
    table = TablePage(page)
    table.open(link)
    assert is_in_viewport(page, "a.go")
    table.start()
    table.finish("A1")
    page.locator(".how .less").click()
    assert is_in_viewport(page, ".sheet:not([hidden]) [value=pairs] + .face")
    assert page.evaluate(COVERED) == []
    table.go_to_next_step()
    table.tap_empty_place()
    page.locator(".sheet:visible [data-fouls]").click()
    assert page.evaluate(COVERED) == []
    table.tap_empty_place()
    page.locator(".sheet:visible [data-fouls-done]").click()
    table.fill_opponent_sheet("series", 20)
    table.fill_opponent_sheet("none")
    table.save()
    assert is_in_viewport(page, "[data-undo]")
    box = page.locator(".note.last a").bounding_box()
    assert min(box["width"], box["height"]) >= 47.5
    server_process.tell(NOTICE.format(table=ready_table["table"]))
    page.reload()
    assert page.locator(".announced summary").bounding_box()["height"] < TOUCH
    assert is_in_viewport(page, "[data-undo]")


def test_reload_and_the_back_button_lose_nothing(table):
    table.finish("A1", "okey")
    table.fill_opponent_sheet("series", 47)
    assert table.step == "B2"
    table.page.reload()
    expect(table.form).to_have_attribute("data-step", "B2")
    table.page.go_back()
    expect(table.form).to_have_attribute("data-step", "B1")
    assert table.page.locator("#B1-points").input_value() == "47"
    table.go_to_next_step()
    table.fill_opponent_sheet("none")
    table.expect_points("−202", "+94", "0", "+404")


def test_offline_no_old_score_is_shown_for_the_new_hand(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    expect(table.page.locator("#preview .four")).to_contain_text("+202")
    table.page.context.set_offline(True)
    table.tap_empty_place()
    table.fill_opponent_sheet("none")
    expect(table.page.locator("#preview .whole [role=alert]")).to_be_visible()
    expect(table.page.locator("#preview .review")).to_have_count(0)
    table.page.context.set_offline(False)
    table.save()
    assert table.hand_number == 2


def test_outdated_score_shows_no_errors_while_the_answer_is_pending(table):
    page, held = table.page, []
    released: list[bool] = []
    table.finish("A1")
    table.fill_opponent_sheet("none")
    expect(table.preview.locator(".review")).to_have_count(1)
    page.route("**/preview/", lambda route: route.continue_() if released else held.append(route))
    table.fill_opponent_sheet("none")
    expect(page.locator("#preview[data-old] .review")).to_be_visible()
    expect(page.locator("#preview .problem").first).to_be_hidden()
    released.append(True)  # later requests are answered at once
    held[-1].continue_()
    table.expect_points("−101", "+202", "0", "+202")
    assert page.locator("#preview[data-old]").count() == 0


def test_double_tap_stores_a_hand_once(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    tap_twice(table.page.locator("[data-save]"))
    expect(table.page.locator("#saved")).to_be_visible()
    assert table.hand_number == 2


def test_second_phone_at_a_table_is_shown_both_versions(windows, link, table):
    table.finish("A1")  # an untouched page would show the new keeper as soon as another phone takes over
    other = TablePage(phone(windows))
    other.open(link)
    other.start()
    other.finish("A1")
    for opened, points in ((table, 11), (other, 22)):
        opened.fill_opponent_sheet("series", points)
        opened.fill_opponent_sheet("none")
    table.save()
    other.save_and_be_refused()
    expect(other.page.locator(".versions")).to_contain_text("+11")
    expect(other.page.locator(".versions")).to_contain_text("+22")


def test_untouched_page_follows_the_keepers_other_tab(table):
    other = TablePage(table.page.context.new_page())
    other.page.goto(table.page.url)
    other.finish("A1")
    other.fill_opponent_sheet("none")
    other.fill_opponent_sheet("none")
    other.save()
    table.page.bring_to_front()
    table.request_update()
    expect(table.page.locator("#saved")).to_be_visible()
    assert table.hand_number == 2


@pytest.mark.release
def test_answer_to_the_previous_page_is_dropped(table):
    page, held, wrong = table.page, [], []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.route("**/follow/**", lambda route: held.append(route), times=1)  # noqa: PLW0108
    table.request_update()
    wait_while_forwarding(page, lambda: bool(held), "the page did not ask")
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.save()
    with contextlib.suppress(Error):  # the browser has aborted it
        held[0].continue_()
    table.finish("A1")
    assert (table.hand_number, wrong) == (2, [])


@pytest.mark.release
def test_sheet_fits_the_smallest_phone_with_full_touch_targets(table):
    table.finish("A1")
    page = table.page
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for control in page.locator(
        ".sheet:visible .opt:visible, .keys button:visible, .sheet:visible .chip:visible"
    ).all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    with letters_at_200_percent(page):
        assert not is_wider_than_the_screen(page)
        page.locator(".keys").evaluate("keys => keys.scrollIntoView({block: 'end'})")
        assert meeting(page, ".keys button", "#preview") == []
        assert spilling(page, ".how .face") == []


def test_hand_is_entered_by_keyboard(table):
    page = table.page
    page.locator("input[name=end][value=A1]").focus()
    page.keyboard.press("Space")
    assert table.step == "B1"
    page.locator("input[name=B1-opening][value=none]").focus()
    page.keyboard.press("ArrowRight")
    assert table.step == "B1"
    page.keyboard.type("38")
    page.keyboard.press("Enter")
    assert table.step == "B2"
    assert page.evaluate("document.activeElement.id") == "B2-who"


def test_whole_form_works_without_javascript(windows, link):
    page = phone(windows, language="en", script=False)
    TablePage(page).open(link)
    page.get_by_role("link", name="Start").click()
    page.locator("input[name=end][value=A1]").check(force=True)
    page.locator("#B1-points").fill("30")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#B1-opening-problems")).to_be_visible()
    assert page.locator("#B1-points").input_value() == "30"
    for seat in ("B1", "B2"):
        page.locator(f"input[name={seat}-opening][value=series]").check(force=True)
    page.locator("#B2-points").fill("40")
    page.get_by_role("button", name="Show the score first").click()
    expect(page.locator("#preview")).to_contain_text("Left on the rack: 40")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_contain_text("1")
    assert [page.locator(f"#{seat}-points").input_value() for seat in SEATS] == [""] * 4
