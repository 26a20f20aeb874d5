from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.scenes.live_page import make_standings
from tests.browser.scenes.table_page import TablePage, keep_quietly, phone
from tests.browser.scenes.windows import DRIVEN_BY_US, Windows
from tests.processes import Served, serve_process

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
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    hosts = f"127.0.0.1,localhost,{HOST}"
    with serve_process(tmp_path_factory.mktemp("served"), ALLOWED_HOSTS=hosts) as process:
        yield process


@dataclass(frozen=True)
class OpenHouse:
    served: Served
    told: dict[str, Any]


@pytest.fixture(scope="package")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A shared server for tests that open every page, because filling it takes long."""
    with serve_process(tmp_path_factory.mktemp("open-house")) as served:
        addresses = json.loads(served.run("tests.browser.scenes.every_page"))
        # pages must not change during a test
        make_standings(served)
        yield OpenHouse(served, addresses)


@pytest.fixture
def ready_table(served: Served) -> dict[str, str]:
    evening = json.loads(served.run("tests.faults.evening", "4", "1"))
    table: dict[str, str] = evening["links"][0]
    return table


@pytest.fixture
def link(served: Served, ready_table: dict[str, str]) -> str:
    return f"{served.url}/m/{ready_table['token']}/"


@pytest.fixture
def house_rules(served: Served, link: str) -> Callable[..., None]:
    def change(**switches: Any) -> None:
        token = link.rstrip("/").rsplit("/", 1)[1]
        served.run("tests.browser.scenes.house_rules", token, json.dumps(switches))

    return change


@pytest.fixture(scope="package")
def all_windows(launch_options: dict[str, Any]) -> Iterator[Windows]:
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
def windows(all_windows: Windows, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Fresh windows; a script error fails the test."""
    with all_windows.within(AT_MOST):
        yield all_windows
    with all_windows.within(TO_TIDY):
        all_windows.tidy(all_went_well=request.node.stash.get(WENT_WELL, True))
    errors, all_windows.errors = all_windows.errors, []
    assert errors == []


@pytest.fixture
def browser(windows: Windows) -> Browser:
    return windows.browser


@pytest.fixture
def page(windows: Windows) -> Page:
    return phone(windows)


@pytest.fixture
def table(page: Page, served: Served, ready_table: dict[str, str]) -> TablePage:
    keep_quietly(page.context, served.url, ready_table, "Nermin")
    page.goto(f"{served.url}/table/{ready_table['table']}/hand/")
    opened = TablePage(page)
    opened.has_begun()
    return opened
