"""A club with nothing but the wheel: installed, founded, played, stopped, started again, updated and back."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from config import addresses
from config.launcher import running as running_file
from config.launcher.running import Running
from config.version import VERSION
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.first_tournament import found_club, make_first_tournament
from tests.browser.scenes.table_page import TablePage
from tests.browser.test_accessibility import serious_axe_violations
from tests.parts.wheels import WheelTree, make_environment
from tests.processes import SECONDS_TO_END, environment, free_port, running, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
NEWER = "90.0.0"
AWAY = {"ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"}
"""While a server is away, pages that poll it fail."""
HANDS = "SELECT count(*) FROM scoring_entry"
TABLE_LINK = """
    SELECT link.token FROM tournaments_tablelink link
    JOIN tournaments_encounter encounter ON encounter.table_id = link.table_id
    WHERE encounter.state = 'ready' ORDER BY encounter.id LIMIT 1
"""


@dataclass(frozen=True)
class Installation:
    command: str
    index: Path
    """A folder that offers a newer version."""


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("installation")
    tree = WheelTree(folder / "tree")
    tree.build(folder / "wheels")
    commands = make_environment(folder / "venv", next((folder / "wheels").glob("*.whl")))
    tree.set_version(NEWER)
    tree.build(folder / "index")
    return Installation(str(commands / "istaka"), folder / "index")


class Program:
    """`istaka` from a wheel, with its data in a folder of its own."""

    def __init__(self, installation: Installation, data: Path) -> None:
        self.command, self.data, self.port = installation.command, data, free_port()
        self.environ = environment(
            DATA_FOLDER=str(data),
            ISTAKA_INDEX=str(installation.index),
            HOURLY_BACKUPS="0",
            LC_ALL="tr_TR.UTF-8",
        )
        for name in ("BACKUPS", "DATABASE_URL", "STATIC_ROOT", "PYTHONPATH", "SECRET_KEY"):
            self.environ.pop(name, None)

    @contextmanager
    def started(self, *options: str) -> Iterator[subprocess.Popen[bytes]]:
        command = [self.command, "--no-browser", *options]
        with running(command, environ=self.environ) as process:
            wait_for(lambda: self.found is not None, "Istaka does not start")
            yield process

    @property
    def found(self) -> Running | None:
        return running_file.find(self.data)

    def run(self, *arguments: str) -> str:
        command = [self.command, *arguments]
        done = subprocess.run(command, env=self.environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def ask(self, question: str) -> Any:
        with closing(sqlite3.connect(self.data / "club.sqlite3")) as database:
            return database.execute(question).fetchone()[0]


@pytest.fixture
def program(installation: Installation, tmp_path: Path) -> Program:
    return Program(installation, tmp_path)


def window(windows: Windows, size: ViewportSize, base_url: str) -> Page:
    page = windows.page(viewport=size, base_url=base_url, locale="tr-TR")
    forbid_reuse(page.context)
    return page


def open_control(windows: Windows, program: Program) -> Page:
    found = program.found
    assert found is not None
    page = window(windows, DESK, f"http://localhost:{found.port}")
    page.goto(found.control_path)
    return page


def press(page: Page, action: str) -> None:
    page.locator(f"form[action$='/{action}/'] button").first.click()


def test_club_lives_by_its_wheel_alone(program: Program, windows: Windows):
    windows.tolerated |= AWAY
    with program.started("--port", str(program.port)) as process:
        desk = open_control(windows, program)
        press(desk, "found")
        found_club(desk, "Yediveren")
        make_first_tournament(desk)

        address = addresses.http_url(addresses.lan_address(), program.port)
        phone = window(windows, PHONE, address)
        phone.goto("/")
        assert phone.evaluate("window.isSecureContext") is False
        table = TablePage(phone)
        table.open(f"/m/{program.ask(TABLE_LINK)}/")
        table.start()
        table.finish("A1")
        table.fill_opponent_sheet("series", 12)
        table.fill_opponent_sheet("none")
        table.save()
        assert program.ask(HANDS) == 1

        desk = open_control(windows, program)
        expect(desk.get_by_role("heading", level=1)).to_have_text("Yediveren")
        assert list(serious_axe_violations(desk)) == []
        expect(desk.locator("#control-state")).to_contain_text("Cuma Turnuvası")
        press(desk, "stop")
        desk.locator("[data-test=asks-to-stop] [name=sure]").click()
        expect(desk.locator("[data-test=stopped]")).to_be_visible()
        assert process.wait(SECONDS_TO_END) == 0
    assert program.found is None

    with program.started():
        assert program.found is not None
        assert program.found.port == program.port
        assert program.ask(HANDS) == 1
        program.run("verify")


def test_club_updates_by_its_page_and_goes_back(program: Program, windows: Windows):
    windows.tolerated |= AWAY
    with program.started("--port", str(program.port)):
        desk = open_control(windows, program)
        update = desk.locator("#update")
        expect(update).to_contain_text(f"Istaka {VERSION}")
        for step in ("available", "ready"):
            update.locator("form button").first.click()
            expect(desk.locator(f"[data-test=update-{step}]")).to_be_visible()
        update.locator("form button").first.click()
        expect(update.locator("h2")).to_have_text(f"Istaka {NEWER}")
        assert NEWER in program.run("--version")
        program.run("update", "--back", "--yes")
        assert program.run("--version").strip().endswith(VERSION)
