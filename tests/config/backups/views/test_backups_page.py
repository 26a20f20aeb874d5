from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.backups import folder, permissions, status, status_files
from config.backups.permissions import may_manage_backups
from config.backups.views import Download
from tests.config.backups.conftest import Put
from tests.factories import ClubFactory, MembershipFactory
from tests.languages import english
from tests.shown_messages import message_levels
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

DIFFERENCES = 'data-test="ledger-differences"'
HOUSE, MAKE = reverse("backups:backup_list"), reverse("backups:start_backup")


@pytest.fixture
def site_owner_client() -> Client:
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


def test_page_shows_last_good_backup_and_offers_downloads(site_owner_client: Client, create_backup: Put):
    at = timezone.now()
    path = create_backup(at, hands=12)
    page = site_owner_client.get(english(HOUSE)).content.decode()
    assert "12 hands" in page
    answer = site_owner_client.get(reverse("backups:download", args=[path.name]))
    assert isinstance(answer, Download)
    assert b"".join(answer) == path.read_bytes()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'
    assert "no-store" in answer.headers["Cache-Control"]
    dashboard = site_owner_client.get(english(reverse("tournaments:dashboard"))).content.decode()
    assert 'data-test="good-backup"' in dashboard


def test_download_is_read_in_chunks_by_async_servers(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"0" * 3_000_000)

    async def pieces() -> list[int]:
        return [len(piece) async for piece in Download(path)]

    sizes = asyncio.run(pieces())
    assert sum(sizes) == 3_000_000
    assert max(sizes) < 3_000_000


@pytest.mark.parametrize("name", ["ledger.json", "..", "istaka-0.istaka", "../club.sqlite3"])
def test_only_backups_can_be_downloaded(site_owner_client: Client, backup_folder: Path, name: str):
    status_files.write(status_files.LEDGER, {})
    (backup_folder / "istaka-0.istaka").write_text("no backup")
    assert folder.find(name) is None
    assert site_owner_client.get(f"{HOUSE}backups/{name}/").status_code == 404


def test_requested_backup_shows_progress_and_page_refreshes(site_owner_client: Client, settings):
    settings.BACKUP_INTERVAL_HOURS = 1
    button = f'action="{english(MAKE)}"'
    assert button in site_owner_client.get(english(HOUSE)).content.decode()
    answer = site_owner_client.post(english(MAKE))
    assert (answer.status_code, answer.headers["Location"]) == (303, english(HOUSE))
    assert status.is_requested()
    fragment = site_owner_client.get(english(HOUSE), headers={"hx-request": "true"}).content.decode()
    assert button not in fragment
    assert 'hx-trigger="every 2s"' in fragment
    assert "<html" not in fragment


def test_no_request_without_scheduler(site_owner_client: Client):
    assert english(MAKE) not in site_owner_client.get(english(HOUSE)).content.decode()


def test_page_says_how_often_backups_are_made_and_when_the_next_is(site_owner_client: Client, settings):
    def page() -> str:
        return site_owner_client.get(english(HOUSE)).content.decode()

    every_hour, next_backup = 'data-test="every-hour"', re.compile(r'data-test="next-backup"\s*>([^<]+)<')
    settings.BACKUP_INTERVAL_HOURS = 1
    assert (every_hour in page(), next_backup.search(page())) == (True, None)
    last = timezone.now() - timedelta(minutes=5)
    status_files.write(status_files.BACKUP, {"at": last.isoformat()})
    shown = next_backup.search(page())
    assert shown is not None
    assert f"{timezone.localtime(last + timedelta(hours=1)):%H:%M}" in shown[1]
    settings.BACKUP_INTERVAL_HOURS = 6
    assert (every_hour in page(), "every 6 hours" in page()) == (False, True)
    settings.BACKUP_INTERVAL_HOURS = 0
    assert (every_hour in page(), next_backup.search(page())) == (False, None)


def test_unwritable_folder_shows_an_error(site_owner_client: Client, settings, tmp_path: Path):
    (tmp_path / "file").write_text("")
    settings.BACKUPS = tmp_path / "file" / "backups"
    assert message_levels(site_owner_client.post(english(MAKE), follow=True)) == ["error"]


def test_ledger_differences_show_on_dashboard_and_backups_page(site_owner_client: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    dashboard = site_owner_client.get(english(reverse("tournaments:dashboard"))).content.decode()
    assert DIFFERENCES in dashboard
    assert "hand 3: is wrong" in site_owner_client.get(english(HOUSE)).content.decode()


def test_ledger_differences_are_hidden_from_others(site_owner_client: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    ClubFactory.create()
    dashboard = site_owner_client.get(english(reverse("tournaments:dashboard"))).content.decode()
    assert DIFFERENCES not in dashboard
    assert site_owner_client.get(HOUSE).status_code == 404
