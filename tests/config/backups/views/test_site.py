from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.backups import folder, permissions, status, status_files
from config.backups.permissions import may_manage_backups
from config.backups.views.site import Download
from tests.config.backups.conftest import Put
from tests.factories import ClubFactory, MembershipFactory
from tests.languages import english
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

HOUSE, MAKE = reverse("backups:site"), reverse("backups:make")


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=Role.OWNER).user)
    return client


def test_owner_of_one_of_two_clubs_may_not_manage_backups():
    owner = MembershipFactory.create(role=Role.OWNER)
    assert may_manage_backups(owner.user)
    assert not may_manage_backups(MembershipFactory.create(club=owner.club, role=Role.ORGANIZER).user)
    other = ClubFactory.create()
    assert not may_manage_backups(owner.user)
    MembershipFactory.create(club=other, user=owner.user, role=Role.OWNER)
    assert may_manage_backups(owner.user)


def test_backups_of_a_server_are_not_managed_in_the_browser(monkeypatch: pytest.MonkeyPatch):
    owner = MembershipFactory.create(role=Role.OWNER)
    monkeypatch.setattr(permissions, "connection", SimpleNamespace(vendor="postgresql"))
    assert not may_manage_backups(owner.user)
    assert not permissions.has_no_club()


def test_page_shows_last_good_backup_and_offers_downloads(keeper: Client, put: Put):
    at = timezone.now()
    path = put(at, hands=12)
    page = keeper.get(english(HOUSE)).content.decode()
    assert "12 hands" in page
    answer = keeper.get(reverse("backups:download", args=[path.name]))
    assert isinstance(answer, Download)
    assert b"".join(answer) == path.read_bytes()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'
    assert "no-store" in answer.headers["Cache-Control"]
    assert (
        "The last good backup was made on"
        in keeper.get(english(reverse("tournaments:desk"))).content.decode()
    )


def test_download_is_read_in_chunks_by_async_servers(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"0" * 3_000_000)

    async def pieces() -> list[int]:
        return [len(piece) async for piece in Download(path)]

    sizes = asyncio.run(pieces())
    assert sum(sizes) == 3_000_000
    assert max(sizes) < 3_000_000


@pytest.mark.parametrize("name", ["ledger.json", "..", "istaka-0.istaka", "../club.sqlite3"])
def test_only_backups_can_be_downloaded(keeper: Client, backups: Path, name: str):
    status_files.write(status_files.LEDGER, {})
    (backups / "istaka-0.istaka").write_text("no backup")
    assert folder.find(name) is None
    assert keeper.get(f"{HOUSE}backups/{name}/").status_code == 404


def test_requested_backup_shows_progress_and_page_refreshes(keeper: Client, settings):
    settings.BACKUPS_EVERY_HOURS = 1
    assert "Back up now" in keeper.get(english(HOUSE)).content.decode()
    answer = keeper.post(english(MAKE))
    assert (answer.status_code, answer.headers["Location"]) == (303, english(HOUSE))
    assert status.is_requested()
    fragment = keeper.get(english(HOUSE), headers={"hx-request": "true"}).content.decode()
    assert "A backup is being made" in fragment
    assert 'hx-trigger="every 2s"' in fragment
    assert "<html" not in fragment


def test_no_request_without_scheduler(keeper: Client):
    assert "Back up now" not in keeper.get(english(HOUSE)).content.decode()


def test_unwritable_folder_shows_an_error(keeper: Client, settings, tmp_path: Path):
    (tmp_path / "file").write_text("")
    settings.BACKUPS = tmp_path / "file" / "backups"
    page = keeper.post(english(MAKE), follow=True).content.decode()
    assert "the backup folder is not writable" in page


def test_ledger_differences_show_on_dashboard_and_backups_page(keeper: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    desk = keeper.get(english(reverse("tournaments:desk"))).content.decode()
    assert "differs from what was entered" in desk
    assert "hand 3: is wrong" in keeper.get(english(HOUSE)).content.decode()


def test_ledger_differences_are_hidden_from_others(keeper: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    ClubFactory.create()
    assert "from what was entered" not in keeper.get(english(reverse("tournaments:desk"))).content.decode()
    assert keeper.get(HOUSE).status_code == 404
