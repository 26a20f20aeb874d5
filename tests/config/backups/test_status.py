"""Status of backups, and the scheduler."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.utils.translation import override

from config.backups import scheduler, status, subprocesses
from config.backups.errors import BackupError, BackupInProgressError
from config.backups.folder import Backup
from config.backups.manifest import Reason
from config.backups.status import read_status, record_attempt
from tests.config.backups.conftest import Put
from tests.config.backups.sample_manifest import HELD
from tests.factories import ClubFactory, drawn_tournament
from tournaments.enums import TournamentState
from tournaments.models import Club, Encounter, Tournament

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 26, 12, tzinfo=ZoneInfo("Europe/Istanbul"))
HOUR = timedelta(hours=1)
YEAR = timedelta(days=365)


def state_at(now: datetime) -> str:
    return read_status(now=now).state


def test_state_is_the_most_urgent(create_backup: Put):
    assert state_at(NOON) == "none"
    create_backup(NOON)
    assert (state_at(NOON), state_at(NOON + 25 * HOUR)) == ("good", "old")
    record_attempt(at=NOON, second_fault=BackupError("100% of the stick is not there"))
    now = read_status(now=NOON)
    assert (now.state, now.second_fault) == ("unplugged", "100% of the stick is not there")
    create_backup(NOON + HOUR, differences=["one"])
    assert state_at(NOON) == "different"
    record_attempt(at=NOON, fault=BackupError("no room"))
    assert state_at(NOON) == "failed"
    status.requested.set()
    assert state_at(NOON) == "making"


def test_download_of_an_older_backup_does_not_replace_a_newer_ones(create_backup: Put, backup_folder: Path):
    older, newer = (Backup(create_backup(at), HELD) for at in (NOON - HOUR, NOON))
    for backup, at in ((older, NOON), (newer, NOON + HOUR), (older, NOON + 2 * HOUR)):
        status.record_download(backup, at=at)
    assert status.last_download() == status.Download(NOON + HOUR, newer.path.name)
    record_attempt(at=NOON)
    assert read_status(now=NOON).is_downloaded


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"at": "2026-11-26T12:00", "name": "a"}', '{"at": 7, "name": "a"}']
)
def test_download_file_of_another_program_counts_as_none(backup_folder: Path, text: str):
    (backup_folder / "download.json").write_text(text)
    assert status.last_download() is None


def test_a_nearly_full_disk_is_a_state(create_backup: Put, monkeypatch: pytest.MonkeyPatch):
    create_backup(NOON)
    monkeypatch.setattr(status, "low_disk_bytes", lambda: 7)
    assert state_at(NOON) == "full"


def test_backups_with_differences_or_of_the_future_are_not_the_last_good_one(create_backup: Put):
    create_backup(NOON + YEAR)
    good = create_backup(NOON - 2 * HOUR)
    create_backup(NOON - HOUR, differences=["one"])
    now = read_status(now=NOON)
    assert now.good is not None
    assert now.good.path == good


def test_failure_is_shown_in_the_readers_language():
    fault = BackupError("The folder %(folder)s is missing: create it, then back up again.", folder="/stick")
    record_attempt(at=NOON, fault=fault)
    with override("en"):
        assert read_status(now=NOON).fault == str(fault)
    with override("tr"):
        assert read_status(now=NOON).fault.startswith("/stick klasörü bulunamıyor")


def test_only_one_backup_at_a_time():
    with status.backup_lock():
        assert state_at(NOON) == "making"
        with pytest.raises(BackupInProgressError), status.backup_lock(seconds=0):
            pass
    assert state_at(NOON) == "none"


def status_json(*, at: object = NOON.isoformat(), fault: object = None) -> str:
    return json.dumps({"at": at, "fault": fault, "second_fault": None})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        status_json()[:-30],
        "\xff",
        "[" * 100_000,
        "[]",
        "[1]",
        "7",
        "null",
        '"at"',
        "{}",
        '{"time": "2026-11-26"}',
        json.dumps({"at": NOON.isoformat()}),
        status_json(at=None),
        status_json(at=7),
        status_json(at="yesterday"),
        status_json(at=f"{NOON:%Y-%m-%dT%H:%M}"),
        status_json(at="2026-11-26T25:00:00+03:00"),
        status_json(fault="no room"),
        status_json(fault=["no room"]),
        status_json(fault={"text": "no room"}),
        status_json(fault={"template": 7}),
        status_json(fault={"template": "%(folder)s is missing", "file": "a"}),
        status_json(fault={"template": "%(count)d files", "count": "a"}),
    ],
)
def test_status_file_of_another_program_counts_as_none(
    backup_folder: Path, settings: LazySettings, text: str
):
    settings.HOURLY_BACKUPS = True
    ClubFactory.create()
    (backup_folder / "status.json").write_text(text, encoding="latin-1")
    now = read_status(now=NOON)
    assert (now.state, now.next_at) == ("none", None)
    assert scheduler.due_reason(now=NOON) == Reason.HOURLY


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00"])
def test_attempt_at_the_end_of_the_calendar_plans_no_next(
    backup_folder: Path, settings: LazySettings, at: str
):
    settings.HOURLY_BACKUPS = True
    ClubFactory.create()
    (backup_folder / "status.json").write_text(status_json(at=at))
    assert read_status(now=NOON).next_at is None
    assert scheduler.due_reason(now=NOON) == Reason.HOURLY


def test_backup_is_due_hourly_with_a_club_and_on_request():
    assert scheduler.due_reason(now=NOON) is None, "there is no club yet"
    ClubFactory.create()
    assert scheduler.due_reason(now=NOON) == Reason.HOURLY
    record_attempt(at=NOON)
    assert scheduler.due_reason(now=NOON + HOUR / 2) is None
    assert scheduler.due_reason(now=NOON + HOUR) == Reason.HOURLY
    status.requested.set()
    assert scheduler.due_reason(now=NOON + HOUR / 2) == Reason.NOW


def test_backup_is_due_once_when_a_tournament_ends():
    tournament = drawn_tournament()
    record_attempt(at=NOON)
    ended = NOON + HOUR / 4
    Encounter.objects.filter(stage__tournament=tournament).update(decided_at=ended)
    assert scheduler.due_reason(now=ended) is None, "it is still being played"
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, last_day=NOON.date(), first_day=NOON.date()
    )
    assert scheduler.due_reason(now=ended) == Reason.ENDED
    record_attempt(at=ended)
    assert scheduler.due_reason(now=ended + HOUR / 4) is None


def test_backups_continue_after_clock_was_a_year_ahead():
    ClubFactory.create()
    record_attempt(at=NOON + YEAR)
    assert scheduler.due_reason(now=NOON) == Reason.HOURLY


def test_a_database_that_fails_is_reported_by_an_overdue_backup(monkeypatch: pytest.MonkeyPatch):
    def fails(**_arguments: object) -> bool:
        raise OperationalError

    monkeypatch.setattr(Club.objects, "exists", fails)
    assert scheduler.due_reason(now=NOON) == Reason.HOURLY


def test_next_backup_is_an_hour_after_the_last(settings: LazySettings):
    settings.HOURLY_BACKUPS = True
    assert read_status(now=NOON).next_at is None
    record_attempt(at=NOON)
    assert read_status(now=NOON + HOUR / 2).next_at == NOON + HOUR
    assert read_status(now=NOON + 2 * HOUR).next_at is None
    settings.HOURLY_BACKUPS = False
    assert read_status(now=NOON + HOUR / 2).next_at is None


def test_failed_backup_is_logged_and_answers_the_request(monkeypatch: pytest.MonkeyPatch, caplog):
    def fails(*_arguments: str) -> str:
        raise BackupError("no room")

    monkeypatch.setattr(subprocesses, "run_python", fails)
    status.requested.set()
    scheduler.make_backup(Reason.NOW)
    assert "The backup failed: no room" in caplog.text
    assert not status.requested.is_set()
