from __future__ import annotations

import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import (
    application_data,
    apply,
    names_of,
    open_sign_up,
    set_terms,
)
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email, subjects
from tournaments.enums import MailProblem
from tournaments.log.actor import CONSOLE
from tournaments.mail import outbox
from tournaments.mail.email_budgets import FREE_FOR_MAILBOX
from tournaments.models import Application, Tournament
from tournaments.signup.domain import (
    applications,
    decisions,
    email_confirmation,
    notifications,
    partner_requests,
    waiting_list,
)
from tournaments.signup.domain.contact_emails import address_proof
from tournaments.tasks import give_kept_places

pytestmark = pytest.mark.django_db

SU = "su@example.org"
SOON = NOW + timedelta(minutes=6)
LAPSED = NOW + notifications.PLACE_KEPT_FOR


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    set_up_email(settings)


@pytest.fixture
def tournament() -> Tournament:
    return open_sign_up(capacity=1, confirmation=True)


def confirm(own: Application, at=SOON, proof: str = "") -> None:
    email_confirmation.confirm(application=own, proof=proof or address_proof(own), at=at)
    own.refresh_from_db()


def test_optional_confirmation_only_sets_a_mark():
    own = apply(open_sign_up(), "Ali Kaya", "Ece Demir", contact=ALI)
    assert (own.state, own.must_confirm, own.confirmed_at) == ("let_in", False, None)
    confirm(own)
    confirm(own, at=LAPSED)
    assert own.confirmed_at == SOON
    assert own.tournament.log.filter(action="application_confirmed").count() == 1


def test_required_confirmation_gives_the_place(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert (own.state, own.must_confirm, names_of(tournament)) == ("waiting", True, [])
    assert "onaylayınca geçerli olur" in emails_to()[0].text
    confirm(own)
    assert (own.state, names_of(tournament)) == ("let_in", ["Kaya – Demir"])
    assert subjects() == ["Başvurunuz"]


def test_place_is_kept_for_a_day_and_then_goes_to_the_next(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert waiting_list.count_free_places(tournament, at=NOW) == 0
    next_one = apply(tournament, "Su Ak", "Can Er", at=SOON)
    assert next_one.state == "waiting"
    assert email_confirmation.release_kept_places(at=LAPSED - timedelta(seconds=1)) == 0
    assert email_confirmation.release_kept_places(at=LAPSED) == 1
    assert (names_of(tournament), give_kept_places()) == (["Ak – Er"], 0)
    confirm(own, at=LAPSED)
    assert own.state == "waiting"
    applications.cancel_application(application=next_one, at=LAPSED)
    own.refresh_from_db()
    assert own.state == "let_in"


def test_unconfirmed_applications_block_no_place_for_good(tournament):
    for number in range(4):
        apply(tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=f"x{number}@example.org")
    own = apply(tournament, "Su Ak", "Can Er", at=LAPSED)
    assert own.state == "let_in"


def test_confirmation_keeps_the_turn(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    apply(tournament, "Su Ak", "Can Er", at=SOON)
    confirm(own, at=LAPSED - timedelta(minutes=1))
    assert names_of(tournament) == ["Kaya – Demir"]


def test_wrong_or_outdated_proof_confirms_nothing(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    old = address_proof(own)
    applications.change_application(
        application=own, data=application_data("Ali Kaya", "Ece Demir", contact=SU), at=SOON
    )
    for proof in (old, "", "x"):
        with pytest.raises(email_confirmation.InvalidProof):
            email_confirmation.confirm(application=own, proof=proof, at=SOON)
    own.refresh_from_db()
    assert own.must_confirm
    confirm(own)
    assert own.state == "let_in"


def test_cancelled_application_cannot_be_confirmed(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    applications.cancel_application(application=own, at=SOON)
    with pytest.raises(applications.ApplicationOver):
        confirm(own)


def test_removed_email_address_needs_no_confirmation(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    applications.change_application(application=own, data=application_data("Ali Kaya", "Ece Demir"), at=SOON)
    own.refresh_from_db()
    assert (own.must_confirm, own.state) == (False, "let_in")


def test_changed_email_address_keeps_the_place(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    confirm(own)
    applications.change_application(
        application=own, data=application_data("Ali Kaya", "Ece Demir", contact=SU), at=SOON
    )
    own.refresh_from_db()
    assert (own.state, own.confirmed_at, own.must_confirm) == ("let_in", None, False)


def test_organizers_accept_unconfirmed_or_refuse_for_the_next(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    next_one = apply(tournament, "Su Ak", "Can Er", at=SOON)
    with pytest.raises(decisions.DecidedMeanwhile):
        decisions.accept(application=next_one, by=CONSOLE, at=SOON)
    decisions.refuse(application=own, by=CONSOLE, at=SOON)
    assert names_of(tournament) == ["Ak – Er"]
    set_terms(tournament, capacity=2, confirmation=True)
    third = apply(tournament, "Nil Ay", "Gül Su", contact=SU, at=SOON)
    decisions.accept(application=third, by=CONSOLE, at=SOON)
    assert names_of(tournament) == ["Ak – Er", "Ay – Su"]
    assert subjects(SU) == ["Başvurunuz", "Listedesiniz"]


def test_email_promises_no_place_if_organizers_review():
    tournament = open_sign_up(approval=True, confirmation=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert "Organizatörler başvurunuza bakacak" in emails_to()[0].text
    assert "geçerli" not in emails_to()[0].text
    confirm(own)
    assert own.state == "asked"


def test_dropped_requirement_accepts_unconfirmed_applications_in_turn(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert set_terms(tournament, capacity=1) == 1
    own.refresh_from_db()
    assert (own.state, own.must_confirm) == ("let_in", False)


def test_applicant_without_partner_is_visible_after_confirmation(tournament):
    own = apply(tournament, "Ali Kaya", contact=ALI)
    assert "sizi, e-postanızı onaylayınca görür" in emails_to()[0].text
    with pytest.raises(partner_requests.ConfirmFirst):
        partner_requests.set_visible(application=own, visible=True, at=SOON)
    confirm(own)
    partner_requests.set_visible(application=own, visible=True, at=SOON)


def test_pair_joined_by_organizers_needs_no_confirmation(tournament):
    ali, su = apply(tournament, "Ali Kaya", contact=ALI), apply(tournament, "Su Ak", contact=SU)
    pair = decisions.join_applications(first=ali, second=su, by=CONSOLE, at=SOON)
    assert (pair.state, pair.must_confirm) == ("let_in", False)


def test_email_is_resent_after_some_minutes_and_a_few_times(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    with pytest.raises(email_confirmation.EmailJustSent):
        email_confirmation.resend_email(application=own, at=NOW + timedelta(minutes=1))
    for time in range(1, FREE_FOR_MAILBOX):
        email_confirmation.resend_email(application=own, at=NOW + time * email_confirmation.RESEND_DELAY)
    assert len(emails_to()) == FREE_FOR_MAILBOX
    with pytest.raises(email_confirmation.EmailNotSent):
        email_confirmation.resend_email(
            application=own, at=NOW + FREE_FOR_MAILBOX * email_confirmation.RESEND_DELAY
        )
    confirm(own)
    with pytest.raises(email_confirmation.ConfirmedAlready):
        email_confirmation.resend_email(application=own, at=NOW + timedelta(days=3))


AHEAD = timedelta(days=365)


def test_future_time_of_sign_up_keeps_no_place(tournament):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI, at=NOW + AHEAD)
    assert waiting_list.count_free_places(tournament, at=NOW) == 1
    own = apply(tournament, "Su Ak", "Can Er", at=NOW)
    assert own.state == "let_in"


def test_applicant_behind_a_future_sign_up_moves_up(tournament):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    apply(tournament, "Su Ak", "Can Er", at=SOON)
    Application.objects.filter(must_confirm=True).update(signed_up_at=NOW + AHEAD)
    assert email_confirmation.release_kept_places(at=SOON) == 1


def test_email_with_a_future_time_can_be_resent(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    Application.objects.update(mailed_at=NOW + AHEAD)
    email_confirmation.resend_email(application=own, at=NOW)
    own.refresh_from_db()
    assert own.mailed_at == NOW


def test_no_place_is_kept_without_an_email(tournament):
    for number in range(FREE_FOR_MAILBOX):
        apply(open_sign_up(), f"Can Er{number}", f"Nil Öz{number}", contact=ALI)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert (own.state, own.must_confirm, own.mail_problem) == ("waiting", True, MailProblem.RECIPIENT)
    assert waiting_list.count_free_places(tournament, at=NOW) == 1
    assert apply(tournament, "Su Ak", "Gül Su", at=SOON).state == "let_in"
    decisions.refuse(application=own, by=CONSOLE, at=SOON)


def test_place_of_a_rejected_email_goes_to_the_next(tournament, settings):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    next_one = apply(tournament, "Su Ak", "Can Er", at=SOON)
    settings.EMAIL_BACKEND = f"{__name__}.RefusingBackend"
    assert not outbox.send(mail_id=emails_to()[0].pk, clock=lambda: SOON)
    own.refresh_from_db()
    assert own.mail_problem == MailProblem.REFUSED
    assert email_confirmation.release_kept_places(at=SOON) == 1
    next_one.refresh_from_db()
    assert next_one.state == "let_in"


def test_place_is_kept_once_a_requested_email_is_sent(tournament, settings):
    settings.EMAIL_BACKEND = f"{__name__}.RefusingBackend"
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    outbox.send(mail_id=emails_to()[0].pk, clock=lambda: SOON)
    email_confirmation.resend_email(application=own, at=SOON)
    own.refresh_from_db()
    assert (own.mail_problem, waiting_list.count_free_places(tournament, at=SOON)) == ("", 0)


class RefusingBackend(EmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused(
            {to: (550, b"nobody") for message in messages for to in message.to}
        )
