from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.scenes.browser_windows import DRIVEN_BY_US, Windows
from tests.browser.scenes.live_page import refresh_all_standings
from tests.browser.scenes.table_page import TablePage, become_keeper_by_http, phone
from tests.processes import ServerProcess, serve_process

HOST = "kulup.test"
"""The laptop's name in a club's Wi-Fi, which browsers treat as insecure."""

AT_MOST = 200
"""Seconds after which a browser test hangs; the longest takes one to two minutes."""

TO_TIDY = 60
"""Seconds to reset a browser for the next test before it is ended."""

WENT_WELL = pytest.StashKey[bool]()

# Long, because a busy machine answers late.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="package")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    hosts = f"127.0.0.1,localhost,{HOST}"
    with serve_process(tmp_path_factory.mktemp("served"), ALLOWED_HOSTS=hosts) as process:
        yield process


@dataclass(frozen=True)
class SharedServer:
    server: ServerProcess
    addresses: dict[str, Any]


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    """A shared server for tests that open every page, because filling it takes long."""
    with serve_process(tmp_path_factory.mktemp("open-house")) as served:
        addresses = json.loads(served.run("tests.browser.scenes.every_page"))
        # pages must not change during a test
        refresh_all_standings(served)
        yield SharedServer(served, addresses)


@pytest.fixture
def ready_table(server_process: ServerProcess) -> dict[str, str]:
    evening = json.loads(server_process.run("tests.faults.drawn_tournament", "4", "1"))
    table: dict[str, str] = evening["links"][0]
    return table


@pytest.fixture
def link(server_process: ServerProcess, ready_table: dict[str, str]) -> str:
    return f"{server_process.url}/m/{ready_table['token']}/"


@pytest.fixture
def change_house_rules(server_process: ServerProcess, link: str) -> Callable[..., None]:
    def change(**switches: Any) -> None:
        token = link.rstrip("/").rsplit("/", 1)[1]
        server_process.run("tests.browser.scenes.change_rules", token, json.dumps(switches))

    return change


@pytest.fixture(scope="package")
def shared_windows(launch_options: dict[str, Any]) -> Iterator[Windows]:
    """The windows of one Chromium; it ends here: Django forbids database access beside an event loop."""
    arguments = [*launch_options["args"], "--host-resolver-rules=MAP *.test 127.0.0.1", DRIVEN_BY_US]
    with sync_playwright() as playwright:
        opened = Windows(lambda: playwright.chromium.launch(**launch_options | {"args": arguments}))
        yield opened
        opened.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[WENT_WELL] = item.stash.get(WENT_WELL, True) and not report.failed
    return report


@pytest.fixture
def windows(shared_windows: Windows, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Fresh windows; a script error fails the test."""
    with shared_windows.end_after(AT_MOST):
        yield shared_windows
    with shared_windows.end_after(TO_TIDY):
        shared_windows.tidy(all_went_well=request.node.stash.get(WENT_WELL, True))
    errors, shared_windows.errors = shared_windows.errors, []
    assert errors == []


@pytest.fixture
def browser(windows: Windows) -> Browser:
    return windows.browser


@pytest.fixture
def page(windows: Windows) -> Page:
    return phone(windows)


@pytest.fixture
def table(page: Page, server_process: ServerProcess, ready_table: dict[str, str]) -> TablePage:
    become_keeper_by_http(page.context, server_process.url, ready_table, "Nermin")
    page.goto(f"{server_process.url}/table/{ready_table['table']}/hand/")
    opened = TablePage(page)
    opened.wait_for_script()
    return opened
