from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.utils.translation import override

from tests.factories import NOW, enter_pairs
from tests.tournaments.signup.domain.applicants import apply, open_sign_up, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, link_in, set_up_email, subjects
from tournaments.draws.domain import draw
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.log.actor import CONSOLE
from tournaments.mail import outbox
from tournaments.models import Application, Mail, Tournament
from tournaments.signup.domain import decisions, notifications
from tournaments.signup.domain.payment_reminders import NobodyToRemind, read_unpaid, remind_unpaid

pytestmark = pytest.mark.django_db

SU = "su@example.org"
SOON = NOW + timedelta(minutes=1)
LATER = SOON + notifications.REMINDER_INTERVAL


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    set_up_email(settings)


@pytest.fixture
def tournament() -> Tournament:
    return open_sign_up(fee="300 TL, at the door")


def remind(tournament: Tournament, at: datetime = SOON) -> int:
    return remind_unpaid(tournament=tournament, by=CONSOLE, at=at)


def names_in(applications: list[Application]) -> list[str]:
    return [application.player_1 for application in applications]


def test_unpaid_entrant_gets_fee_and_link_in_their_language(tournament):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    with override("en"):
        apply(tournament, "Su Ak", "Can Er", contact=SU)
    assert remind(tournament) == 2
    assert [subject for (_first, subject) in (subjects(), subjects(SU))] == [
        "Katılım ücreti ödenmedi",
        "Fee not paid yet",
    ]
    mail = emails_to(SU)[1]
    assert "300 TL, at the door" in mail.text
    assert "Su Ak – Can Er" in mail.text
    assert link_in(mail).startswith(f"/en/t/{tournament.public_id}/")
    (row,) = tournament.log.filter(action="unpaid_reminded")
    assert json.loads(row.after) == {"emails": 2}


def test_paid_waiting_refused_and_manual_entries_are_not_reminded(tournament):
    set_terms(tournament, fee="300 TL", capacity=3)
    enter_pairs(tournament, 1)
    paid = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    decisions.mark_paid(application=paid, paid=True, by=CONSOLE, at=NOW)
    unpaid = apply(tournament, "Su Ak", "Can Er", contact=SU)
    apply(tournament, "Nil Ay", "Gül Su", contact="nil@example.org")
    decisions.refuse(
        application=apply(tournament, "Oya Us", "Eda Us", contact="oya@example.org"), by=CONSOLE, at=NOW
    )
    assert read_unpaid(tournament, at=SOON).to_email == [unpaid]


def test_entry_is_reminded_once_within_the_interval(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    remind(tournament)
    for at in (SOON, LATER - timedelta(minutes=1)):
        with pytest.raises(NobodyToRemind):
            remind(tournament, at)
    assert read_unpaid(tournament, at=SOON).reminded == [own]
    assert remind(tournament, LATER) == 1
    assert len(subjects()) == 3
    assert tournament.log.filter(action="unpaid_reminded").count() == 2


def test_both_partners_are_reminded_but_one_address_once(tournament):
    first, second = (
        apply(tournament, name, contact=mail) for name, mail in (("Ali Kaya", ALI), ("Su Ak", SU))
    )
    third, fourth = (apply(tournament, name, contact="both@example.org") for name in ("Nil Tan", "Oya Us"))
    for pair in ((first, second), (third, fourth)):
        decisions.join_applications(first=pair[0], second=pair[1], by=CONSOLE, at=NOW)
    assert names_in(read_unpaid(tournament, at=SOON).to_email) == ["Ali Kaya", "Su Ak", "Nil Tan"]


def test_payment_withdraws_a_reminder_that_was_not_sent_yet(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    remind(tournament)
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=SOON)
    assert not [subject for subject in subjects() if "ücret" in subject]
    decisions.mark_paid(application=own, paid=False, by=CONSOLE, at=SOON)
    assert read_unpaid(tournament, at=SOON).to_email == [own]


def test_several_payments_withdraw_their_reminders_and_undo_makes_them_unpaid(tournament):
    own = [
        apply(tournament, name, partner, contact=mail)
        for name, partner, mail in (("Ali Kaya", "Ece Demir", ALI), ("Su Ak", "Can Er", SU))
    ]
    remind(tournament)
    marked = decisions.mark_several_paid(tournament=tournament, applications=own, by=CONSOLE, at=SOON)
    assert (marked, [subject for subject in subjects() if "ücret" in subject]) == (own, [])
    assert decisions.undo_payments(tournament=tournament, paid_at=SOON, by=CONSOLE, at=SOON) == own
    assert read_unpaid(tournament, at=SOON).to_email == own


def test_entries_without_email_are_listed_apart(tournament, settings):
    with_phone = apply(tournament, "Ali Kaya", "Ece Demir")
    mailed = apply(tournament, "Su Ak", "Can Er", contact=SU)
    assert read_unpaid(tournament, at=SOON).without_email == [with_phone]
    settings.EMAIL_CONFIGURED = False
    assert read_unpaid(tournament, at=SOON).without_email == [with_phone, mailed]
    with pytest.raises(NobodyToRemind):
        remind(tournament)


def test_nobody_is_reminded_without_a_fee_or_after_the_draw(tournament):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    set_terms(tournament)
    with pytest.raises(NobodyToRemind):
        remind(tournament)
    set_terms(tournament, fee="300 TL")
    enter_pairs(tournament, 3)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    with pytest.raises(EntriesClosed):
        remind(tournament)
    assert len(subjects()) == 1


def test_reminders_cost_the_same_number_of_queries_to_read_for_many(tournament, django_assert_num_queries):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    with django_assert_num_queries(3):
        read_unpaid(tournament, at=SOON)
    for letter in "abcd":
        apply(tournament, f"Su Ak{letter}", f"Can Er{letter}", contact=f"{letter}@example.org")
    with django_assert_num_queries(3):
        read_unpaid(tournament, at=SOON)


def test_reminder_is_withdrawn_with_other_emails_of_an_erased_tournament(tournament):
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    remind(tournament)
    notifications.drop_application_emails(tournament)
    assert not Mail.objects.filter(state="waiting").exists()
    assert outbox.due_mail_ids(at=SOON) == []
