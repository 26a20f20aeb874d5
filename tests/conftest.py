"""What every test may ask for, and where each kind of test runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.test import override_settings

from scoring import triggers

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NO_CHROMIUM = "no Chromium on PATH: browser tests need one (on Debian: apt-get install chromium)"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="fail if any test was skipped")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests that start processes apart, and skip those whose browser is missing."""
    missing = pytest.mark.skip(reason=NO_CHROMIUM)
    for item in items:
        if item.get_closest_marker("browser") and not chromium():
            item.add_marker(missing)
        # One Chromium at a time, and one test that kills servers: xdist gives a group to one worker.
        for group in ("browser", "processes"):
            if item.get_closest_marker(group):
                item.add_marker(pytest.mark.xdist_group(group))
                break


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Let SQLite's test database be a file, as in the club: in memory it knows no WAL and no waiting."""
    if connection.vendor == "sqlite":
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(autouse=True)
def _flush_of_append_only_tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take the triggers off before a transactional test's flush; it puts them back itself.

    Flushing announces `post_migrate`, and the triggers are installed upon that.
    """
    if not is_transactional(request):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    triggers.remove(connection)


def is_transactional(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    asked = marker is not None and bool(marker.kwargs.get("transaction"))
    return asked or "transactional_db" in request.fixturenames


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """Return the Chromium to drive; tests marked `browser` are skipped where there is none."""
    found = chromium()
    if found is None:
        pytest.skip(NO_CHROMIUM)
    return Path(found)


@pytest.fixture
def launch_options(chromium_path: Path) -> dict[str, Any]:
    """Return what Playwright's `chromium.launch` takes; add `args` for names of hosts."""
    return {"executable_path": str(chromium_path), "args": list(CHROMIUM_OPTIONS)}


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Hash passwords in no time: tests sign in often, and guard nothing."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
