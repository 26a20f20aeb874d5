from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.table_page import SEATS

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.release
def test_changed_finisher_requires_input_of_the_former_finishers_partner(table):
    table.finish("A1", "okey")
    table.fill_opponent_sheet("series", 10)
    table.fill_opponent_sheet("series", 20)
    table.save()
    table.correct_last()
    table.back()
    table.finish("B1")
    assert table.step == "A2"
    expect(table.page.locator("[data-on]:visible")).to_be_disabled()
    table.fill_opponent_sheet("series", 30)
    assert table.step == "A1"
    expect(table.page.locator("[name=A1-opening]:checked")).to_have_count(0)
    table.fill_opponent_sheet("none")
    assert table.step == "review"
    table.expect_points("+404", "−202", "+60", "0")
    table.reason()
    table.save()
    expect(table.page.locator(".hands-list tfoot")).to_contain_text("+464")


@pytest.mark.release
def test_revoked_direct_finish_asks_the_opponents(table):
    table.finish("A1", "direct")
    table.save()
    table.correct_last()
    table.expect_points("−202", "+404", "0", "+404")
    table.edit("A1")
    table._tap(table.page.locator("[name=finish][value=plain]"))
    table.go_to_next_step()
    assert table.step == "B1"
    table.fill_opponent_sheet("series", 12)
    assert table.step == "B2"
    table.fill_opponent_sheet("none")
    table.expect_points("−101", "+12", "0", "+202")


@pytest.mark.release
def test_sheet_without_a_question_says_why(table):
    reason = table.page.locator("[data-test=nothing-asked]:visible")
    table.finish("A1", "direct")
    expect(reason).to_have_count(0)
    table.edit("B1")
    expect(reason).to_have_count(1)
    table.page.locator("[data-finish-choice] .opt[data-kind=plain]").click()
    expect(reason).to_have_count(0)


@pytest.mark.release
def test_revoked_four_pairs_are_asked_again(table):
    table.finish("all_opened_pairs")
    table.save()
    table.correct_last()
    table.back()
    table.finish("A1")
    assert table.step == "B1"
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.expect_points("−101", "+202", "0", "+202")


@pytest.mark.release
def test_input_about_the_partner_is_kept(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.edit("A2")
    table._tap(table.page.locator(".sheet:visible [name=A2-opening][value=series]"))
    table.page.locator(".keys [data-key='9']").click()
    table.go_to_next_step()
    table.save()
    for _time in range(2):
        table.correct_last()
        expect(table.page.locator("[name=A2-opening][value=series]")).to_be_checked()
        assert table.page.locator("#A2-points").input_value() == "9"
        table.reason()
        table.save()
        table.page.locator("a.full").click()


@pytest.mark.release
def test_finisher_can_be_changed_from_their_sheet(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    other = table.page.locator("button.other")
    expect(other).to_be_hidden()
    table.fill_opponent_sheet("none")
    table.edit("A1")
    expect(other).to_be_visible()
    expect(table.page.locator("[data-ending]")).to_be_visible()
    box = other.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48
    assert table.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    table._tap(other)
    assert table.step == "end"
    table.finish("B2")
    assert table.step == "A1"


def test_reason_is_in_view_and_a_missing_one_is_asked_for_at_once(table):
    table.finish("A1")
    table.fill_opponent_sheet("series", 11)
    table.fill_opponent_sheet("none")
    table.save()
    table.correct_last()
    for chip in table.page.locator(".reason-chips label").all():
        expect(chip).to_be_in_viewport(ratio=1)
    table.page.locator("[data-save]").click()
    problem = table.page.locator("[data-missing]")
    expect(problem).to_be_in_viewport()
    expect(table.page.locator("[name=because]").first).to_be_focused()
    words = table.page.locator("[name=reason]")
    expect(words).to_be_hidden()
    table.page.get_by_role("radio", name="Başka…").click()
    expect(words).to_be_focused()
    table.tap_empty_place()
    table.page.locator("[data-save]").click()
    expect(problem).to_be_in_viewport()
    expect(words).to_be_focused()
    table.expect_points("−101", "+11", "0", "+202")
    table.reason()
    expect(problem).to_be_hidden()
    table.save()
    expect(table.page.locator(".hands-list .fresh")).to_be_visible()


@pytest.mark.release
def test_fixed_error_disappears(table):
    table.finish("A1")
    table.fill_impossible_sheet()
    table.fill_opponent_sheet("series", 0)
    table.save()
    refused, wrong = table.page.locator("#refused"), table.page.locator("fieldset.wrong")
    expect(refused).to_be_visible()
    table.edit("B1")
    expect(wrong).to_have_count(1)
    for digit in "20":
        table.page.locator(f".keys [data-key='{digit}']").click()
    table.go_to_next_step()
    expect(refused).to_have_count(0)
    expect(wrong).to_have_count(0)
    table.expect_points("−101", "+40", "0", "0")
    table.save()
    doubted = table.page.locator("#doubted")
    expect(doubted).to_be_visible()
    table.edit("B2")
    table.page.locator(".keys [data-key='7']").click()
    table.go_to_next_step()
    expect(doubted).to_have_count(0)


@pytest.mark.release
def test_input_is_kept_when_the_server_asks_back(table):
    table.finish("A1")
    table.fill_opponent_sheet("series", 0)
    table.fill_opponent_sheet("none")
    table.edit("A2")
    table._tap(table.page.locator(".sheet:visible [name=A2-opening][value=series]"))
    table.page.locator(".keys [data-key='9']").click()
    table.go_to_next_step()
    table.save()
    table.accept()
    table.save()
    table.correct_last()
    assert table.page.locator("#A2-points").input_value() == "9"


@pytest.mark.release
def test_reason_without_spaces_does_not_widen_the_list_of_hands(table):
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.save()
    table.correct_last()
    table.reason("Yanlışyazılmış" * 12)
    table.save()
    expect(table.page.locator(".hands-list small").first).to_be_visible()
    for width in (360, 390):
        table.page.set_viewport_size({"width": width, "height": 844})
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.release
def test_small_table_fits_two_letters(table):
    table.finish("A1")
    marks = table.page.locator(".mini-table [data-seat]")
    expect(marks).to_have_count(len(SEATS))
    for mark in marks.all():
        assert mark.evaluate(
            "mark => { mark.textContent = 'Me'; return mark.scrollWidth <= mark.clientWidth }"
        )


def test_cached_copy_of_a_correction_can_be_continued(table):
    """Such a page does not poll, so nothing would wake it."""
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    table.save()
    table.correct_last()
    table.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    table.back()
    assert table.step == "end"
