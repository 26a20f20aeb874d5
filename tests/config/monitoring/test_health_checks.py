"""Checks find the problems of each part."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.monitoring import health_checks, site_metrics
from config.platform.broker import IN_MEMORY
from config.platform.embedded_celery import WORKER_THREAD
from scoring import triggers
from tests.config.monitoring.asgi_requests import run_in_thread
from tests.processes import free_port

REFUSES = f"redis://127.0.0.1:{free_port()}/0"


@pytest.fixture
def unreachable_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point to a PostgreSQL where nothing listens."""
    settings = {
        **connections.settings["default"],
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "x",
        "USER": "okey",
        "PASSWORD": "a secret of the house",
        "HOST": "127.0.0.1",
        "PORT": free_port(),
        "OPTIONS": {"pool": {"min_size": 1}},
    }
    monkeypatch.setitem(connections.settings, "default", settings)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_no_problems_on_a_working_site() -> None:
    assert run_in_thread(health_checks.check_database) == dict.fromkeys(health_checks.DATABASE_PARTS)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_missing_trigger_is_named() -> None:
    triggers.remove(connection)
    try:
        problem = run_in_thread(health_checks.check_database)[health_checks.TRIGGERS]
    finally:
        triggers.install(connection)
    assert problem is not None
    assert "scoring_entry_no_" in problem


@pytest.mark.django_db(transaction=True)
def test_missing_migration_is_named() -> None:
    MigrationRecorder(connection).record_unapplied("scoring", "0001_initial")
    try:
        problems = run_in_thread(health_checks.check_database)
    finally:
        MigrationRecorder(connection).record_applied("scoring", "0001_initial")
    assert (
        problems[health_checks.TABLES] == "Missing migrations: scoring.0001_initial. Run `manage.py migrate`."
    )


@pytest.mark.django_db(transaction=True)
def test_clock_difference_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    late = timezone.now() - timedelta(seconds=90)
    monkeypatch.setattr(health_checks, "_clock_and_mode", lambda: (late, False))
    assert (
        run_in_thread(health_checks.check_database)[health_checks.CLOCK]
        == "Differs from the database's clock by 90 s."
    )


@pytest.mark.django_db(transaction=True)
def test_read_only_database_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_checks, "_clock_and_mode", lambda: (timezone.now(), True))
    assert run_in_thread(health_checks.check_database)[health_checks.DATABASE] == "It is read-only."


@pytest.mark.django_db
def test_unreachable_database_is_reported_without_secrets(unreachable_postgres: None) -> None:
    problems = run_in_thread(health_checks.check_database)
    assert problems[health_checks.DATABASE] == "The database does not answer."
    assert None not in problems.values()


@pytest.mark.django_db(transaction=True)
def test_low_disk_space_is_reported_for_sqlite_only(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_sqlite = connection.vendor == "sqlite"
    assert run_in_thread(health_checks.check_disk) == ({health_checks.DISK: None} if on_sqlite else {})
    monkeypatch.setattr(health_checks, "low_disk_bytes", lambda: 12_345_678)
    if on_sqlite:
        assert run_in_thread(health_checks.check_disk) == {health_checks.DISK: "Only 12 MB are free."}


def test_unreachable_broker_and_live_redis_are_reported_separately(settings: LazySettings) -> None:
    settings.CELERY_BROKER_URL = settings.LIVE_REDIS_URL = REFUSES
    problems = health_checks.check_broker()
    assert problems == dict.fromkeys(
        (health_checks.BROKER, health_checks.HINTS), "Redis does not answer (ConnectionError)."
    )
    assert site_metrics.queue_metrics() == {}


def test_in_memory_broker_needs_a_worker_thread(settings: LazySettings) -> None:
    settings.CELERY_BROKER_URL, settings.LIVE_REDIS_URL = IN_MEMORY, ""
    assert health_checks.check_broker() == {health_checks.BROKER: "No worker runs in this process."}
    ended = threading.Event()
    worker = threading.Thread(name=WORKER_THREAD, target=ended.wait)
    worker.start()
    assert health_checks.check_broker() == {health_checks.BROKER: None}
    ended.set()
    worker.join()
