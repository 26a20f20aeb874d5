"""What the page answers about the backups, in whole sentences."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest
from django.conf import LazySettings
from django.utils import timezone
from django.utils.translation import override

from config.backups import facts, folder, inspection, status
from config.backups.errors import BackupError
from config.backups.status import read_status, record_attempt
from tests.config.backups.conftest import Put
from tests.factories import ClubFactory, open_tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def now() -> datetime:
    """Noon of today, so that an hour ago is today, too."""
    return timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)


def shown_facts(now: datetime, language: str = "en") -> list[str]:
    with override(language):
        state = facts.state_context(read_status(now=now))
        return [str(fact.text) for fact in facts.list_facts(state["status"], state["difference_sentence"])]


def difference_sentence(now: datetime) -> str:
    with override("en"):
        return str(facts.state_context(read_status(now=now))["difference_sentence"])


def test_good_backup_was_checked_and_the_next_one_is_announced(
    create_backup: Put, settings: LazySettings, now: datetime
):
    settings.HOURLY_BACKUPS = True
    create_backup(now - HOUR / 2)
    record_attempt(at=now - HOUR / 2)
    assert shown_facts(now) == [
        "Checked today at 11:30: every entry matches.",
        "No copy has left this laptop yet.",
        "The next backup comes by itself at 12:30, or when a tournament ends.",
    ]
    assert shown_facts(now, "tr") == [
        "Kontrol edildi (bugün 11:30): her kayıt girildiği gibi.",
        "Bu bilgisayarın dışında henüz kopya yok.",
        "Sıradaki yedek kendiliğinden alınır: saat 12:30 ya da turnuva bitince.",
    ]
    create_backup(now, unread=3)
    assert shown_facts(now)[0] == "Checked today at 12:00, but there was no time for 3 tournaments."


def test_overdue_backup_comes_within_a_minute(create_backup: Put, settings: LazySettings, now: datetime):
    settings.HOURLY_BACKUPS = True
    create_backup(now - HOUR)
    assert shown_facts(now)[-1] == "The next backup comes by itself within a minute."


def test_failure_and_progress_show_what_is_safe_and_what_differs(create_backup: Put, now: datetime):
    create_backup(now - HOUR)
    create_backup(now, differences=["database: is damaged"])
    record_attempt(at=now, fault=BackupError("no room"))
    different = "1 entry is no longer as it was entered."
    assert shown_facts(now) == [different, "No copy has left this laptop yet."]
    with override("en"):
        since = facts.state_context(read_status(now=now))["since"]
    assert since == "Your entries are on this laptop; those after today at 11:00 aren’t backed up yet."
    status.requested.set()
    assert shown_facts(now)[:2] == [different, "Everything up to today at 11:00 is backed up."]
    assert shown_facts(now, "tr")[1] == "Bugün 11:00 anına kadar her şey yedekte."


def test_failed_backup_is_tried_again_and_without_a_good_one_nothing_is_backed_up(
    settings: LazySettings, now: datetime
):
    settings.HOURLY_BACKUPS = True
    record_attempt(at=now, fault=BackupError("no room"))
    with override("en"):
        state = facts.state_context(read_status(now=now))
    assert state["next_backup"].text == "It is tried again at 13:00."
    assert state["since"] == "Your entries are on this laptop, but not backed up yet."


def test_last_download_is_shown_and_settles_until_the_next_good_backup(
    create_backup: Put, settings: LazySettings, now: datetime
):
    create_backup(now - HOUR)
    good = folder.latest_good(settings.BACKUPS, now=now)
    assert good is not None
    assert not read_status(now=now).is_downloaded
    status.record_download(good, at=now - HOUR / 2)
    assert (shown_facts(now)[1], read_status(now=now).is_downloaded) == (
        "Last downloaded today at 11:30.",
        True,
    )
    create_backup(now)
    assert (shown_facts(now)[1], read_status(now=now).is_downloaded) == (
        "Last downloaded today at 11:30.",
        False,
    )


def test_headline_of_an_old_backup_is_not_repeated(create_backup: Put, now: datetime):
    create_backup(now - 25 * HOUR)
    assert shown_facts(now) == ["No copy has left this laptop yet."]
    with override("en"):
        assert facts.day_and_time(now - 25 * HOUR) == "yesterday at 11:00"


@pytest.fixture
def place_sentences(
    create_backup: Put, settings: LazySettings, tmp_path: Path, now: datetime
) -> Callable[[], list[str]]:
    """What is shown of the second place while it is missing, is there, and has a copy."""

    def sentences() -> list[str]:
        path = create_backup(now)
        settings.BACKUPS_COPY = tmp_path / "copies"
        shown = [shown_facts(now)[1]]
        settings.BACKUPS_COPY.mkdir()
        shown.append(shown_facts(now)[1])
        (settings.BACKUPS_COPY / path.name).write_bytes(path.read_bytes())
        return [*shown, shown_facts(now)[1]]

    return sentences


def test_stick_is_looked_at(
    place_sentences: Callable[[], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(folder, "REMOVABLE", (f"{tmp_path}/",))
    assert place_sentences() == [
        "The USB stick is not plugged in.",
        "There is no copy on the USB stick.",
        "A copy is on the USB stick too (12:00); the stick can stay in.",
    ]


def test_second_folder_is_looked_at_and_named_without_its_path(place_sentences: Callable[[], list[str]]):
    missing = "There is no copy in the second folder: copies."
    assert place_sentences() == [missing, missing, "A copy is in the second folder too: copies."]


@pytest.mark.parametrize(
    ("path", "removable"),
    [
        (PurePosixPath("/run/media/ali/stick/istaka"), True),
        (PureWindowsPath("e:/istaka"), True),
        (PureWindowsPath("c:/copies"), False),
        (PureWindowsPath("//server/share/copies"), False),
        (PurePosixPath("/srv/media/copies"), False),
    ],
)
def test_stick_is_recognized_by_its_path(path: PurePath, removable: bool):
    assert folder.is_removable(path) == removable


def test_unreadable_second_place_has_no_copy(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings, create_backup: Put, now: datetime
):
    def fails(_path: Path) -> bool:
        raise PermissionError

    create_backup(now)
    good = folder.latest_good(settings.BACKUPS, now=now)
    settings.BACKUPS_COPY = Path("/media/stick")
    monkeypatch.setattr(Path, "exists", fails)
    assert not facts.is_copied(good)


def test_differences_are_counted_and_their_tournaments_named(create_backup: Put, now: datetime):
    club = ClubFactory.create()
    for name in ("Winter", "Winter Cup", "Friday"):
        open_tournament(club=club, name=name)
    cup, friday = "Winter Cup: hand 3: is wrong", "Friday: hand 1: is wrong"
    more = [*[cup] * inspection.MAX_LISTED, "and 12 more"]
    for minute, (differences, sentence) in enumerate(
        [
            ([cup], "1 entry in Winter Cup is no longer as it was entered."),
            ([cup, friday], "2 entries in Friday, Winter Cup are no longer as they were entered."),
            ([cup, "database: is damaged"], "2 entries are no longer as they were entered."),
            (more, "212 entries in Winter Cup are no longer as they were entered."),
        ]
    ):
        create_backup(now + timedelta(seconds=minute), differences=differences)
        assert difference_sentence(now) == sentence
