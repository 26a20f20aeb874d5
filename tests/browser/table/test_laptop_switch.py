from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.stored_hands import entries, racks
from tests.browser.scenes.table_page import TablePage, await_tray, wait_while_forwarding
from tests.browser.table.test_outbox import OutboxTable
from tests.processes import ServerProcess, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NEW = "yeni.test"
WAITING = """new Promise((answer) => {
    const asked = indexedDB.open("istaka", 1);
    asked.onsuccess = () => {
        const all = asked.result.transaction("hands").objectStore("hands").getAll();
        all.onsuccess = () => { asked.result.close(); answer(all.result) };
    };
})"""
HOSTS = f"127.0.0.1,{HOST},{NEW}"


def copy_database(old: ServerProcess, folder: Path) -> Path:
    folder.mkdir()
    with (
        closing(sqlite3.connect(old.database)) as house,
        closing(sqlite3.connect(folder / old.database.name)) as copy,
    ):
        house.backup(copy)
    return folder


def test_open_page_moves_its_hands_to_the_new_laptop(tmp_path: Path, windows: Windows) -> None:
    with serve_process(tmp_path, ALLOWED_HOSTS=HOSTS) as old:
        seat = OutboxTable(old, windows, groups_best_of=5)
        page = seat.page
        forbid_reuse(page.context)
        seat.save(10)
        seat.expect_stored([10])
        folder = copy_database(old, tmp_path / "new")
        old.kill()
        seat.save(20)
        seat.save(30)
        seat.expect_unsent(2)
        hands = page.evaluate(WAITING)

    with serve_process(folder, ALLOWED_HOSTS=HOSTS) as new:
        tray = page.locator("#tray")
        tray.locator("> details > summary").click()
        tray.locator(".moved > summary").click()
        address, button = tray.locator("[name=address]"), tray.locator("#hand-over button")
        address.fill(f"{HOST}:{old.port}")
        button.click()
        assert "192.168.1.20:8080" in address.evaluate("field => field.validationMessage")

        new_page = TablePage(page.context.new_page())
        new_page.open(f"http://{NEW}:{new.port}/m/{seat.about['token']}/")
        assert new_page.page.evaluate("isSecureContext") is False
        address.fill(f"{NEW}:{new.port}")
        page.context.once("page", lambda opened: opened.once("dialog", lambda dialog: dialog.accept()))
        with page.context.expect_page() as opened:
            button.click()
        page = opened.value
        seat.expect_unsent(2)
        stored = racks_until(page, new, seat, [10, 20, 30])
        await_tray(page, 0)
        expect_no_duplicates(page, new, seat, hands, stored)


def racks_until(page: Page, new: ServerProcess, seat: OutboxTable, wanted: list[int | None]) -> int:
    encounter = seat.about["encounter"]
    wait_while_forwarding(page, lambda: racks(new.database, encounter) == wanted, f"it never had {wanted}")
    return entries(new.database)


def expect_no_duplicates(
    page: Page, new: ServerProcess, seat: OutboxTable, hands: list[dict[str, Any]], stored: int
) -> None:
    address = f"http://{NEW}:{new.port}/table/{seat.about['table']}/#unsent="
    page.on("dialog", lambda _dialog: pytest.fail("a hand was asked about"))
    for brought in (hands, [{**hands[0], "table": seat.about["encounter"]}]):
        page.goto("about:blank")
        page.goto(address + quote(json.dumps(brought)))
        expect(page).to_have_url(re.compile(r"^[^#]*$"))
        await_tray(page, 0)
    assert entries(new.database) == stored
