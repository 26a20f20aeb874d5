"""A server to look at, and a phone at one of its tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.live_page import make_standings
from tests.browser.table_page import TablePage, phone
from tests.processes import Served, serve_process

HOST = "kulup.test"
"""The club's name for its laptop: not secure to a browser, as on the club's Wi-Fi."""

# A busy machine answers late; what is wrong stays wrong for as long as one waits.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on which each test plays tournaments of its own."""
    with serve_process(tmp_path_factory.mktemp("served")) as process:
        yield process


@dataclass(frozen=True)
class OpenHouse:
    """A server of a club in play, and what `every_page` tells of it."""

    served: Served
    told: dict[str, Any]


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """For tests that look at every page: filling it takes a while, so that they share one."""
    with serve_process(tmp_path_factory.mktemp("open-house")) as served:
        told = json.loads(served.run("tests.browser.every_page"))
        # A page that is looked at shall not change meanwhile.
        make_standings(served)
        yield OpenHouse(served, told)


@pytest.fixture
def link(served: Served) -> str:
    """The address in the code of a table whose encounter is ready."""
    evening = json.loads(served.run("tests.faults.evening", "4", "1"))
    return f"{served.url}/m/{evening['links'][0]['token']}/"


@pytest.fixture
def house_rules(served: Served, link: str) -> Callable[..., None]:
    """Changes switches of the tournament at whose table `link` opens."""

    def change(**switches: Any) -> None:
        token = link.rstrip("/").rsplit("/", 1)[1]
        served.run("tests.browser.house_rules", token, json.dumps(switches))

    return change


@pytest.fixture(scope="module")
def chromium(launch_options: dict[str, Any]) -> Iterator[Browser]:
    """A Chromium for the module, which finds the laptop under the club's name too."""
    arguments = [*launch_options["args"], f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(**launch_options | {"args": arguments})
        yield opened
        opened.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """That Chromium with no window open: each test opens phones of its own."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture
def page(browser: Browser) -> Page:
    return phone(browser).new_page()


@pytest.fixture
def table(page: Page, link: str) -> TablePage:
    """The form of the first hand, its first step open; taps are counted from here."""
    opened = TablePage(page)
    opened.open(link)
    opened.start()
    opened.taps = 0
    return opened
