from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def open_hand_form(page: Page, link: str):
    def open_form() -> TablePage:
        table = TablePage(page)
        table.open(link)
        table.start()
        return table

    return open_form


@pytest.mark.release
def test_indicator_is_asked_only_if_an_okey_left_counts_its_number(change_house_rules, open_hand_form):
    change_house_rules(okey_face_counts=True)
    table = open_hand_form()
    indicator = table.page.locator("[name=indicator]")
    table.finish("A1")
    false_okey = table.page.locator(".sheet:visible .counting b")
    expect(false_okey).to_have_text("gösterge + 1")
    table.fill_opponent_sheet("series", 7, okeys=1)
    table.fill_opponent_sheet("none")
    expect(indicator).to_be_visible()
    table.save_and_be_refused()
    expect(table.page.locator("#indicator-problems")).not_to_be_empty()
    indicator.select_option("b5")
    expect(table.page.locator("#preview .p").nth(1).locator("header .num")).to_have_text("+114")
    table.page.reload()
    expect(indicator).to_have_value("b5")
    table.edit("B1")
    expect(false_okey).to_have_text("6")
    table.tap_empty_place()
    table.go_to_next_step()
    table.save()
    assert table.totals == ["−101", "+316"]
    table.finish("B1")
    table.fill_opponent_sheet("series", 7)
    table.fill_opponent_sheet("none")
    expect(indicator).to_be_hidden()


@pytest.mark.release
def test_unopened_player_is_asked_for_okeys_if_they_are_charged(change_house_rules, open_hand_form):
    change_house_rules(okey_left_when_unopened=True)
    table = open_hand_form()
    table.finish("A1")
    sheet = table.page.locator(".sheet:visible")
    sheet.locator("[name=B1-opening][value=none]").tap()
    expect(sheet.locator("#B1-points")).to_be_hidden()
    sheet.locator("[name=B1-okeys][value='1']").tap()
    expect(sheet.locator("[name=B1-okeys][value='1']")).to_be_checked()
    table.go_to_next_step()
    table.fill_opponent_sheet("series", 12)
    table.expect_points("−101", "+303", "0", "+12")
    table.save()
    assert table.totals == ["−101", "+315"]


@pytest.mark.release
def test_okeys_are_asked_in_a_direct_finish_too(change_house_rules, open_hand_form):
    change_house_rules(okey_left_when_unopened=True)
    table = open_hand_form()
    table.finish("A1", "direct")
    sheet = table.page.locator(".sheet[data-seat=B1]")
    sheet.locator("[name=B1-okeys][value='2']").tap()
    expect(sheet.locator("[name=B1-okeys][value='2']")).to_be_checked()
    table.go_to_next_step()
    table.tap_empty_place()
    table.go_to_next_step()
    table.expect_points("−202", "+606", "0", "+404")
    table.save()


@pytest.mark.release
def test_partner_is_asked_if_the_finisher_does_not_spare_them(change_house_rules, open_hand_form):
    change_house_rules(partner_cancels="rack_only", infractions={"okey_discard": 50, "invalid_meld": 101})
    table = open_hand_form()
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none", fouls={"okey_discard": 1})
    table.fill_opponent_sheet("series", 20)
    table.expect_points("−101", "+202", "+252", "+20")
    table.save()
