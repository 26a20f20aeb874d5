from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.backups import find_backups, restore_backup
from config.backups.errors import BackupError
from config.backups.restore_backup import Restoration
from config.platform.processes import end_server
from tests.config.backups import bad_backups
from tests.config.backups.conftest import Put
from tests.config.backups.sample_manifest import HELD
from tests.factories import NOW, ClubFactory, MembershipFactory
from tests.languages import english
from tournaments.accounts.domain import club_members
from tournaments.enums import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def token() -> str:
    return club_members.invite_owner(at=timezone.now()).token


@pytest.fixture
def address(token: str) -> str:
    return english(reverse("backups:restore", args=[token]))


def test_first_owner_gets_a_link_to_found_backups(client: Client, token: str, create_backup: Put):
    path = create_backup(NOW)
    (path.parent / "other.istaka").write_text("no backup")
    first = client.get(english(reverse("tournaments:invitation", args=[token]))).content.decode()
    assert english(reverse("backups:restore", args=[token])) in first
    page = client.get(english(reverse("backups:restore", args=[token]))).content.decode()
    assert str(path) in page
    result = find_backups.find_backups()
    assert [backup.path for backup in result.backups] == [path]
    (sentence,) = result.unreadable
    assert str(path.parent / "other.istaka") in sentence
    assert "other.istaka" in page


def test_preview_precedes_restore(client: Client, address: str, create_backup: Put, monkeypatch):
    path = create_backup(NOW, migrations=["tournaments.0001_initial"], newest=NOW.isoformat(), hands=7)
    page = client.post(address, {"file": str(path)}).content.decode()
    assert "7 hands" in page
    assert 'data-test="newest-hand"' in page
    calls: list[str] = []

    def restore(path: Path, *, exclusive: bool, **_asked: object) -> Restoration:
        calls.append(f"{path.name} {exclusive}")
        return Restoration(HELD, None, [], 0)

    monkeypatch.setattr(restore_backup, "restore", restore)
    monkeypatch.setattr(end_server, "restart_server", lambda: calls.append("restarted"))
    page = client.post(address, {"file": str(path), "restore": "yes"}).content.decode()
    assert 'data-test="no-differences"' in page
    assert calls == [f"{path.name} False", "restarted"]


def test_invalid_file_shows_error_and_keeps_input(
    client: Client, address: str, create_backup: Put, monkeypatch
):
    path = create_backup(NOW)
    whole = path.read_bytes()
    cases = {
        "/etc/passwd": "ends in .istaka",
        f"{path.parent}/gone.istaka": "file not found",
        str(path): "incomplete or was changed",
    }
    path.write_bytes(whole[:50] + b"?" + whole[51:])
    for file, message in cases.items():
        answer = client.post(address, {"file": file})
        assert answer.status_code == 422
        assert message in answer.content.decode()
        assert f'value="{file}"' in answer.content.decode()
    path.write_bytes(whole)

    def refuses(*_given: object, **_asked: object) -> Restoration:
        raise BackupError("no room")

    monkeypatch.setattr(restore_backup, "restore", refuses)
    answer = client.post(address, {"file": str(path), "restore": "yes"})
    assert (answer.status_code, "no room" in answer.content.decode()) == (422, True)


def test_backup_of_newer_release_or_other_database_is_refused(
    address: str, client: Client, create_backup: Put
):
    newer = create_backup(NOW, migrations=["scoring.9999_tomorrow"])
    assert "a newer release made this backup" in client.post(address, {"file": str(newer)}).content.decode()
    other = create_backup(NOW, engine="another")
    assert "this is a backup of another" in client.post(address, {"file": str(other)}).content.decode()


def test_no_restore_with_a_club_or_by_other_links(
    client: Client, address: str, token: str, create_backup: Put
):
    wrong = reverse("backups:restore", args=["nobody"])
    assert client.post(wrong, {"file": str(create_backup(NOW)), "restore": "yes"}).status_code == 303
    ClubFactory.create()
    for answer in (
        client.get(address),
        client.post(address, {"file": str(create_backup(NOW)), "restore": "yes"}),
    ):
        assert answer.headers["Location"] == english(reverse("tournaments:invitation", args=[token]))
    page = client.get(english(reverse("tournaments:invitation", args=[token]))).content.decode()
    assert address not in page


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Downloads").mkdir()
    return tmp_path / "Downloads"


@pytest.mark.slow
def test_files_that_are_no_backups_are_listed_as_unreadable_and_refused(
    client: Client, address: str, create_backup: Put, downloads: Path
):
    for number, write in enumerate(bad_backups.FILES.values()):
        write(downloads / f"zz-{number}.istaka")
    bad_name = Path(os.fsdecode(os.fsencode(downloads) + b"/\xff.istaka"))
    bad_name.write_bytes(b"")
    good = create_backup(NOW)
    page = client.get(address)
    assert page.status_code == 200
    assert [backup.path for backup in page.context["found_backups"].backups] == [good]
    assert len(page.context["found_backups"].unreadable) == find_backups.MAX_LISTED
    for path in downloads.iterdir():
        assert client.post(address, {"file": os.fsencode(path)}).status_code == 422


def test_unreadable_file_does_not_hide_backup_of_same_name(create_backup: Put, downloads: Path):
    good = create_backup(NOW)
    (downloads / good.name).write_bytes(b"no backup")
    assert [backup.path for backup in find_backups.find_backups().backups] == [good]


def test_owner_restores_a_stored_backup_after_a_preview(create_backup: Put, monkeypatch):
    path = create_backup(NOW, hands=7)
    owner = MembershipFactory.create(role=Role.OWNER)
    client = Client()
    client.force_login(owner.user)
    address = english(reverse("backups:restore_stored", args=[path.name]))
    assert address in client.get(english(reverse("backups:backup_list"))).content.decode()
    page = client.get(address).content.decode()
    assert ("7 hands" in page, "It replaces everything here" in page) == (True, True)
    calls: list[tuple[str, bool, bool]] = []

    def restore(path: Path, *, replace: bool, exclusive: bool, **_asked: object) -> Restoration:
        calls.append((path.name, replace, exclusive))
        return Restoration(HELD, None, [], 0)

    restarts: list[bool] = []
    monkeypatch.setattr(restore_backup, "restore", restore)
    monkeypatch.setattr(end_server, "restart_server", lambda: restarts.append(True))
    assert "It replaces everything here" in client.post(address).content.decode()
    assert (calls, restarts) == ([], [])
    assert 'data-test="no-differences"' in client.post(address, {"restore": "yes"}).content.decode()
    assert (calls, restarts) == ([(path.name, True, False)], [True])


def test_refused_restore_of_a_stored_backup_returns_to_the_list(create_backup: Put, monkeypatch):
    owner = MembershipFactory.create(role=Role.OWNER)
    client = Client()
    client.force_login(owner.user)
    other = create_backup(NOW, engine="another")
    answer = client.get(reverse("backups:restore_stored", args=[other.name]), follow=True)
    assert answer.redirect_chain[-1][1] == 303
    assert "another" in str(*answer.context["messages"])
    for missing in ("gone.istaka", "..%2Fdb"):
        assert client.get(f"{reverse('backups:backup_list')}{missing}/restore/").status_code == 404
