"""The page on which somebody who looks for a partner finds one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.languages import Reader
from tests.tournaments.signup.domain.applicants import apply, asked, set_terms
from tests.tournaments.signup.views.conftest import address
from tournaments.enums import ApplicationState
from tournaments.models import Application, Tournament
from tournaments.signup.domain import applications, partner_requests
from tournaments.signup.views import own_application

pytestmark = [pytest.mark.django_db, pytest.mark.english]


def looks(tournament: Tournament, name: str, contact: str) -> Client:
    phone = Reader("en")
    phone.post(address("sign_up", tournament), {"player_1": name, "seeks": "on", "contact": contact})
    return phone


def of(tournament: Tournament, name: str) -> Application:
    return Application.objects.get(tournament=tournament, player_1=name)


def tap(phone: Client, tournament: Tournament, deed: str, whom: str = "") -> str:
    told = {"deed": deed, "whom": partner_requests.handle_of(of(tournament, whom)) if whom else ""}
    return phone.post(address("find_partner", tournament), told, follow=True).content.decode()


def page(phone: Client, tournament: Tournament) -> str:
    return phone.get(address("signed_up", tournament)).content.decode()


@pytest.fixture
def ali(tournament: Tournament) -> Client:
    return looks(tournament, "Ali Kaya", "0532 111 11 11")


@pytest.fixture
def ece(tournament: Tournament) -> Client:
    return looks(tournament, "Ece Demir", "ece@example.org")


def test_one_asks_the_other_accepts_and_only_then_they_read_how_to_reach_each_other(ali, ece, tournament):
    assert "Show me to those who look" in page(ali, tournament)
    assert "Ece Demir" not in page(ali, tournament)
    for phone in (ali, ece):
        assert "see you now" in tap(phone, tournament, "show")
    assert "Asked. The answer stands here." in tap(ali, tournament, "ask", "Ece Demir")
    before = page(ece, tournament)
    assert "Ali Kaya wants to play with you" in before
    assert "0532 111 11 11" not in before
    assert "ece@example.org" not in page(ali, tournament)
    said = tap(ece, tournament, "accept", "Ali Kaya")
    assert "You are a pair." in said
    assert "0532 111 11 11" in said
    assert "ece@example.org" in page(ali, tournament)
    assert [one.state for one in tournament.applications.order_by("pk")] == ["let_in", "joined"]


def test_a_question_is_declined_and_taken_back(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert "Declined." in tap(ece, tournament, "decline", "Ali Kaya")
    assert "has declined" in page(ali, tournament)
    tap(ece, tournament, "ask", "Ali Kaya")
    assert "Taken back." in tap(ece, tournament, "withdraw", "Ali Kaya")
    assert "wants to play" not in page(ali, tournament)
    assert "Nobody sees you any more" in tap(ece, tournament, "hide")
    assert "Ece Demir" not in page(ali, tournament)


def test_no_page_tells_the_key_of_another(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    for phone, other in ((ali, "Ece Demir"), (ece, "Ali Kaya")):
        key = of(tournament, other).public_id
        assert str(key) not in page(phone, tournament)
        assert key.hex not in page(phone, tournament)


def test_what_does_not_stand_any_more_is_refused_in_words(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    refused = ece.post(
        address("find_partner", tournament),
        {"deed": "accept", "whom": partner_requests.handle_of(of(tournament, "Ali Kaya"))},
    )
    assert refused.status_code == 422
    assert "That question does not stand any more." in refused.content.decode()
    gone = ece.post(address("find_partner", tournament), {"deed": "ask", "whom": "nonsense"})
    assert gone.status_code == 422
    assert ece.post(address("find_partner", tournament), {"deed": "nonsense"}).status_code == 404
    assert Reader("en").post(address("find_partner", tournament), {"deed": "show"}).status_code == 303


def test_a_pair_that_is_made_meanwhile_is_told_by_the_page_itself(ali, ece, tournament):
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert 'hx-select="#now"' in page(ali, tournament)
    tap(ece, tournament, "accept", "Ali Kaya")
    said = page(ali, tournament)
    assert "You are on the list" in said
    assert 'hx-select="#now"' not in said


def test_who_taps_without_end_has_to_wait(ali, tournament, monkeypatch):
    monkeypatch.setattr(own_application, "FREE_DEEDS", 1)
    tap(ali, tournament, "show")
    answer = ali.post(address("find_partner", tournament), {"deed": "hide"})
    assert answer.status_code == 429
    assert of(tournament, "Ali Kaya").seen


def test_where_approval_is_wanted_the_pair_waits_for_the_organizers(ali, ece, tournament):
    set_terms(tournament, approval=True)
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    assert "The organizers will look at your entry." in tap(ece, tournament, "accept", "Ali Kaya")
    assert of(tournament, "Ali Kaya").state == ApplicationState.ASKED


def test_names_of_an_agreed_pair_stay_when_an_older_form_is_saved(ali, ece, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Su Ak", "Can Er", at=timezone.now() - timedelta(days=1))
    for phone in (ali, ece):
        tap(phone, tournament, "show")
    tap(ali, tournament, "ask", "Ece Demir")
    tap(ece, tournament, "accept", "Ali Kaya")
    own, other = of(tournament, "Ali Kaya"), of(tournament, "Ece Demir")
    assert [own.state, other.state] == ["waiting", "joined"]
    contact = "0532 999 99 99"
    for names in ({"seeks": "on"}, {"player_2": "Nil Tan"}):
        ali.post(address("signed_up", tournament), {"player_1": "Ali Kaya", "contact": contact, **names})
        own.refresh_from_db()
        assert (own.players, own.contact) == (("Ali Kaya", "Ece Demir"), contact)
    assert 'data-test="partners-fixed"' in page(ali, tournament)
    with pytest.raises(applications.PartnersAreFixed):
        applications.change(application=own, asked=asked("Ali Kaya", "Nil Tan"), at=timezone.now())
    ali.post(address("cancel_sign_up", tournament))
    other.refresh_from_db()
    assert (other.state, other.joined_to) == ("seeking", None)
