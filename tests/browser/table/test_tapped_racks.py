from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import hands_of, tables_of
from tests.browser.scenes.table_page import (
    TablePage,
    become_keeper_by_http,
    phone,
    stop_clock,
    wait_while_forwarding,
)
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TILES = ["r7", "r7", "k13", "*", "b6"]


def tap(page: Page, *codes: str) -> None:
    for code in codes:
        page.locator(f"[data-tile='{code}']:visible").click(force=True)


def expect_pad_message(page: Page, words: str) -> None:
    expect(page.locator("[data-message]:visible")).to_have_text(words)


def test_rack_is_counted_kept_offline_and_shown_in_a_correction(
    windows: Windows, server_process: ServerProcess
) -> None:
    table_ids = tables_of(server_process)[0]
    page = phone(windows)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin", host=HOST)
    page.goto(f"http://{HOST}:{server_process.port}/table/{table_ids['table']}/hand/")
    table = TablePage(page)
    table.wait_for_script()
    table.finish("A1")
    page.locator("label", has=page.locator("[name=B1-opening][value=series]")).click()
    points, sum_ = page.locator("#B1-points"), page.locator("[data-part=sum]")
    page.context.set_offline(True)

    page.locator("[data-tiles]:visible").dblclick()
    expect(sum_).to_be_hidden()
    tap(page, "*")
    expect_pad_message(page, "Sahte okey gösterge olmaz: başka bir taş açılır.")
    page.locator("[data-tile=b5]:visible").dblclick()
    expect(sum_).to_have_text("0 puan, okey: 0")
    table.tap_empty_place()
    tap(page, *TILES)
    expect(sum_).to_have_text("33 puan, okey: 1")
    tap(page, "r7")
    expect_pad_message(page, "kırmızı 7: ikisi de zaten var")
    tap(page, "b5", "b5")
    expect_pad_message(page, "mavi 5: biri gösterge, öteki zaten var")
    page.locator(".tapped [data-take-away]").last.dblclick()
    expect(page.locator(".tapped [data-take-away]")).to_have_count(len(TILES))
    page.locator("[data-rack-done]:visible").click()
    expect(points).to_have_value("33")
    expect(points).to_be_disabled()
    expect(page.locator("[name=B1-okeys][value='1']")).to_be_checked()

    table.go_to_next_step()
    table.fill_opponent_sheet("none")
    stop_clock(page)
    page.locator("[data-save]").click()
    page.clock.run_for(5_000)
    expect(page.locator("#tray")).to_contain_text("33")
    expect(page.locator("#B1-points")).to_have_value("")
    page.clock.resume()
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_while_forwarding(
        page,
        lambda: len(hands_of(server_process.database, table_ids["encounter"])) == 1,
        "it was never stored",
    )
    (stored,) = hands_of(server_process.database, table_ids["encounter"])
    assert stored["report"]["seats"]["B1"]["rack"] == {"tiles": TILES}
    assert stored["report"]["indicator"] == "b5"

    page.goto(
        f"http://{HOST}:{server_process.port}/table/{table_ids['table']}/e/{table_ids['encounter']}/1/1/"
    )
    expect(table.form).to_have_attribute("data-step", "review")
    table.edit("B1")
    expect(points).to_have_value("33")
    expect(page.locator("[data-tiles]:visible")).to_have_text(f"Taşlar: {len(TILES)}")
    page.locator("[data-tiles]:visible").click()
    expect(page.locator(".tapped .tile")).to_have_count(len(TILES))

    page.locator("[data-rack-done]:visible").click()
    page.on("dialog", lambda asked: asked.accept())
    page.locator("[data-type-instead]:visible").click()
    expect(page.locator("[data-type-instead]")).to_be_hidden()
    expect(page.locator("[data-tiles]:visible")).to_have_text("Taşlar")
    expect(points).to_have_value("33")
    expect(points).to_be_enabled()
    table.tap_empty_place()
    page.locator("[data-key='4']:visible").click()
    expect(points).to_have_value("4")
