"""While PostgreSQL is down requests fail at once, and they work as soon as it is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler
from psycopg_pool import PoolTimeout

from config.platform.postgresql.pool import DatabaseUnreachable, FailFastPool
from tests.processes import free_port

NOBODY_LISTENS: dict[str, Any] = {"host": "127.0.0.1", "port": free_port(), "connect_timeout": 3}
SO_LONG = 60.0
"""Far longer than any test: who waited for it would be seen."""


@contextmanager
def pool_of(where: Callable[[], Mapping[str, Any]], *, timeout: float = SO_LONG) -> Iterator[FailFastPool]:
    pool = FailFastPool(
        kwargs=lambda: {**where(), "autocommit": True}, min_size=0, max_size=2, timeout=timeout
    )
    pool.open()
    try:
        yield pool
    finally:
        pool.close()


def tries(pool: FailFastPool) -> int:
    """Count attempts to connect."""
    return pool.get_stats().get("connections_num", 0)


def test_request_fails_after_one_attempt_and_the_next_without_an_attempt(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.platform.postgresql.pool.RETRY_SECONDS", SO_LONG)
    with pool_of(lambda: NOBODY_LISTENS) as pool:
        with pytest.raises(DatabaseUnreachable):
            pool.getconn()
        attempts = tries(pool)
        for _again in range(20):
            with pytest.raises(DatabaseUnreachable):
                pool.getconn()
        assert tries(pool) == attempts
    log_records = [record for record in caplog.records if record.name == "config.platform.postgresql.pool"]
    assert len(log_records) == 1


@pytest.mark.django_db
def test_unreachable_pool_is_a_database_fault() -> None:
    options = {"pool": {"min_size": 1, "max_size": 1, "timeout": SO_LONG}, "connect_timeout": 3}
    database = {"ENGINE": "config.platform.postgresql", "NAME": "x", "HOST": "127.0.0.1", "OPTIONS": options}
    handler = ConnectionHandler({"default": database | {"PORT": NOBODY_LISTENS["port"]}})
    unreachable: Any = handler["default"]
    try:
        with pytest.raises(OperationalError) as error:
            unreachable.ensure_connection()
        assert isinstance(error.value.__cause__, DatabaseUnreachable)
    finally:
        unreachable.close_pool()


def connection_parameters() -> dict[str, Any]:
    """Connection parameters of the tests' PostgreSQL."""
    parameters = {**connection.get_connection_params(), "context": None}
    return {
        name: parameters[name]
        for name in ("host", "port", "dbname", "user", "password")
        if name in parameters
    }


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_pool_recovers_with_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        return
    monkeypatch.setattr("config.platform.postgresql.pool.RETRY_SECONDS", 0)
    parameters: dict[str, Any] = connection_parameters()
    with pool_of(lambda: parameters) as pool:
        first, second = pool.getconn(), pool.getconn()
        for pooled in (first, second):
            pool.putconn(pooled)
        parameters = NOBODY_LISTENS
        with connection.cursor() as cursor:  # as when the server ends: what is idle in the pool is broken
            for pooled in (first, second):
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pooled.info.backend_pid])
        with pytest.raises(DatabaseUnreachable):
            pool.getconn()
        assert pool.is_down
        parameters = connection_parameters()
        with pool.connection() as found:
            assert found.execute("SELECT 1").fetchone() == (1,)
        assert not pool.is_down


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_full_pool_waits_and_is_not_down() -> None:
    if connection.vendor != "postgresql":
        return
    with pool_of(connection_parameters, timeout=0.3) as pool:
        taken = [pool.getconn(), pool.getconn()]
        with pytest.raises(PoolTimeout) as error:
            pool.getconn()
        assert not isinstance(error.value, DatabaseUnreachable)
        assert not pool.is_down
        pool.putconn(taken.pop())
        taken.append(pool.getconn())
        for each in taken:
            pool.putconn(each)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_recent_connection_is_checked_only_with_unread_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        return
    checked: list[Any] = []
    check = FailFastPool.check_connection

    def recording_check(each: Any) -> None:
        checked.append(each)
        check(each)

    monkeypatch.setattr(FailFastPool, "check_connection", staticmethod(recording_check))
    with pool_of(connection_parameters) as pool:
        for _turn in range(3):
            with pool.connection() as first:
                broken = first.info.backend_pid
        assert checked == [first]
        monkeypatch.setattr("config.platform.postgresql.pool.TRUST_SECONDS", 0)
        with pool.connection() as second:
            assert checked == [first, second]
        monkeypatch.setattr("config.platform.postgresql.pool.TRUST_SECONDS", SO_LONG)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [broken])
        with pool.connection() as found:
            assert found.info.backend_pid != broken
            assert found.execute("SELECT 1").fetchone() == (1,)
