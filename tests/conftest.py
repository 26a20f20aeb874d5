import gc
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client, override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from scoring import triggers
from scoring.live.views import live_pages
from scoring.queries.encounters import encounter_reader
from tests.factories import MembershipFactory
from tests.languages import LanguageClient
from tests.processes import migrated_file
from tournaments.enums import Role
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Club, Membership

TESTS = Path(__file__).parent
WAITING = {"browser", "parts", "faults", "pages"}
"""Folders whose files take long: they begin first."""
GARBAGE = 1_000_000
"""New objects before a garbage collection; a page makes thousands."""

CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The first one found is used. The headless shell is a fifth faster."""
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


def pytest_collection() -> None:
    """Collect garbage rarely from here on: imports and collected tests stay."""
    gc.set_threshold(GARBAGE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests without a browser; rerun them once. Run slow folders first."""
    skip, rerun_once = pytest.mark.skip(reason=NO_CHROMIUM), pytest.mark.flaky(reruns=1)
    for item in items:
        if item.get_closest_marker("browser") and not chromium():
            item.add_marker(skip)
        elif item.get_closest_marker("browser") and not item.get_closest_marker("flaky"):
            item.add_marker(rerun_once)
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] not in WAITING)


def pytest_collection_finish() -> None:
    """Freeze imported objects: they stay, and scanning them takes long."""
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
    """Put SQLite's test database into a file: in memory it has no WAL and no lock timeouts."""
    if connection.vendor == "sqlite":
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        shutil.copyfile(migrated_file(), name)
        connections["default"].settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        keep_autovacuum_away()
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = sql_delete_rows  # type: ignore[method-assign, assignment]


def sql_delete_rows(_style: object, tables: Sequence[str], **_: object) -> list[str]:
    """Delete rows instead of truncating: TRUNCATE makes a new file per table, which is slow for few rows."""
    return [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]


def keep_autovacuum_away() -> None:
    """Make PostgreSQL's planner assume default table sizes.

    Autovacuum sees empty tables, since a test's rows are never committed; queries by its statistics never
    finish.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names(cursor):
                cursor.execute(
                    f"ALTER TABLE {connection.ops.quote_name(table)} SET (autovacuum_enabled = off)"
                )


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let module fixtures insert rows once; each test's transaction rolls back to these rows."""
    with temporary_rows(django_db_blocker):
        yield


@contextmanager
def temporary_rows(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep rows until the block ends, across database blocks and unblocks."""
    with ExitStack() as stack:
        with blocker.unblock():
            stack.enter_context(transaction.atomic())
        yield
        with blocker.unblock():
            transaction.set_rollback(True)
            stack.close()


@pytest.fixture(autouse=True)
def _clear_caches(request: pytest.FixtureRequest) -> None:
    """Clear the store: shared tournaments have the same id in every test."""
    if "made_once" in request.fixturenames:
        fragment_store.clear()


@pytest.fixture(autouse=True)
def _disable_caching_by_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable caching by age, because tests change rows without the counter; tests of sharing set it."""
    monkeypatch.setattr(live_pages, "PAGE_SECONDS", 0.0)
    monkeypatch.setattr(encounter_reader, "LISTING_SECONDS", 0.0)


@pytest.fixture
def english_urls() -> None:
    """Give English addresses: a test that reads English pages asks for it."""


@pytest.fixture(autouse=True)
def _activate_language(request: pytest.FixtureRequest) -> Iterator[None]:
    language = "en" if "english_urls" in request.fixturenames else settings.LANGUAGE_CODE
    with translation.override(language):
        yield


@pytest.fixture(autouse=True)
def _allow_append_only_flush(request: pytest.FixtureRequest) -> Iterator[None]:
    """Remove the triggers before a flush, whose `post_migrate` installs them again."""
    if not is_transactional(request):
        yield
        return
    assert "made_once" not in request.fixturenames, "its flush would take what the module's tests share"
    request.getfixturevalue("transactional_db")
    yield
    triggers.remove(connection)
    if connection.vendor == "sqlite":  # restart numbering at 1, or verification would report missing rows
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence")


def is_transactional(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    marked = marker is not None and bool(marker.kwargs.get("transaction"))
    return marked or "transactional_db" in request.fixturenames


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def club(owner: Membership) -> Club:
    return owner.club


@pytest.fixture
def organizer_client(request: pytest.FixtureRequest, club: Club) -> Client:
    """The owner's client, also of a module's own `club`; it opens English pages in tests of English ones."""
    client = LanguageClient("en") if "english_urls" in request.fixturenames else Client()
    client.force_login(club.memberships.get(role=Role.OWNER).user)
    return client


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    path = chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return Path(path)


@pytest.fixture(scope="session")
def launch_options(chromium_path: Path) -> dict[str, Any]:
    return {"executable_path": str(chromium_path), "args": list(CHROMIUM_OPTIONS)}


@pytest.fixture(scope="session", autouse=True)
def _speed_up_clients() -> Iterator[None]:
    """Use a fast password hasher and no static file finders."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_USE_FINDERS=False):
        yield
