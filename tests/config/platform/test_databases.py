import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import environ
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg_pool import ConnectionPool, PoolTimeout

from config.platform import databases
from tests.processes import free_port, manage, serve_process


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> environ.Env:
    monkeypatch.delenv("DATABASE_URL")
    return environ.Env()


@pytest.mark.parametrize("url", [None, ""])
def test_default_is_the_sqlite_file(
    env: environ.Env, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str | None
) -> None:
    if url is not None:
        monkeypatch.setenv("DATABASE_URL", url)
    file = tmp_path / "a #b" / "club.sqlite3"
    database = databases.from_environment(env, default_file=file)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(file)
    assert file.parent.is_dir()


def test_postgresql_pool_is_optional(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://okey@db/okey")
    assert "pool" not in databases.from_environment(env, default_file=Path("x"))["OPTIONS"]
    monkeypatch.setenv("DATABASE_POOL_SIZE", "7")
    database = databases.from_environment(env, default_file=Path("x"))
    pool = database["OPTIONS"]["pool"]
    assert pool["max_size"] == 7
    assert 1000 * pool["timeout"] < phone_retry_milliseconds()


@pytest.mark.parametrize("between", [False, True])
def test_pgbouncer_disables_prepared_statements_and_cursors(
    env: environ.Env, monkeypatch: pytest.MonkeyPatch, between: bool
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://okey@db/okey")
    monkeypatch.setenv("BEHIND_PGBOUNCER", str(between))
    database = databases.from_environment(env, default_file=Path("x"))
    prepared_options = {"server_side_binding": True, "prepare_threshold": databases.PREPARE_THRESHOLD}
    assert (database["DISABLE_SERVER_SIDE_CURSORS"], database["OPTIONS"]) == (
        between,
        databases.CONNECTION_OPTIONS | ({} if between else prepared_options),
    )
    settings_of_ours = {**connection.settings_dict, **database}
    prepares = DatabaseWrapper(settings_of_ours).get_connection_params()["prepare_threshold"]
    assert prepares == (None if between else databases.PREPARE_THRESHOLD)


def phone_retry_milliseconds() -> int:
    """Milliseconds after which a phone retries to send a hand."""
    script = Path(settings.BASE_DIR, "static/js/table/post-hand.js").read_text(encoding="utf-8")
    return int(script.partition("const PATIENCE = ")[2].partition(";")[0])


def test_another_engine_is_refused(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://okey@db/okey")
    with pytest.raises(ImproperlyConfigured, match="SQLite and on PostgreSQL"):
        databases.from_environment(env, default_file=Path("x"))


@pytest.mark.django_db
def test_sqlite_is_durable() -> None:
    if connection.vendor == "sqlite":
        assert pragma("journal_mode") == "wal"
        assert pragma("synchronous") == 2  # FULL
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == databases.SQLITE_BUSY_SECONDS * 1000
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def test_new_and_existing_sqlite_files_are_private(tmp_path: Path) -> None:
    """Files beside it hold the newest hands, and remain after a power failure."""
    new, old = tmp_path / "new.sqlite3", tmp_path / "old.sqlite3"
    beside = [tmp_path / f"old.sqlite3{ending}" for ending in ("", "-wal", "-shm")]
    for file in beside:
        file.write_bytes(b"kept")
        file.chmod(0o644)
    for file in (new, old):
        databases.restrict_to_owner({"ENGINE": "django.db.backends.sqlite3", "NAME": file})
    assert {file.stat().st_mode & 0o777 for file in (new, *beside)} == {0o600}
    assert old.read_bytes() == b"kept"


@pytest.mark.parametrize("name", [":memory:", "file:memorydb_default?mode=memory&cache=shared"])
def test_a_database_in_memory_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    databases.restrict_to_owner({"ENGINE": "django.db.backends.sqlite3", "NAME": name})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.release
def test_migrate_and_serve_make_files_private(tmp_path: Path) -> None:
    """Files that SQLite creates beside the database are private, too."""
    with serve_process(tmp_path) as served, closing(sqlite3.connect(served.database)) as reader:
        reader.execute("SELECT * FROM django_migrations").fetchall()
        files = list(tmp_path.glob("istaka.sqlite3*"))
        assert len(files) == 3
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        new = tmp_path / "new.sqlite3"
        manage(
            "migrate",
            "contenttypes",
            "--verbosity=0",
            environ=served.environ | {"DATABASE_URL": f"sqlite:///{new}"},
        )
        assert new.stat().st_mode & 0o777 == 0o600


def test_each_file_has_a_folder_of_backups_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def folder(name: str, engine: str = "sqlite3") -> Path:
        database = {"ENGINE": f"django.db.backends.{engine}", "NAME": name}
        return databases.backup_folder(environ.Env(), database, default_folder=tmp_path)

    monkeypatch.delenv("BACKUPS")
    assert folder("/var/club.sqlite3") == Path("/var/club.backups")
    assert folder("/var/demo.sqlite3") != folder("/var/club.sqlite3")
    assert folder("club", "postgresql") == folder(":memory:") == tmp_path / "backups"
    monkeypatch.setenv("BACKUPS", "/disk/two")
    assert folder("/var/club.sqlite3") == Path("/disk/two")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_pool_refuses_while_the_server_is_away_and_recovers_with_the_next_request() -> None:
    if connection.vendor != "postgresql":
        return
    reachable = {**connection.get_connection_params(), "context": None, "autocommit": True}
    away = {"host": "127.0.0.1", "port": free_port(), "connect_timeout": 3}
    parameters: dict[str, Any] = away
    options = databases.postgresql_options(2, prepare_statements=False)["pool"] | {"timeout": 0.3}
    check = ConnectionPool.check_connection
    with ConnectionPool(kwargs=lambda: parameters, check=check, open=True, **options) as pool:
        for _again in range(2):
            with pytest.raises(PoolTimeout):
                pool.getconn()
        parameters = reachable
        with pool.connection(timeout=5) as found:
            backend = found.info.backend_pid
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])
        with pool.connection(timeout=5) as found:
            assert found.info.backend_pid != backend
