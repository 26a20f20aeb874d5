from __future__ import annotations

import json
import re
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.archive import verify
from scoring.archive.sealed_columns import HIDDEN_NAMES
from scoring.archive.writer import archive_as_text
from tests.factories import NOW, enter_pairs
from tests.tournaments.signup.domain.applicants import CONTACT, apply, set_terms
from tests.tournaments.signup.views.conftest import TYPED, address
from tournaments.checkin.domain import phone_check_in
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Entrant, LogRow, PartnerRequest, Tournament
from tournaments.signup.domain import decisions, partner_requests
from tournaments.signup.views import own_application

pytestmark = pytest.mark.django_db

A_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
PAIRS = (("Ali Kaya", "Ece Demir"), ("Su Ak", "Can Er"))
SEEKERS = ("Nil Ay", "Gül Su")


ADDRESSES = count(1)


def new_stranger() -> Client:
    """Return a client at its own address, so that no rate limit hides what an id can do."""
    number = next(ADDRESSES)
    return Client(REMOTE_ADDR=f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")


@pytest.fixture
def sign_up_tournament(tournament: Tournament) -> Tournament:
    set_terms(tournament, capacity=1)
    for pair in PAIRS:
        apply(tournament, *pair)
    first, second = (apply(tournament, name) for name in SEEKERS)
    for application in (first, second):
        partner_requests.set_visible(application=application, visible=True, at=NOW)
    partner_requests.send_request(
        application=first, handle=partner_requests.handle_of(second), at=timezone.now()
    )
    now, hour = timezone.now(), timedelta(hours=1)
    window = phone_check_in.CheckInWindow(
        is_open=True, opens_at=now - hour, closes_at=now + hour, changing=False
    )
    phone_check_in.set_window(tournament=tournament, window=window, by=CONSOLE, at=now)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture(
    params=["drawn", *(pytest.param(state, marks=pytest.mark.release) for state in ("open", "closed"))]
)
def published_tournament(request: pytest.FixtureRequest, sign_up_tournament: Tournament) -> Tournament:
    if request.param == "closed":
        set_terms(sign_up_tournament, capacity=1, is_open=False)
    if request.param == "drawn":
        enter_pairs(sign_up_tournament, 4)
        draw.draw_groups(tournament=sign_up_tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    sign_up_tournament.refresh_from_db()
    return sign_up_tournament


def ids_in_archive(tournament: Tournament) -> list[str]:
    response = Client().get(reverse("scoring:archive_file", args=[tournament.public_id]))
    assert response.status_code == 200
    return sorted({str(UUID(match)) for match in A_UUID.findall(response.getvalue().decode())})


def stored_applications(rows: list[int]) -> list[list[Any]]:
    return [
        list(Application.objects.filter(pk__in=rows).order_by("pk").values()),
        list(PartnerRequest.objects.filter(asker__in=rows, asked__in=rows).order_by("pk").values()),
        list(Entrant.objects.filter(applications__in=rows).order_by("pk").values()),
    ]


def assert_nothing_revealed(answer: Any, secrets: set[str]) -> None:
    page = answer.content.decode()
    assert not [secret for secret in secrets if secret in page]


def sign_up_data(*players: str) -> dict[str, str]:
    first, second = (*players, "")[:2]
    seeks = {} if second else {"seeks": "on"}
    return TYPED | {"player_1": first, "player_2": second, "contact": "0555 999 88 77"} | seeks


def ids_of_applications(tournament: Tournament) -> set[str]:
    return {str(application.public_id) for application in tournament.applications.all()}


@pytest.mark.release
def test_archive_has_no_id_of_an_application_and_no_row_about_one(published_tournament):
    paid, other = published_tournament.applications.order_by("pk")[:2]
    for application, is_paid in ((paid, True), (other, True), (other, False)):
        decisions.mark_paid(application=application, paid=is_paid, by=CONSOLE, at=timezone.now())
    ids = set(ids_in_archive(published_tournament))
    assert {str(entrant.public_id) for entrant in published_tournament.entrants.all()} <= ids
    assert not ids & ids_of_applications(published_tournament)
    archive = json.loads(archive_as_text(published_tournament.public_id))
    log_rows = LogRow.objects.filter(
        tournament=published_tournament, subject__in=ids_of_applications(published_tournament)
    )
    assert (
        log_rows.filter(action__in=("application_paid", "application_unpaid", "partner_requested")).count()
        == 4
    )
    hidden = [row for row in archive["log"] if row.keys() == {*HIDDEN_NAMES}]
    assert {row["hash"] for row in hidden} == {*log_rows.values_list("hash", flat=True)}
    assert list(verify.find_problems(archive)) == []


@pytest.mark.slow
def test_published_ids_are_no_keys_or_codes(published_tournament):
    rows = list(published_tournament.applications.values_list("pk", flat=True))
    before, ids = (
        stored_applications(rows),
        {*ids_in_archive(published_tournament), *ids_of_applications(published_tournament)},
    )
    for value in sorted(ids):
        for names in (*PAIRS, *((name,) for name in SEEKERS)):
            stranger = new_stranger()
            stranger.post(address("sign_up", published_tournament), sign_up_data(*names) | {"key": value})
            assert_nothing_revealed(
                stranger.get(address("own_sign_up", published_tournament), follow=True), {CONTACT}
            )
        for text in (value, UUID(value).hex, UUID(value).hex[:10]):
            try_as_code(published_tournament, text)
    assert stored_applications(rows) == before


def try_as_code(tournament: Tournament, value: str) -> None:
    stranger = new_stranger()
    for name in ("type_sign_up_code", "type_room_code"):
        stranger.post(address(name, tournament), {"code": value})
    stranger.get(address("open_sign_up", tournament, value))
    stranger.post(address("confirm_sign_up", tournament, value, value))
    stranger.get(address("self_check_in_link", tournament, value))
    for cookie in ("own_sign_up", "signing_up", "in_the_room", "checked_in"):
        stranger.cookies[f"{cookie}_{tournament.public_id.hex}"] = value
    stranger.post(address("own_sign_up", tournament), sign_up_data("Başka Biri", "Öteki Kişi"))
    for name in ("cancel_sign_up", "resend_sign_up_email"):
        stranger.post(address(name, tournament))
    for action in ("show", "hide", "ask", "withdraw", "accept", "decline"):
        stranger.post(address("find_partner", tournament), {"action": action, "partner_handle": value})
    if len(value) == len(str(tournament.public_id)):
        stranger.post(address("confirm_check_in", tournament, value))
        stranger.post(address("confirm_check_in", tournament, value), {"undo": "on"})
    assert_nothing_revealed(stranger.get(address("own_sign_up", tournament), follow=True), {CONTACT})


@pytest.mark.slow
def test_published_ids_are_no_handles_of_applicants(sign_up_tournament, monkeypatch):
    monkeypatch.setattr(own_application, "ACTIONS_PER_HOUR", 1_000_000)
    phone, ids = (
        Client(),
        sorted({*ids_in_archive(sign_up_tournament), *ids_of_applications(sign_up_tournament)}),
    )
    rows = list(sign_up_tournament.applications.values_list("pk", flat=True))
    before = stored_applications(rows)
    phone.post(address("sign_up", sign_up_tournament), sign_up_data("Taş Yeni"))
    phone.post(address("find_partner", sign_up_tournament), {"action": "show"})
    assert Application.objects.get(player_1="Taş Yeni").seen
    for value in ids:
        for action in ("ask", "withdraw", "accept", "decline"):
            for handle in (value, UUID(value).hex):
                phone.post(
                    address("find_partner", sign_up_tournament), {"action": action, "partner_handle": handle}
                )
    assert stored_applications(rows) == before
    assert not PartnerRequest.objects.exclude(asker__in=rows, asked__in=rows).exists()
