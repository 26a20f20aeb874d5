"""What every test may ask for, and where each kind of test runs."""

import gc
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from scoring import triggers
from scoring.live.views import fragment_cache as pieces_kept
from scoring.live.views import response_cache
from scoring.queries.encounters.encounter_cache import newest
from tests.distribution import pytest_xdist_make_scheduler
from tests.processes import migrated_file

__all__ = ["pytest_xdist_make_scheduler"]

TESTS = Path(__file__).parent
DECIDING = {
    "domain",
    "ledger",
    "standings",
    "play",
    "faults",
    "database",
    "limits",
    "mail",
    "schedule",
    "stages",
}
"""Folders whose tests run on PostgreSQL with every change, where they use the database at all."""
READING = {"queries", "paper"}
"""Folders within these that need not: what is read for pages."""
WAITING = {"browser", "parts", "faults"}
"""Folders whose files take long, and wait for processes of their own meanwhile."""
COUNTING = {"django_assert_num_queries", "django_assert_max_num_queries"}
"""Who asks for one of these counts statements: such tests run on PostgreSQL with every change."""
DEPENDING = {"both_databases", "mark.decides", *COUNTING}
"""Of these a file elsewhere names one where a test of it runs on PostgreSQL with every change."""
GARBAGE = 1_000_000
"""So many new objects are waited for before garbage is looked for: a page makes thousands."""

CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The first that is there is driven; the one without windows takes a fifth less time."""
CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NO_CHROMIUM = (
    "no Chromium on PATH: browser tests need one (on Debian: apt-get install chromium-headless-shell)"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="fail if any test was skipped")
    parser.addoption("--depending", action="store_true", help="read only files with tests for PostgreSQL")


def pytest_collection() -> None:
    """Look for garbage rarely from here on: what is imported and collected stays."""
    gc.set_threshold(GARBAGE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread of which no test has its turn: each process would take seconds to import them."""
    if not config.getoption("depending") or not collection_path.name.startswith("test_"):
        return None
    folders = {*collection_path.relative_to(TESTS).parts[:-1]}
    if DECIDING & folders and not READING & folders:
        return None
    source = collection_path.read_text(encoding="utf-8")
    return None if any(word in source for word in DEPENDING) else True


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Have PostgreSQL's turn take what is stored, decided or counted, whatever the mark of each test."""
    folders = {*item.path.relative_to(TESTS).parts[:-1]}
    counts = COUNTING & {*getattr(item, "fixturenames", ())}
    decides = item.get_closest_marker("django_db") and DECIDING & folders and not READING & folders
    if (counts or decides) and not any(map(item.get_closest_marker, ("both_databases", "long"))):
        item.add_marker("decides")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests whose browser is missing; where it is there, look twice before calling one failed.

    Files of tests that wait for processes begin first: what is short and never waits fills the end of a run.
    """
    missing, twice = pytest.mark.skip(reason=NO_CHROMIUM), pytest.mark.flaky(reruns=1)
    for item in items:
        if item.get_closest_marker("browser") and not chromium():
            item.add_marker(missing)
        elif item.get_closest_marker("browser") and not item.get_closest_marker("flaky"):
            item.add_marker(twice)
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] not in WAITING)


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what was imported: it stays, and is long to look through."""
    gc.collect()
    gc.freeze()


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
        shutil.copyfile(migrated_file(), name)
        connections["default"].settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Let SQLite's test database be the copy that lies there."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keep PostgreSQL's autovacuum from the tables, and its TRUNCATE."""
    with django_db_blocker.unblock():
        keep_autovacuum_away()
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = row_by_row  # type: ignore[method-assign, assignment]


def row_by_row(_style: object, tables: Sequence[str], **_: object) -> list[str]:
    """Empty tables as SQLite does: for the few rows of a test a new file for each table takes long."""
    return [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]


def keep_autovacuum_away() -> None:
    """Let PostgreSQL's planner take the tables for as full as it takes new ones to be.

    A test's rows are never committed. To autovacuum every table is empty, and after it the planner takes
    thousands of rows for one: an evening of hands then never came to its end.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names(cursor):
                cursor.execute(
                    f"ALTER TABLE {connection.ops.quote_name(table)} SET (autovacuum_enabled = off)"
                )


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let fixtures of the module that ask for this put rows there for all its tests.

    Each test's own transaction ends where it began, with these rows. What they are in Python a test
    asks for as a copy: `copy.deepcopy`.
    """
    with taken_back(django_db_blocker):
        yield


@contextmanager
def taken_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let rows be there until the block ends, however often the database is blocked meanwhile."""
    with ExitStack() as kept:
        with blocker.unblock():
            kept.enter_context(transaction.atomic())
        yield
        with blocker.unblock():
            transaction.set_rollback(True)
            kept.close()


@pytest.fixture(autouse=True)
def _nothing_of_the_test_before(request: pytest.FixtureRequest) -> None:
    """Forget what was put by about a tournament: one that is kept has the same id in every test."""
    if "made_once" in request.fixturenames:
        response_cache.shelf.clear()
        pieces_kept.fragments.clear()


@pytest.fixture(autouse=True)
def _made_anew_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests change rows beneath a page without moving its counter; those of sharing say for how long."""
    monkeypatch.setattr(response_cache.shelf, "_seconds", 0.0)
    monkeypatch.setattr(newest, "_most", 0)


@pytest.fixture(autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the addresses that a test names be Turkish ones, or English where it says that it reads so."""
    reads = "en" if request.node.get_closest_marker("english") else settings.LANGUAGE_CODE
    with translation.override(reads):
        yield


@pytest.fixture(autouse=True)
def _flush_of_append_only_tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take the triggers off before a transactional test's flush; it puts them back itself.

    Flushing announces `post_migrate`, and the triggers are installed upon that.
    """
    if not is_transactional(request):
        yield
        return
    assert "made_once" not in request.fixturenames, "its flush would take what the module's tests share"
    request.getfixturevalue("transactional_db")
    yield
    triggers.remove(connection)
    if (
        connection.vendor == "sqlite"
    ):  # rows are numbered from 1 again, or their end would be taken for cut off
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence")


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


@pytest.fixture(scope="session")
def launch_options(chromium_path: Path) -> dict[str, Any]:
    """Return what Playwright's `chromium.launch` takes; add `args` for names of hosts."""
    return {"executable_path": str(chromium_path), "args": list(CHROMIUM_OPTIONS)}


@pytest.fixture(scope="session", autouse=True)
def _quick_clients() -> Iterator[None]:
    """Hash passwords in no time, and look no static files up: tests make clients and sign in often."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_USE_FINDERS=False):
        yield
