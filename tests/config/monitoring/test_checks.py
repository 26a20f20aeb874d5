"""What is wrong with a part of the house is found, and told in a sentence."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.monitoring import checks, site_metrics
from config.platform.broker import IN_MEMORY
from config.platform.embedded_celery import WORKER_THREAD
from scoring import triggers
from tests.config.monitoring.requests import elsewhere
from tests.processes import free_port

REFUSES = f"redis://127.0.0.1:{free_port()}/0"


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL is where nobody listens, whatever these tests run on."""
    settings = {
        **connections.settings["default"],
        "ENGINE": "config.platform.postgresql",
        "NAME": "x",
        "USER": "okey",
        "PASSWORD": "a secret of the house",
        "HOST": "127.0.0.1",
        "PORT": free_port(),
        "OPTIONS": {"pool": {"min_size": 1}},
    }
    monkeypatch.setitem(connections.settings, "default", settings)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_all_is_well_where_it_is() -> None:
    assert elsewhere(checks.check_database) == dict.fromkeys(checks.DATABASE_PARTS)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_lacking_trigger_is_named() -> None:
    triggers.remove(connection)
    try:
        told = elsewhere(checks.check_database)[checks.TRIGGERS]
    finally:
        triggers.install(connection)
    assert told is not None
    assert "scoring_entry_no_" in told


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_is_still_to_be_made_is_named() -> None:
    MigrationRecorder(connection).record_unapplied("scoring", "0001_initial")
    try:
        told = elsewhere(checks.check_database)
    finally:
        MigrationRecorder(connection).record_applied("scoring", "0001_initial")
    assert told[checks.TABLES] == "Missing migrations: scoring.0001_initial. Run `manage.py migrate`."


@pytest.mark.django_db(transaction=True)
def test_clocks_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    late = timezone.now() - timedelta(seconds=90)
    monkeypatch.setattr(checks, "_clock_and_mode", lambda: (late, False))
    assert elsewhere(checks.check_database)[checks.CLOCK] == "Differs from the database's clock by 90 s."


@pytest.mark.django_db(transaction=True)
def test_what_can_only_be_read_takes_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_clock_and_mode", lambda: (timezone.now(), True))
    assert elsewhere(checks.check_database)[checks.DATABASE] == "It can be read, but not written to."


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_in_words_of_no_secret(away: None) -> None:
    told = elsewhere(checks.check_database)
    assert told[checks.DATABASE] == "The database does not answer."
    assert None not in told.values()


@pytest.mark.django_db(transaction=True)
def test_little_room_on_the_disk_is_told_where_it_is_ours(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_sqlite = connection.vendor == "sqlite"
    assert elsewhere(checks.check_disk) == ({checks.DISK: None} if on_sqlite else {})
    monkeypatch.setattr(checks, "scarce_room", lambda: 12_345_678)
    if on_sqlite:
        assert elsewhere(checks.check_disk) == {checks.DISK: "Only 12 MB are free."}


def test_a_broker_that_is_away_is_told_and_the_hints_by_themselves(settings: LazySettings) -> None:
    settings.CELERY_BROKER_URL = settings.LIVE_REDIS_URL = REFUSES
    told = checks.check_broker()
    assert told == dict.fromkeys((checks.BROKER, checks.HINTS), "Redis does not answer (ConnectionError).")
    assert site_metrics.queue_metrics() == {}


def test_a_house_without_redis_has_its_worker_inside(settings: LazySettings) -> None:
    settings.CELERY_BROKER_URL, settings.LIVE_REDIS_URL = IN_MEMORY, ""
    assert checks.check_broker() == {checks.BROKER: "No worker runs in this process."}
    ended = threading.Event()
    worker = threading.Thread(name=WORKER_THREAD, target=ended.wait)
    worker.start()
    assert checks.check_broker() == {checks.BROKER: None}
    ended.set()
    worker.join()
