"""Status of backups, and the scheduler."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from django.utils.translation import override

from config.backups import folder, ledger_check, lock, scheduler, status_files, subprocesses
from config.backups.errors import BackupError, BackupInProgressError, ProcessFailedError, from_record
from config.backups.status import read_status, request_backup
from tests.config.backups.conftest import Put
from tests.factories import ClubFactory, drawn_tournament
from tournaments.enums import TournamentState
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 26, 12, tzinfo=ZoneInfo("Europe/Istanbul"))
HOUR = timedelta(hours=1)
ROOM = {"folder": "/stick", "free": 7, "needed": 20}


def tried(at: datetime, **errors: BackupError) -> None:
    """Record an attempt, which answers a request."""
    status_files.delete(status_files.REQUESTED)
    status_files.write(
        status_files.BACKUP, {"at": at.isoformat(), **{key: error.record for key, error in errors.items()}}
    )


def test_last_good_backup_warns_when_old(create_backup: Put):
    assert not read_status(now=NOON).is_old
    good = create_backup(NOON)
    create_backup(NOON + HOUR, differences=["one"])
    now = read_status(now=NOON + 2 * HOUR)
    assert now.good is not None
    assert (now.good.path, now.is_old, now.differences) == (good, False, [])
    assert read_status(now=NOON + 25 * HOUR).is_old


def test_no_good_backup_warns(create_backup: Put):
    create_backup(NOON, differences=["one"])
    assert read_status(now=NOON).is_old


def test_failure_is_shown_until_next_backup_starts():
    tried(NOON, fault=BackupError("%(folder)s has %(free)s MB free, but %(needed)s MB are needed.", **ROOM))
    with override("en"):
        assert read_status(now=NOON).fault == "/stick has 7 MB free, but 20 MB are needed."
    with override("tr"):
        assert read_status(now=NOON).fault == "/stick klasöründe 7 MB yer kaldı, 20 MB gerekiyor."
    request_backup(at=NOON + HOUR)
    now = read_status(now=NOON + HOUR)
    assert (now.fault, now.is_in_progress) == ("", True)
    tried(NOON + 2 * HOUR, too=BackupError("100% of the stick is not there"))
    now = read_status(now=NOON + 2 * HOUR)
    assert (now.second_copy_fault, now.is_in_progress) == ("100% of the stick is not there", False)


@pytest.mark.slow
def test_only_one_backup_at_a_time():
    with lock.backup_lock():
        assert lock.is_locked()
        with pytest.raises(BackupInProgressError), lock.backup_lock():
            pass
    assert not lock.is_locked()


def test_unreadable_status_file_is_ignored(backup_folder: Path):
    (backup_folder / "ledger.json").write_text("{")
    assert read_status(now=NOON).differences == []


@pytest.mark.parametrize(
    "fault",
    [
        *("no room", 7, True, ["template"], {}, {"template": "no room"}, {"values": {}}),
        {"template": 7, "values": {}},
        {"template": "no room", "values": ["folder"]},
        {"template": "%(folder)s is full", "values": {"path": "/stick"}},
        {"template": "%d hands", "values": {"hands": 7}},
        {"template": "100%", "values": {"hands": 7}},
        {"template": "%(template)s", "values": {"template": "x"}},
    ],
    ids=str,
)
def test_status_of_another_program_is_read_as_none(fault: object):
    assert from_record(fault) is None
    status_files.write(status_files.BACKUP, {"at": NOON.isoformat(), "fault": fault, "too": fault})
    now = read_status(now=NOON)
    assert (now.fault, now.second_copy_fault) == ("", "")


@pytest.mark.parametrize("written", ["[]", "7", "null", '"at"', '{"at": {}}'])
def test_status_file_that_is_no_record_is_read_as_none(backup_folder: Path, written: str):
    for subject in (status_files.BACKUP, status_files.LEDGER, status_files.REQUESTED):
        (backup_folder / f"{subject}.json").write_text(written)
    now = read_status(now=NOON)
    assert (now.fault, now.second_copy_fault, now.differences, now.ledger_checked_at) == ("", "", [], None)


@pytest.mark.parametrize("at", [7, "noon", "2026-11-26T12:00:00", None])
@pytest.mark.parametrize("found", [7, ["a hand"], {"x": "a hand"}])
def test_ledger_check_of_another_program_is_read_as_none(
    monkeypatch: pytest.MonkeyPatch, at: object, found: object
):
    status_files.write(status_files.LEDGER, {"at": at, "found": found, "next": "seven"})
    now = read_status(now=NOON)
    assert (now.differences, now.ledger_checked_at) == ([], None)
    assert "ledger" in scheduler.due_tasks(now=NOON, at_start=True)
    calls: list[tuple[str, ...]] = []

    def python(*arguments: str) -> str:
        calls.append(arguments[-2:])
        return '{"found": {"": []}, "left": [], "next": 0}'

    monkeypatch.setattr(subprocesses, "run_python", python)
    assert ledger_check.check_ledger(at=NOON) == []
    assert calls == [("", "0")]


def test_backup_is_due_hourly_and_on_request(settings: LazySettings):
    settings.BACKUP_INTERVAL_HOURS = 1
    status_files.write(status_files.LEDGER, {"at": NOON.isoformat()})
    assert scheduler.due_tasks(now=NOON, at_start=True) == [], "there is no club yet"
    ClubFactory.create()
    assert scheduler.due_tasks(now=NOON, at_start=True) == ["backup"]
    tried(NOON)
    assert scheduler.due_tasks(now=NOON + HOUR / 2, at_start=False) == []
    request_backup(at=NOON + HOUR / 2)
    assert scheduler.due_tasks(now=NOON + HOUR / 2, at_start=False) == ["backup"]
    tried(NOON + HOUR / 2)
    assert scheduler.due_tasks(now=NOON + 2 * HOUR, at_start=False) == ["backup"]


def test_backup_is_due_once_when_a_tournament_ends(settings: LazySettings):
    settings.BACKUP_INTERVAL_HOURS = 1
    status_files.write(status_files.LEDGER, {"at": NOON.isoformat()})
    tournament = drawn_tournament()
    tried(NOON)
    ended = NOON + HOUR / 4
    Encounter.objects.filter(stage__tournament=tournament).update(decided_at=ended)
    assert scheduler.due_tasks(now=ended, at_start=False) == [], "it is still being played"
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, last_day=NOON.date(), first_day=NOON.date()
    )
    assert scheduler.due_tasks(now=ended, at_start=False) == ["backup"]
    tried(ended)
    assert scheduler.due_tasks(now=ended + HOUR / 4, at_start=False) == []


def test_next_backup_is_an_hour_after_the_last(settings: LazySettings):
    settings.BACKUP_INTERVAL_HOURS = 1
    assert read_status(now=NOON).next_at is None
    tried(NOON)
    assert read_status(now=NOON + HOUR / 2).next_at == NOON + HOUR
    assert read_status(now=NOON + 2 * HOUR).next_at is None
    settings.BACKUP_INTERVAL_HOURS = 0
    assert read_status(now=NOON + HOUR / 2).next_at is None


def test_ledger_check_is_due_at_start_and_nightly():
    checks = []
    for now, at_start in (
        (NOON, True),
        (NOON + HOUR / 2, True),
        (NOON + 15 * HOUR, False),
        (NOON + 16 * HOUR, False),
        (NOON + 17 * HOUR, False),
        (NOON + 24 * HOUR, False),
    ):
        if "ledger" in scheduler.due_tasks(now=now, at_start=at_start):
            status_files.write(status_files.LEDGER, {"at": now.isoformat()})
            checks.append((now - NOON) / HOUR)
    assert checks == [0, 16]


def test_differences_stay_recorded_until_a_check_no_longer_finds_them(
    monkeypatch: pytest.MonkeyPatch, caplog
):
    key = str(drawn_tournament().public_id)
    results = iter(
        [
            f'{{"found": {{"": ["no trigger"], "{key}": ["a hand"], "x": ["x"]}}, "left": [], "next": 7}}',
            '{"found": {"": []}, "left": ["one"], "next": 9}',
            f'{{"found": {{"": [], "{key}": []}}, "left": [], "next": 9}}',
        ]
    )
    arguments_seen: list[tuple[str, ...]] = []

    def python(*arguments: str) -> str:
        arguments_seen.append(arguments[-2:])
        return next(results)

    monkeypatch.setattr(subprocesses, "run_python", python)
    differences = [ledger_check.check_ledger(at=NOON + nights * 24 * HOUR) for nights in range(3)]
    assert differences == [["no trigger", "a hand", "x"], ["a hand"], []]
    assert arguments_seen == [("", "0"), (NOON.isoformat(), "7"), ((NOON + 24 * HOUR).isoformat(), "9")]
    assert "verify_ledger: no trigger" in caplog.text
    assert ledger_check.differences() == []


def test_failed_task_is_logged_and_retried(monkeypatch: pytest.MonkeyPatch, caplog):
    def fails(*_arguments: str) -> str:
        raise ProcessFailedError("no room")

    monkeypatch.setattr(subprocesses, "run_python", fails)
    scheduler.run_task("backup")
    assert "The backup task failed: no room" in caplog.text


YEAR = timedelta(days=365)


def test_backups_continue_after_clock_was_a_year_ahead(settings: LazySettings):
    settings.BACKUP_INTERVAL_HOURS = 1
    ClubFactory.create()
    tried(NOON + YEAR)
    status_files.write(status_files.LEDGER, {"at": (NOON + YEAR).isoformat()})
    assert scheduler.due_tasks(now=NOON, at_start=False) == ["backup", "ledger"]
    assert scheduler.due_tasks(now=NOON, at_start=True) == ["backup", "ledger"]


def test_requested_backup_is_made_after_clock_was_a_year_ahead():
    tried(NOON + YEAR)
    request_backup(at=NOON)
    assert read_status(now=NOON).is_in_progress
    tried(NOON)
    assert not read_status(now=NOON).is_in_progress


def test_future_backup_is_not_the_last_good_one(create_backup: Put):
    create_backup(NOON + YEAR)
    good = create_backup(NOON - 2 * HOUR)
    assert read_status(now=NOON).good == folder.latest_good(good.parent, now=NOON)
    assert not read_status(now=NOON).is_old
    assert read_status(now=NOON + 24 * HOUR).is_old
