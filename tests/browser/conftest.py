"""A server to look at, and a phone at one of its tables."""

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
"""The club's name for its laptop: not secure to a browser, as on the club's Wi-Fi."""

AT_MOST = 200
"""Seconds after which a test in a browser hangs: the longest takes a minute, on a busy machine two."""

TO_TIDY = 60
"""Seconds after which a browser is ended that can't be made fit for the next test."""

WENT_WELL = pytest.StashKey[bool]()

# A busy machine answers late; what is wrong stays wrong for as long as one waits.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on which each test plays tournaments of its own."""
    hosts = f"127.0.0.1,localhost,{HOST}"
    with serve_process(tmp_path_factory.mktemp("served"), ALLOWED_HOSTS=hosts) as process:
        yield process


@dataclass(frozen=True)
class OpenHouse:
    """A server of a club in play, and what `every_page` tells of it."""

    served: Served
    told: dict[str, Any]


@pytest.fixture(scope="package")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """For tests that look at every page: filling it takes a while, so that they share one."""
    with serve_process(tmp_path_factory.mktemp("open-house")) as served:
        told = json.loads(served.run("tests.browser.scenes.every_page"))
        # A page that is looked at shall not change meanwhile.
        make_standings(served)
        yield OpenHouse(served, told)


@pytest.fixture
def ready_table(served: Served) -> dict[str, str]:
    """Public id and token of a table whose encounter is ready."""
    evening = json.loads(served.run("tests.faults.evening", "4", "1"))
    table: dict[str, str] = evening["links"][0]
    return table


@pytest.fixture
def link(served: Served, ready_table: dict[str, str]) -> str:
    """The address in the code of that table."""
    return f"{served.url}/m/{ready_table['token']}/"


@pytest.fixture
def house_rules(served: Served, link: str) -> Callable[..., None]:
    """Changes switches of the tournament at whose table `link` opens."""

    def change(**switches: Any) -> None:
        token = link.rstrip("/").rsplit("/", 1)[1]
        served.run("tests.browser.scenes.house_rules", token, json.dumps(switches))

    return change


@pytest.fixture(scope="package")
def all_windows(launch_options: dict[str, Any]) -> Iterator[Windows]:
    """Of a Chromium, which finds the laptop under the club’s name too, and others under theirs.

    It ends with these tests: Django takes a process that drives one for one that must not ask its database.
    """
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
    """Windows as if they were new, each another person's; no script may fail in one."""
    with all_windows.within(AT_MOST):
        yield all_windows
    with all_windows.within(TO_TIDY):
        all_windows.tidy(all_went_well=request.node.stash.get(WENT_WELL, True))
    errors, all_windows.errors = all_windows.errors, []
    assert errors == []


@pytest.fixture
def browser(windows: Windows) -> Browser:
    """That Chromium, for who needs a profile for himself: it is closed after the test."""
    return windows.browser


@pytest.fixture
def page(windows: Windows) -> Page:
    return phone(windows)


@pytest.fixture
def table(page: Page, served: Served, ready_table: dict[str, str]) -> TablePage:
    """The form of the first hand, its first step open; taps are counted from here."""
    keep_quietly(page.context, served.url, ready_table, "Nermin")
    page.goto(f"{served.url}/table/{ready_table['table']}/hand/")
    opened = TablePage(page)
    opened.has_begun()
    return opened
