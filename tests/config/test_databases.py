from pathlib import Path

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import databases


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> environ.Env:
    monkeypatch.delenv("DATABASE_URL")
    return environ.Env()


@pytest.mark.parametrize("given", [None, ""])
def test_without_a_url_it_is_the_file_beside_the_code(
    env: environ.Env, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str | None
) -> None:
    if given is not None:
        monkeypatch.setenv("DATABASE_URL", given)
    file = tmp_path / "a #b" / "club.sqlite3"
    database = databases.from_environment(env, otherwise=file)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(file)
    assert file.parent.is_dir()


def test_postgresql_has_a_pool_where_one_is_asked_for(
    env: environ.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://okey@db/okey")
    assert databases.from_environment(env, otherwise=Path("x"))["OPTIONS"] == {}
    monkeypatch.setenv("DATABASE_POOL_SIZE", "7")
    assert databases.from_environment(env, otherwise=Path("x"))["OPTIONS"]["pool"]["max_size"] == 7


def test_another_engine_is_refused(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://okey@db/okey")
    with pytest.raises(ImproperlyConfigured, match="SQLite and on PostgreSQL"):
        databases.from_environment(env, otherwise=Path("x"))


@pytest.mark.django_db
def test_sqlite_keeps_what_it_acknowledged() -> None:
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
