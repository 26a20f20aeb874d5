"""The page of backups."""

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


def test_who_owns_one_club_of_two_looks_after_neither():
    owner = MembershipFactory.create(role=Role.OWNER)
    assert may_manage_backups(owner.user)
    assert not may_manage_backups(MembershipFactory.create(club=owner.club, role=Role.ORGANIZER).user)
    other = ClubFactory.create()
    assert not may_manage_backups(owner.user)
    MembershipFactory.create(club=other, user=owner.user, role=Role.OWNER)
    assert may_manage_backups(owner.user)


def test_on_a_server_nobody_does_in_a_browser(monkeypatch: pytest.MonkeyPatch):
    owner = MembershipFactory.create(role=Role.OWNER)
    monkeypatch.setattr(permissions, "connection", SimpleNamespace(vendor="postgresql"))
    assert not may_manage_backups(owner.user)
    assert not permissions.has_no_club()


def test_the_last_good_one_is_told_and_each_is_taken_away(keeper: Client, put: Put):
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


def test_it_is_read_piece_by_piece_where_a_server_sends_it(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"0" * 3_000_000)

    async def pieces() -> list[int]:
        return [len(piece) async for piece in Download(path)]

    sizes = asyncio.run(pieces())
    assert sum(sizes) == 3_000_000
    assert max(sizes) < 3_000_000


@pytest.mark.parametrize("name", ["ledger.json", "..", "istaka-0.istaka", "../club.sqlite3"])
def test_nothing_else_is_handed_out(keeper: Client, backups: Path, name: str):
    status_files.write(status_files.LEDGER, {})
    (backups / "istaka-0.istaka").write_text("no backup")
    assert folder.find(name) is None
    assert keeper.get(f"{HOUSE}backups/{name}/").status_code == 404


def test_one_that_is_asked_for_is_being_made_and_the_page_goes_on_by_itself(keeper: Client, settings):
    settings.BACKUPS_EVERY_HOURS = 1
    assert "Back up now" in keeper.get(english(HOUSE)).content.decode()
    answer = keeper.post(english(MAKE))
    assert (answer.status_code, answer.headers["Location"]) == (303, english(HOUSE))
    assert status.is_requested()
    part = keeper.get(english(HOUSE), headers={"hx-request": "true"}).content.decode()
    assert "A backup is being made" in part
    assert 'hx-trigger="every 2s"' in part
    assert "<html" not in part


def test_where_nobody_makes_them_none_can_be_asked_for(keeper: Client):
    assert "Back up now" not in keeper.get(english(HOUSE)).content.decode()


def test_a_folder_that_can_t_be_written_to_is_told(keeper: Client, settings, tmp_path: Path):
    (tmp_path / "file").write_text("")
    settings.BACKUPS = tmp_path / "file" / "backups"
    page = keeper.post(english(MAKE), follow=True).content.decode()
    assert "the backup folder is not writable" in page


def test_what_a_look_at_the_ledger_found_is_told_on_the_first_page_and_here(keeper: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    desk = keeper.get(english(reverse("tournaments:desk"))).content.decode()
    assert "differs from what was entered" in desk
    assert "hand 3: is wrong" in keeper.get(english(HOUSE)).content.decode()


def test_others_hear_of_none_of_it(keeper: Client):
    status_files.write(
        status_files.LEDGER, {"at": timezone.now().isoformat(), "found": {"": ["hand 3: is wrong"]}}
    )
    ClubFactory.create()
    assert "from what was entered" not in keeper.get(english(reverse("tournaments:desk"))).content.decode()
    assert keeper.get(HOUSE).status_code == 404
