"""Confirming, deciding and signing up by mail at once, on real locks: one mail for each event."""

from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW
from tests.faults.test_races import at_once
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email, subjects
from tournaments.log.actor import CONSOLE
from tournaments.mail.budgets import FREE_FOR_MAILBOX
from tournaments.models import Application, Mail
from tournaments.signup.domain import decisions, email_confirmation
from tournaments.signup.domain.contact_emails import proof_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def house(settings) -> None:
    set_up_email(settings)


def test_of_those_who_confirm_at_once_as_many_are_let_in_as_there_are_places():
    tournament = open_sign_up(capacity=3, confirmation=True)
    people = [
        apply(tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=f"x{number}@example.org")
        for number in range(6)
    ]
    confirm = [
        partial(email_confirmation.confirm, application=one, proof=proof_of(one), at=NOW) for one in people
    ]
    at_once(*confirm, *confirm)
    states = [Application.objects.get(pk=one.pk).state for one in people]
    assert states == ["let_in"] * 3 + ["waiting"] * 3
    assert tournament.log.filter(action="application_confirmed").count() == 6


def test_two_organizers_who_let_somebody_in_have_one_mail_put():
    own = apply(open_sign_up(approval=True), "Ali Kaya", "Ece Demir", contact=ALI)
    outcomes = at_once(*[partial(decisions.accept, application=own, by=CONSOLE, at=NOW)] * 2)
    assert sum(isinstance(one, decisions.DecidedMeanwhile) for one in outcomes) == 1
    assert subjects() == ["Başvurunuz", "Oynuyorsunuz"]


def test_many_who_type_one_address_at_once_have_few_mails_put():
    tournament = open_sign_up()
    at_once(
        *(
            partial(apply, tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=ALI)
            for number in range(9)
        )
    )
    assert (tournament.entrants.count(), len(emails_to())) == (9, FREE_FOR_MAILBOX)
    assert Application.objects.filter(mailed_at__isnull=False).count() == FREE_FOR_MAILBOX


def test_two_clubs_that_write_to_the_same_addresses_wait_for_each_other_and_no_longer():
    tournaments = [open_sign_up(), open_sign_up()]
    contacts = ["a@example.org", "b@example.org"]
    at_once(
        *(
            partial(apply, one, f"Ali Er{number}", f"Ece Öz{number}", contact=contact)
            for one in tournaments
            for number, contact in enumerate(contacts)
        )
    )
    assert Mail.objects.count() == 4
