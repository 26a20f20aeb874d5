from __future__ import annotations

import errno
import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.backups import folder, permissions, status
from config.backups.errors import BackupError
from config.backups.permissions import may_manage_backups
from tests.config.backups.conftest import Put
from tests.factories import ClubFactory, MembershipFactory, open_tournament
from tests.languages import english
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.models import Club

pytestmark = pytest.mark.django_db

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


def test_page_of_a_server_points_to_its_administrator(
    site_owner_client: Client, create_backup: Put, monkeypatch: pytest.MonkeyPatch
):
    path = create_backup(timezone.now())
    monkeypatch.setattr(permissions, "connection", SimpleNamespace(vendor="postgresql"))
    assert 'data-test="backup-server"' in site_owner_client.get(english(HOUSE)).content.decode()
    assert site_owner_client.get(reverse("backups:download", args=[path.name])).status_code == 404
    assert site_owner_client.post(MAKE).status_code == 404
    assert not permissions.has_no_club()


def test_page_lists_backups_with_reason_and_offers_downloads(site_owner_client: Client, create_backup: Put):
    path = create_backup(timezone.now(), reason="ended")
    page = site_owner_client.get(english(HOUSE)).content.decode()
    assert "A tournament ended" in page
    answer = site_owner_client.get(reverse("backups:download", args=[path.name]))
    assert answer.content == path.read_bytes()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'
    assert "no-store" in answer.headers["Cache-Control"]


def test_download_of_the_newest_good_backup_leaves_nothing_to_do(
    site_owner_client: Client, create_backup: Put, monkeypatch: pytest.MonkeyPatch
):
    path = create_backup(timezone.now())
    address = english(reverse("backups:download", args=[path.name]))
    with monkeypatch.context() as full:
        full.setattr(status, "atomic_file", raises_no_space)
        assert site_owner_client.get(address).content == path.read_bytes()
    site_owner_client.head(address)
    assert main_action(site_owner_client) == path.name
    site_owner_client.get(address)
    assert main_action(site_owner_client) == ""
    page = site_owner_client.get(english(HOUSE)).content.decode()
    assert "There is nothing to do." in page
    assert "Last downloaded today at" in page


def raises_no_space(_path: Path) -> None:
    raise OSError(errno.ENOSPC, "full")


@pytest.mark.parametrize("name", ["status.json", "..", "istaka-0.istaka", "../club.sqlite3"])
def test_only_backups_can_be_downloaded(site_owner_client: Client, backup_folder: Path, name: str):
    status.record_attempt(at=timezone.now())
    (backup_folder / "istaka-0.istaka").write_text("no backup")
    assert folder.find(name) is None
    assert site_owner_client.get(f"{HOUSE}{name}/").status_code == 404


def test_requested_backup_shows_progress_and_page_refreshes(site_owner_client: Client, settings):
    settings.HOURLY_BACKUPS = True
    button = f'action="{english(MAKE)}"'
    assert button in site_owner_client.get(english(HOUSE)).content.decode()
    answer = site_owner_client.post(english(MAKE))
    assert (answer.status_code, answer.headers["Location"]) == (303, english(HOUSE))
    fragment = site_owner_client.get(english(HOUSE), headers={"hx-request": "true"}).content.decode()
    assert button not in fragment
    assert 'hx-trigger="every 2s"' in fragment
    assert "<html" not in fragment


def test_no_request_without_scheduler(site_owner_client: Client):
    page = site_owner_client.get(english(HOUSE)).content.decode()
    assert english(MAKE) not in page
    assert "switched that off" in page
    site_owner_client.post(english(MAKE))
    assert not status.requested.is_set()


def test_page_says_when_the_next_backup_is_due(site_owner_client: Client, settings):
    settings.HOURLY_BACKUPS = True
    last = timezone.now() - timedelta(minutes=5)
    status.record_attempt(at=last)
    page = site_owner_client.get(english(HOUSE)).content.decode()
    assert f"by itself at {timezone.localtime(last + timedelta(hours=1)):%H:%M}" in page


def test_unwritable_folder_shows_an_error(site_owner_client: Client, settings, tmp_path: Path):
    (tmp_path / "file").write_text("")
    settings.BACKUPS = tmp_path / "file" / "backups"
    assert message_levels(site_owner_client.post(english(MAKE), follow=True)) == ["error"]


def test_every_state_has_its_sentence(
    site_owner_client: Client, create_backup: Put, settings, tmp_path: Path
):
    def states() -> tuple[bool, bool]:
        """Whether page and dashboard show the present state's note."""
        note = f'data-test="backup-{status.read_status(now=timezone.now()).state}"'
        pages = (HOUSE, reverse("tournaments:dashboard"))
        page, dashboard = (site_owner_client.get(english(page)).content.decode() for page in pages)
        return note in page, note in dashboard

    assert states() == (True, False)
    create_backup(timezone.now())
    assert states() == (True, False)
    with pytest.MonkeyPatch.context() as full:
        full.setattr(status, "low_disk_bytes", lambda: 7)
        assert states() == (True, False), "the dashboard has its own warning"
    settings.BACKUPS_COPY = tmp_path / "stick"
    for faults in ({"second_fault": BackupError("no stick")}, {"fault": BackupError("no room")}):
        status.record_attempt(at=timezone.now(), **faults)
        assert states() == (True, True)
        page = site_owner_client.get(english(HOUSE)).content.decode()
        assert faults.popitem()[1].template in page


def main_action(client: Client) -> str:
    """Return the last part of the address to which the page's main button leads; "" without one."""
    page = client.get(english(HOUSE)).content.decode()
    assert page.count('class="btn go"') <= 1
    link = re.search(r'<a\s+class="btn go"[^>]* href="[^"]+/([^"/]+)/"', page)
    if link:
        return link[1]
    return "make" if 'class="btn go"' in page else ""


def test_each_state_has_at_most_one_main_button(
    site_owner_client: Client, create_backup: Put, settings, tmp_path: Path
):
    settings.HOURLY_BACKUPS = True
    now = timezone.now()
    make = f'action="{english(MAKE)}"'
    assert main_action(site_owner_client) == "", "it comes by itself"
    create_backup(now - timedelta(hours=30))
    assert main_action(site_owner_client) == ""
    assert make in site_owner_client.get(english(HOUSE)).content.decode()
    status.record_attempt(at=now)
    assert main_action(site_owner_client) == "make", "it is too old"
    good = create_backup(now - timedelta(hours=1))
    assert main_action(site_owner_client) == good.name
    settings.BACKUPS_COPY = tmp_path / "copies"
    assert main_action(site_owner_client) == "make", "the second place is missing"
    settings.BACKUPS_COPY.mkdir()
    (settings.BACKUPS_COPY / good.name).write_bytes(good.read_bytes())
    assert main_action(site_owner_client) == ""
    assert english(MAKE) in site_owner_client.get(english(HOUSE)).content.decode()
    different = create_backup(now, differences=["database: is damaged"])
    assert main_action(site_owner_client) == different.name
    status.record_attempt(at=now, fault=BackupError("no room"))
    assert main_action(site_owner_client) == "make"
    status.requested.set()
    assert main_action(site_owner_client) == ""


def test_differences_of_the_latest_backup_are_shown_to_owners_of_every_club(
    site_owner_client: Client, create_backup: Put
):
    now = timezone.now()
    create_backup(now - timedelta(hours=1))
    newest = create_backup(now, differences=["Winter Cup: hand 3: is wrong"])
    club = Club.objects.get()
    for name in ("Winter Cup", "Winter"):
        open_tournament(club=club, name=name)
    answer = site_owner_client.get(english(HOUSE))
    page = answer.content.decode()
    assert '1 entry in <span translate="no">Winter Cup</span> is no longer as it was entered.' in page
    assert "Winter Cup: hand 3: is wrong" in page
    first_download = re.search(r'href="([^"]+istaka/)"', page)
    assert first_download is not None
    assert first_download[1] == english(reverse("backups:download", args=[newest.name]))
    dashboard = english(reverse("tournaments:dashboard"))
    assert 'data-test="backup-different"' in site_owner_client.get(dashboard).content.decode()
    ClubFactory.create()
    assert 'data-test="backup-different"' not in site_owner_client.get(dashboard).content.decode()
    assert site_owner_client.get(HOUSE).status_code == 404
