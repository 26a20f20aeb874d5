from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW
from tests.faults.test_races import at_once
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email, subjects
from tournaments.log.actor import CONSOLE
from tournaments.mail.email_budgets import FREE_FOR_MAILBOX
from tournaments.models import Application, Mail
from tournaments.signup.domain import decisions, email_confirmation, payment_reminders
from tournaments.signup.domain.contact_emails import address_proof

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    set_up_email(settings)


def test_concurrent_confirmations_fill_exactly_the_places():
    tournament = open_sign_up(capacity=3, confirmation=True)
    people = [
        apply(tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=f"x{number}@example.org")
        for number in range(6)
    ]
    confirm = [
        partial(email_confirmation.confirm, application=person, proof=address_proof(person), at=NOW)
        for person in people
    ]
    at_once(*confirm, *confirm)
    states = [Application.objects.get(pk=person.pk).state for person in people]
    assert states == ["let_in"] * 3 + ["waiting"] * 3
    assert tournament.log.filter(action="application_confirmed").count() == 6


def test_concurrent_acceptances_queue_one_email():
    own = apply(open_sign_up(approval=True), "Ali Kaya", "Ece Demir", contact=ALI)
    outcomes = at_once(*[partial(decisions.accept, application=own, by=CONSOLE, at=NOW)] * 2)
    assert sum(isinstance(outcome, decisions.DecidedMeanwhile) for outcome in outcomes) == 1
    assert subjects() == ["Başvurunuz", "Listedesiniz"]


def test_concurrent_reminders_queue_one_email_for_each_entry():
    tournament = open_sign_up(fee="300 TL")
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    outcomes = at_once(
        *[partial(payment_reminders.remind_unpaid, tournament=tournament, by=CONSOLE, at=NOW)] * 2
    )
    assert sum(isinstance(outcome, payment_reminders.NobodyToRemind) for outcome in outcomes) == 1
    assert subjects() == ["Başvurunuz", "Katılım ücreti ödenmedi"]


def test_many_concurrent_sign_ups_with_one_address_queue_few_emails():
    tournament = open_sign_up()
    at_once(
        *(
            partial(apply, tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=ALI)
            for number in range(9)
        )
    )
    assert (tournament.entrants.count(), len(emails_to())) == (9, FREE_FOR_MAILBOX)
    assert Application.objects.filter(mailed_at__isnull=False).count() == FREE_FOR_MAILBOX


def test_emails_of_two_clubs_to_the_same_addresses_do_not_deadlock():
    tournaments = [open_sign_up(), open_sign_up()]
    contacts = ["a@example.org", "b@example.org"]
    at_once(
        *(
            partial(apply, tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=contact)
            for tournament in tournaments
            for number, contact in enumerate(contacts)
        )
    )
    assert Mail.objects.count() == 4
