from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.languages import LanguageClient
from tests.tournaments.signup.domain.applicants import application_data, apply, set_terms
from tests.tournaments.signup.views.conftest import address, shown_state
from tournaments.enums import ApplicationState
from tournaments.models import Application, Tournament
from tournaments.signup.domain import applications, partner_requests
from tournaments.signup.views import own_application

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

ACCEPT_BUTTON = 'name="action" value="accept"'


def seeker_phone(tournament: Tournament, name: str, contact: str) -> Client:
    phone = LanguageClient("en")
    phone.post(address("sign_up", tournament), {"player_1": name, "seeks": "on", "contact": contact})
    return phone


def application_of(tournament: Tournament, name: str) -> Application:
    return Application.objects.get(tournament=tournament, player_1=name)


def tap(phone: Client, tournament: Tournament, action: str, partner: str = "") -> str:
    form_values = {
        "action": action,
        "partner_handle": partner_requests.handle_of(application_of(tournament, partner)) if partner else "",
    }
    return phone.post(address("find_partner", tournament), form_values, follow=True).content.decode()


def page(phone: Client, tournament: Tournament) -> str:
    return phone.get(address("own_sign_up", tournament)).content.decode()


@pytest.fixture
def ali(tournament: Tournament) -> Client:
    return seeker_phone(tournament, "Ali Kaya", "0532 111 11 11")


@pytest.fixture
def ece(tournament: Tournament) -> Client:
    return seeker_phone(tournament, "Ece Demir", "ece@example.org")


@pytest.mark.release
def test_partners_see_contacts_only_after_acceptance(ali, ece, tournament):
    assert 'id="show"' in page(ali, tournament)
    assert "Ece Demir" not in page(ali, tournament)
    for phone in (ali, ece):
        assert 'id="hide"' in tap(phone, tournament, "show")
    assert 'value="withdraw"' in tap(ali, tournament, "ask", "Ece Demir")
    before = page(ece, tournament)
    assert ACCEPT_BUTTON in before
    assert "Ali Kaya" in before
    assert "0532 111 11 11" not in before
    assert "ece@example.org" not in page(ali, tournament)
    html = tap(ece, tournament, "accept", "Ali Kaya")
    assert 'id="partner"' in html
    assert "0532 111 11 11" in html
    assert "ece@example.org" in page(ali, tournament)
    assert [application.state for application in tournament.applications.order_by("pk")] == [
        "let_in",
        "joined",
    ]


@pytest.mark.slow
def test_request_is_declined_and_withdrawn(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert ACCEPT_BUTTON in page(ece, tournament)
    assert ACCEPT_BUTTON not in tap(ece, tournament, "decline", "Ali Kaya")
    assert 'data-test="declined"' in page(ali, tournament)
    tap(ece, tournament, "ask", "Ali Kaya")
    assert ACCEPT_BUTTON in page(ali, tournament)
    assert 'value="ask"' in tap(ece, tournament, "withdraw", "Ali Kaya")
    assert ACCEPT_BUTTON not in page(ali, tournament)
    assert 'id="show"' in tap(ece, tournament, "hide")
    assert "Ece Demir" not in page(ali, tournament)


@pytest.mark.release
def test_pages_never_contain_ids_of_others(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    for phone, other in ((ali, "Ece Demir"), (ece, "Ali Kaya")):
        key = application_of(tournament, other).public_id
        assert str(key) not in page(phone, tournament)
        assert key.hex not in page(phone, tournament)


def test_outdated_request_is_explained(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    refused = ece.post(
        address("find_partner", tournament),
        {
            "action": "accept",
            "partner_handle": partner_requests.handle_of(application_of(tournament, "Ali Kaya")),
        },
    )
    refusal = refused.context["refusal"]
    assert (refused.status_code, refusal.code) == (422, "partner_request_unavailable")
    response = ece.post(address("find_partner", tournament), {"action": "ask", "partner_handle": "nonsense"})
    assert response.status_code == 422
    assert ece.post(address("find_partner", tournament), {"action": "nonsense"}).status_code == 404
    assert (
        LanguageClient("en").post(address("find_partner", tournament), {"action": "show"}).status_code == 303
    )


def test_page_shows_a_pair_joined_after_loading(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert 'hx-select="#now"' in page(ali, tournament)
    tap(ece, tournament, "accept", "Ali Kaya")
    live = {"HX-Request": "true"}
    refreshed = ali.get(address("own_sign_up", tournament), {"shown": "seeking"}, headers=live)
    assert refreshed.headers["HX-Refresh"] == "true"
    html = page(ali, tournament)
    assert shown_state(html) == "listed"
    assert "ece@example.org" in html
    assert 'hx-select="#now"' not in html


def test_live_page_replaces_old_messages(ali, tournament):
    tap(ali, tournament, "show")
    response = ali.get(
        address("own_sign_up", tournament), {"shown": "seeking"}, headers={"HX-Request": "true"}
    )
    html = response.content.decode()
    assert "HX-Refresh" not in response.headers
    assert 'hx-select-oob="#page-messages"' in html
    assert 'id="page-messages"' in html
    assert 'class="messages"' not in html


def test_endless_taps_are_rate_limited(ali, tournament, monkeypatch):
    monkeypatch.setattr(own_application, "ACTIONS_PER_HOUR", 1)
    tap(ali, tournament, "show")
    response = ali.post(address("find_partner", tournament), {"action": "hide"})
    assert response.status_code == 429
    assert application_of(tournament, "Ali Kaya").seen


def test_agreed_pair_waits_for_review(ali, ece, tournament):
    set_terms(tournament, approval=True)
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert shown_state(tap(ece, tournament, "accept", "Ali Kaya")) == "in-review"
    assert application_of(tournament, "Ali Kaya").state == ApplicationState.ASKED


def test_older_form_does_not_change_names_of_an_agreed_pair(ali, ece, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Su Ak", "Can Er", at=timezone.now() - timedelta(days=1))
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    tap(ece, tournament, "accept", "Ali Kaya")
    own, other = application_of(tournament, "Ali Kaya"), application_of(tournament, "Ece Demir")
    assert [own.state, other.state] == ["waiting", "joined"]
    contact = "0532 999 99 99"
    for names in ({"seeks": "on"}, {"player_2": "Nil Tan"}):
        ali.post(address("own_sign_up", tournament), {"player_1": "Ali Kaya", "contact": contact, **names})
        own.refresh_from_db()
        assert (own.players, own.contact) == (("Ali Kaya", "Ece Demir"), contact)
    assert 'data-test="partners-fixed"' in page(ali, tournament)
    with pytest.raises(applications.PartnersAreFixed):
        applications.change_application(
            application=own, data=application_data("Ali Kaya", "Nil Tan"), at=timezone.now()
        )
    ali.post(address("cancel_sign_up", tournament))
    other.refresh_from_db()
    assert (other.state, other.joined_to) == ("seeking", None)
