"""On https the page opens offline, and its hands are sent later.

One phone reads in English, so that both service workers cache a page.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import racks, tables_of
from tests.browser.scenes.table_page import TablePage, phone
from tests.processes import ServerProcess, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = "() => navigator.serviceWorker.controller !== null"
"""The worker controls this page, which happens some time after it is ready."""


def test_loaded_page_opens_offline_and_its_hands_are_sent_later(
    server_process: ServerProcess, windows: Windows
):
    table_ids = tables_of(server_process, groups_best_of=5)[0]
    table = TablePage(phone(windows, language="en-GB", keeps_pages=True))
    path = f"/en/table/{table_ids['table']}/"
    context = table.page.context
    table.open(f"{server_process.url}/m/{table_ids['token']}/")
    assert table.page.evaluate("isSecureContext") is True
    table.page.wait_for_function(ANSWERS)
    table.page.goto(f"{server_process.url}{path}hand/")
    enter(table, 11)
    expect(table.page.locator("#saved")).to_be_visible()
    wait_for(lambda: table.page.evaluate(HAS_COPY, path), "no copy is kept")
    context.set_offline(True)
    for points in (12, 13):
        enter(table, points)
    table.page.goto(f"{server_process.url}{path}")
    expect(table.form).to_be_visible()
    expect(table.page.locator("#tray [data-count]")).to_have_text("2")
    expect(table.page.locator("#hand-number")).to_have_attribute("data-number", "4")
    enter(table, 14)
    # Only navigation is answered from the cache: an open page would get outdated data.
    answer = table.page.evaluate("fetch(location.pathname).then(() => 'copy', () => 'nothing')")
    assert answer == "nothing"
    assert racks(server_process.database, table_ids["encounter"]) == [11]
    context.set_offline(False)
    wait_for(
        lambda: racks(server_process.database, table_ids["encounter"]) == [11, 12, 13, 14],
        "the hands were not all sent",
    )
    expect(table.page.locator("#tray")).to_be_hidden()
    assert racks(server_process.database, table_ids["encounter"]) == [11, 12, 13, 14]
    # The menu closes when the page is updated.
    table.page.locator(".menu [name=language]").dispatch_event("click")
    expect(table.page).to_have_url(f"{server_process.url}/table/{table_ids['table']}/")
    expect(table.form).to_be_visible()


def test_unclaimed_page_asks_the_worker_to_claim_it(server_process: ServerProcess, windows: Windows):
    """Bypassing the worker, as a forced reload does, simulates a page that was just loading."""
    table_ids = tables_of(server_process, groups_best_of=5)[0]
    table = TablePage(phone(windows, keeps_pages=True))
    table.open(f"{server_process.url}/m/{table_ids['token']}/")
    table.page.wait_for_function(ANSWERS)
    devtools = table.page.context.new_cdp_session(table.page)
    with table.page.expect_navigation():
        devtools.send("Page.reload", {"ignoreCache": True})
    assert table.page.evaluate("performance.getEntriesByType('navigation')[0].workerStart") == 0
    table.page.wait_for_function(ANSWERS)


HAS_COPY = "async path => Boolean(await caches.match(path, {ignoreVary: true}))"

KEEP = """async ([path, old]) => {
    const cache = await caches.open((await caches.keys()).find(name => name.startsWith("istaka-")))
    await cache.put(path, new Response(old, {headers: {"Content-Type": "text/html; charset=utf-8"}}))
}"""
IS_KEPT = "async ([path, old]) => await (await caches.match(path, {ignoreVary: true})).text() === old"


@pytest.mark.release
def test_outdated_copy_enters_its_own_hand_and_the_keeper_compares(
    server_process: ServerProcess, windows: Windows
):
    """The copy has the key of a hand that is stored by now."""
    table_ids = tables_of(server_process, groups_best_of=5)[0]
    table, path = TablePage(phone(windows, keeps_pages=True)), f"/table/{table_ids['table']}/"
    context = table.page.context
    table.open(f"{server_process.url}/m/{table_ids['token']}/")
    table.page.wait_for_function(ANSWERS)
    table.page.goto(f"{server_process.url}{path}hand/")
    old = table.page.evaluate("fetch(location.href).then(answer => answer.text())")
    table.page.evaluate(KEEP, [path, old])
    for points in (21, 22):
        assert table.page.evaluate(IS_KEPT, [path, old])
        context.set_offline(True)
        table.page.goto(f"{server_process.url}{path}")
        expect(table.form).to_have_attribute("data-step", "end")
        enter(table, points)
        table.page.goto("about:blank")
        context.set_offline(False)
        table.page.goto(f"{server_process.url}/kod/")  # not a page of the table
        table.page.evaluate(KEEP, [path, old])
        table.page.goto(f"{server_process.url}{path}seats/")
        if points == 21:
            wait_for(
                lambda: racks(server_process.database, table_ids["encounter"]) == [21],
                "the hand is not stored",
            )
            wait_for(lambda: not table.page.evaluate(IS_KEPT, [path, old]), "the copy is not renewed")
            table.page.evaluate(KEEP, [path, old])
        else:
            expect(table.page.locator("#tray.bad")).to_have_count(1)
    table.page.locator("#tray > details > summary").click()
    table.page.locator("[data-review]").click()
    expect(table.page.locator(".versions")).to_contain_text("+22")
    assert racks(server_process.database, table_ids["encounter"]) == [21]


def enter(table: TablePage, points: int) -> None:
    table.finish("A1")
    table.fill_opponent_sheet("series", points)
    table.fill_opponent_sheet("none")
    table.page.locator("[data-save]").click()
    expect(table.form).to_have_attribute("data-step", "end")
