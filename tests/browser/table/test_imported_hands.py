from __future__ import annotations

import json
import re
import uuid
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import entries, hands_of, tables_of
from tests.browser.scenes.table_page import await_tray, become_keeper_by_http, phone, wait_while_forwarding
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CLAIMED: dict[str, Any] = {
    "title": "Hand 9",
    "lines": ["B1: 3", "B2: 3"],
    "number": 9,
    "isVoid": True,
    "enteredAt": 0,
}
GAMES: dict[str, dict[str, str]] = {
    "101-standard": {
        "end": "A1",
        "finish": "plain",
        "A1-opening": "series",
        "B1-opening": "series",
        "B1-points": "86",
        "B1-okeys": "0",
        "B2-opening": "series",
        "B2-points": "86",
        "B2-okeys": "0",
    },
    "okey-countdown": {"end": "A1", "hand": "groups"},
    "okey-task": {"end": "A1", "B1-points": "86", "A2-points": "86", "B2-points": "86", "task": "kut_4"},
}


def forged(about: dict[str, str], fields: dict[str, str]) -> str:
    key = str(uuid.uuid4())
    named = {"encounter": about["encounter"], "match": "1", "deal": "1", "entry_key": key}
    other_address = f"/table/{about['table']}/hand/take-back/"
    hand = {
        "key": key,
        "table": about["table"],
        "encounter": about["encounter"],
        "address": other_address,
        "page": other_address,
        "action": other_address,
        "fields": [[name, value] for name, value in (named | fields).items()],
    }
    return "#unsent=" + quote(json.dumps([hand | CLAIMED]))


def read_dialog_text(page: Page, address: str, *, accept: bool) -> str:
    words: list[str] = []

    def answer(dialog: Dialog) -> None:
        words.append(dialog.message)
        if accept:
            dialog.accept()
        else:
            dialog.dismiss()

    page.once("dialog", answer)
    page.goto("about:blank")
    page.goto(address)
    wait_while_forwarding(page, lambda: bool(words), "nothing was asked")
    expect(page).to_have_url(re.compile(r"^[^#]*$"))
    return words[0]


@pytest.mark.parametrize(
    "rule_set",
    [*GAMES][:1] + [pytest.param(other, marks=pytest.mark.release) for other in [*GAMES][1:]],
)
def test_forged_link_shows_the_figures_it_would_store(
    server_process: ServerProcess, windows: Windows, rule_set: str
) -> None:
    settings: dict[str, Any] = (
        {} if rule_set.startswith("101") else {"rule_set_id": rule_set, "length": [1, 3]}
    )
    table_ids = tables_of(server_process, **settings)[0]
    page = phone(windows)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin")
    link = f"{server_process.url}/table/{table_ids['table']}/{forged(table_ids, GAMES[rule_set])}"
    before = entries(server_process.database)

    words = read_dialog_text(page, link, accept=False)
    assert not any(claim in words for claim in ("Hand 9", *CLAIMED["lines"]))
    assert ("86" in words) == ("86" in str(GAMES[rule_set]))
    await_tray(page, 0)
    assert (entries(server_process.database), page.evaluate("navigator.onLine")) == (before, True)

    assert read_dialog_text(page, link, accept=True) == words
    wait_while_forwarding(
        page, lambda: entries(server_process.database) == before + 1, "the hand was never stored"
    )
    await_tray(page, 0)
    (hand,) = hands_of(server_process.database, table_ids["encounter"])
    assert ("86" in json.dumps(hand["report"])) == ("86" in words)


def test_without_an_answer_nothing_is_imported_and_the_link_stays(
    server_process: ServerProcess, windows: Windows
) -> None:
    table_ids = tables_of(server_process)[0]
    page = phone(windows)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin")
    page.route("**/hand/arrived/", lambda route: route.abort())
    words: list[str] = []

    def hear(dialog: Dialog) -> None:
        words.append(dialog.type)
        dialog.accept()

    page.once("dialog", hear)
    page.goto(f"{server_process.url}/table/{table_ids['table']}/{forged(table_ids, GAMES['101-standard'])}")
    wait_while_forwarding(page, lambda: bool(words), "no dialog was shown")
    assert words == ["alert"]
    expect(page).to_have_url(re.compile("#unsent="))
    await_tray(page, 0)
