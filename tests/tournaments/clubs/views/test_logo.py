from __future__ import annotations

import subprocess
import threading
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.factories import NOW, MembershipFactory, drawn_tournament, open_tournament
from tests.languages import LanguageClient
from tests.test_rights import a_logo
from tournaments.clubs.domain import LogoUnreadable, remove_logo, set_logo
from tournaments.enums import Role, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, ClubLogo, LogRow, Tournament
from tournaments.uploads.sandbox import account_slots, parent
from tournaments.uploads.sandbox.account_slots import Busy, account_slot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


def change(club: Club) -> str:
    return reverse("tournaments:change_logo", args=[club.public_id])


def upload_logo(club: Club, colour: str = "#1c6a4c") -> str:
    set_logo(club=club, content=a_logo(colour), by=CONSOLE, at=NOW)
    return reverse("scoring:club_logo", args=[club.public_id, club.logo])


def test_owner_uploads_and_removes_the_logo(organizer_client, club):
    response = organizer_client.post(change(club), {"logo": SimpleUploadedFile("logo.png", a_logo())})
    assert response.headers["Location"] == reverse("tournaments:club", args=[club.public_id])
    club.refresh_from_db()
    page = organizer_client.get(response.headers["Location"]).content.decode()
    assert reverse("scoring:club_logo", args=[club.public_id, club.logo]) in page
    assert organizer_client.post(change(club), {"remove": ""}).status_code == 303
    assert not ClubLogo.objects.exists()
    assert (
        "club-logo"
        not in organizer_client.get(reverse("tournaments:club", args=[club.public_id])).content.decode()
    )


@pytest.mark.parametrize("sent", [b"", b"<svg/>", None])
def test_file_that_is_no_picture_is_refused(organizer_client, club, sent):
    files = {} if sent is None else {"logo": SimpleUploadedFile("logo.png", sent)}
    response = organizer_client.post(change(club), files)
    assert response.status_code == 422
    assert list(response.context["logo_form"].errors) == ["logo"]
    assert f'value="{club.name}"' in response.content.decode()


def test_upload_is_refused_while_too_many_files_are_read(organizer_client, club, monkeypatch):
    monkeypatch.setattr(parent, "_admission_slots", threading.BoundedSemaphore(1))
    with parent._admission_slots:
        with pytest.raises(Busy):
            set_logo(club=club, content=a_logo(), by=CONSOLE, at=NOW)
        response = organizer_client.post(change(club), {"logo": SimpleUploadedFile("logo.png", a_logo())})
    assert response.status_code == 422
    assert not ClubLogo.objects.exists()


def test_upload_is_refused_while_the_account_uploads_another_file(organizer_client, owner, club, monkeypatch):
    monkeypatch.setattr(account_slots, "MAX_WAIT_SECONDS", 0.0)
    with account_slot(owner.user.pk):
        response = organizer_client.post(change(club), {"logo": SimpleUploadedFile("logo.png", a_logo())})
    assert (response.status_code, list(response.context["logo_form"].errors)) == (422, ["logo"])
    assert not ClubLogo.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_picture_is_read_outside_a_transaction(club, monkeypatch):
    """On SQLite a transaction blocks all other writes."""
    in_transaction: list[bool] = []
    popen = subprocess.Popen

    def noticed(*args, **kwargs):
        in_transaction.append(connection.in_atomic_block)
        return popen(*args, **kwargs)

    monkeypatch.setattr(subprocess, "Popen", noticed)
    upload_logo(club)
    assert in_transaction == [False]


def test_same_logo_and_unreadable_file_are_not_logged(club):
    upload_logo(club)
    upload_logo(club)
    with pytest.raises(LogoUnreadable):
        set_logo(club=club, content=b"<svg/>", by=CONSOLE, at=NOW)
    remove_logo(club=club, by=CONSOLE, at=NOW)
    remove_logo(club=club, by=CONSOLE, at=NOW)
    actions = LogRow.objects.filter(club=club).order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["club_logo_changed", "club_logo_removed"]


@pytest.mark.release
def test_public_pages_of_the_club_show_the_logo(club):
    tournament = drawn_tournament(club=club)
    before = Tournament.objects.get(pk=tournament.pk).counter
    logo = upload_logo(club)
    assert Tournament.objects.get(pk=tournament.pk).counter == before + 1
    keys = [tournament.public_id]
    pages = [reverse(f"scoring:{name}", args=keys) for name in ("tournament", "share", "rules")]
    pages += [
        f"{reverse('scoring:tournament_search')}?club={club.public_id}",
        reverse("tournaments:sign_up", args=keys),
    ]
    visitor = LanguageClient("en")
    for page in pages:
        assert logo in visitor.get(page).content.decode(), page


def test_logo_is_cached_under_its_digest(club):
    open_tournament(club=club)
    logo = upload_logo(club)
    response = Client().get(logo)
    assert Image.open(BytesIO(response.content)).size == (64, 64)
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/png", "public, max-age=60")
    assert Client().get(logo, headers={"If-None-Match": response["ETag"]}).status_code == 304
    assert upload_logo(club, "#000") != logo
    assert Client().get(logo).status_code == 404


def test_logo_of_a_club_without_public_tournaments_is_for_members(organizer_client, club):
    Tournament.objects.filter(pk=open_tournament(club=club).pk).update(visibility=Visibility.DRAFT)
    logo = upload_logo(club)
    assert Client().get(logo).status_code == 404
    response = organizer_client.get(logo)
    assert (response.status_code, response["Cache-Control"]) == (200, "private, no-cache")
    stranger = LanguageClient("en")
    stranger.force_login(MembershipFactory.create(role=Role.OWNER).user)
    assert stranger.get(logo).status_code == 404


def test_cards_and_posters_show_the_logo(club):
    tournament = drawn_tournament(club=club, pairs=4, groups=1)
    keys = [tournament.public_id]
    card = reverse("scoring:tournament_card", args=[*keys, "tr"])
    poster = reverse("scoring:bracket_poster", args=keys)
    without_logo = [Client().get(address).content for address in (card, poster)]
    assert b"/Subtype /Image" not in without_logo[1]
    upload_logo(club, "#b9232b")
    with_logo = [Client().get(address).content for address in (card, poster)]
    red, *green_and_blue = (
        Image.open(BytesIO(with_logo[0])).convert("RGB").crop((1053, 123, 1054, 124)).tobytes()
    )
    assert red > 3 * max(green_and_blue)
    assert b"/Subtype /Image" in with_logo[1]
