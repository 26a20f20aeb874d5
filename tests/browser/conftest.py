"""A server of its own for each module, and a phone at one of its tables."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.table_page import TablePage, phone
from tests.processes import ROOT, Served, serve_process

# A busy machine answers late; what is wrong stays wrong for as long as one waits.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_process(tmp_path_factory.mktemp("served")) as process:
        yield process


@pytest.fixture
def link(served: Served) -> str:
    """The address in the code of a table whose encounter is ready."""
    command = [sys.executable, "-m", "tests.faults.evening", "4", "1"]
    done = subprocess.run(command, cwd=ROOT, env=served.environ, capture_output=True, text=True, check=True)
    return f"{served.url}/m/{json.loads(done.stdout)['links'][0]['token']}/"


@pytest.fixture
def house_rules(served: Served, link: str) -> Callable[..., None]:
    """Changes switches of the tournament at whose table `link` opens."""

    def change(**switches: Any) -> None:
        token = link.rstrip("/").rsplit("/", 1)[1]
        command = [sys.executable, "-m", "tests.browser.house_rules", token, json.dumps(switches)]
        subprocess.run(command, cwd=ROOT, env=served.environ, check=True)

    return change


@pytest.fixture
def browser(launch_options: dict[str, Any]) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(**launch_options)
        yield opened
        opened.close()


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
