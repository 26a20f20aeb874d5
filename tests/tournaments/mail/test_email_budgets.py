from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.crypto import get_random_string

from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import application_data, apply, open_sign_up
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email
from tournaments.accounts.domain import own_account, recovery_links
from tournaments.enums import MailKind, MailProblem
from tournaments.limits import attempts
from tournaments.log.actor import CONSOLE
from tournaments.mail import email_budgets, outbox
from tournaments.models import Application, Mail, Tournament, User
from tournaments.signup.domain import applications, decisions, email_confirmation, partner_requests

pytestmark = pytest.mark.django_db

SOON = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    set_up_email(settings)


def sign_up(tournament: Tournament, number: int, client: str, contact: str = "") -> Application:
    names = (f"Ali {get_random_string(9)}", f"Ece {get_random_string(9)}")
    contact = contact or f"x{number}@t{tournament.pk}.example"
    return apply(tournament, *names, contact=contact, client=client)


def member(name: str) -> User:
    return User.objects.create_user(email=f"{name}@club.example", name=name, password="x")


def flood(tournament: Tournament, *, at=NOW) -> None:
    attacker = sign_up(tournament, 0, "10.0.0.0")
    first_mail = Mail.objects.get(application=attacker)
    Mail.objects.bulk_create(
        Mail(
            key=f"{tournament.pk} {number}",
            kind=MailKind.FIRST,
            application=attacker,
            queued_at=at,
            due_at=at,
            until=first_mail.until,
        )
        for number in range(1, email_budgets.MOST_FOR_TOURNAMENT)
    )


@pytest.mark.slow
def test_client_causes_few_first_emails_over_all_tournaments():
    tournaments = [open_sign_up(confirmation=True) for _number in range(4)]
    entries = [sign_up(tournament, number, "10.0.0.1") for tournament in tournaments for number in range(15)]
    assert Mail.objects.count() == email_budgets.FREE_FOR_CLIENT
    assert {entry.mail_problem for entry in entries[email_budgets.FREE_FOR_CLIENT :]} == {MailProblem.CLIENT}
    assert {entry.state for entry in entries} == {"waiting"}
    assert sign_up(tournaments[0], 99, "10.0.0.2").mail_problem == ""


def test_changes_of_the_email_count_for_the_client():
    entry = apply(open_sign_up(), "Ali Kaya", "Ece Demir", contact=ALI, client="10.0.0.1")
    for number in range(email_budgets.FREE_FOR_CLIENT + 5):
        changed = application_data("Ali Kaya", "Ece Demir", contact=f"x{number}@example.org")
        at = SOON + timedelta(seconds=number)
        applications.change_application(application=entry, data=changed, at=at, client="10.0.0.1")
    assert Mail.objects.filter(kind=MailKind.FIRST).count() == email_budgets.FREE_FOR_CLIENT
    entry.refresh_from_db()
    assert entry.mail_problem == MailProblem.CLIENT
    with pytest.raises(email_confirmation.EmailNotSent):
        email_confirmation.resend_email(application=entry, at=at, client="10.0.0.1")


@pytest.mark.release
def test_spellings_of_one_mailbox_share_its_budget():
    spellings = [f"{name}+{number}@GMail.com" for number in range(5) for name in ("ali.kaya", "AliKaya")]
    entries = [sign_up(open_sign_up(), 0, f"10.0.0.{number}", to) for number, to in enumerate(spellings)]
    assert Mail.objects.count() == email_budgets.FREE_FOR_MAILBOX
    assert entries[-1].mail_problem == MailProblem.RECIPIENT


@pytest.mark.release
def test_refused_mailbox_does_not_count_for_the_client():
    for _time in range(email_budgets.FREE_FOR_CLIENT + email_budgets.FREE_FOR_MAILBOX):
        sign_up(open_sign_up(), 0, "10.0.0.1", ALI)
    assert sign_up(open_sign_up(), 0, "10.0.0.1").mail_problem == ""


def test_flooded_tournament_does_not_block_other_email():
    flooded = open_sign_up(approval=True)
    entry = sign_up(flooded, 0, "10.0.0.2", ALI)
    flood(flooded)
    assert sign_up(flooded, 1, "10.0.0.3").mail_problem == MailProblem.TOURNAMENT
    assert sign_up(open_sign_up(), 2, "10.0.0.4").mail_problem == ""
    decisions.accept(application=entry, by=CONSOLE, at=SOON)
    assert len(emails_to()) == 2
    hour = timedelta(hours=1)
    assert outbox.count_first_mails(at=NOW + hour, within=hour, tournament=flooded) == 0


@pytest.mark.slow
def test_tournament_keeps_its_guaranteed_share_when_others_exhaust_the_site():
    for _number in range(email_budgets.MOST_FOR_SITE // email_budgets.MOST_FOR_TOURNAMENT):
        flood(open_sign_up())
    other_tournament = open_sign_up()
    entries = [
        sign_up(other_tournament, number, f"10.1.0.{number}")
        for number in range(email_budgets.GUARANTEED_SHARE + 1)
    ]
    assert [entry.mail_problem for entry in entries] == [""] * email_budgets.GUARANTEED_SHARE + [
        MailProblem.SITE
    ]


def test_password_link_is_sent_first_during_a_flood_of_sign_ups():
    user = member("ayse")
    flood(open_sign_up())
    recovery_links.request_by_mail(email=user.email, address="10.0.0.9", at=NOW)
    for request_id in recovery_links.pending_requests():
        recovery_links.answer_request(request_id=request_id, at=NOW)
    first, *_others = outbox.due_mail_ids(at=NOW)
    assert Mail.objects.get(pk=first).to == user.email


def test_emails_of_a_clock_that_was_ahead_do_not_count():
    tournament = open_sign_up()
    flood(tournament, at=NOW + timedelta(days=365))
    assert sign_up(tournament, 1, "10.0.0.3").mail_problem == ""


@pytest.mark.slow
def test_repeated_joining_and_leaving_sends_a_limited_number_of_notices():
    tournament = open_sign_up()
    victim = apply(tournament, "Ali Kaya", contact=ALI)
    partner_requests.set_visible(application=victim, visible=True, at=NOW)
    for number in range(email_budgets.FREE_NOTICES):
        partner = apply(tournament, f"Su Ak{number}", contact="0532 111 22 33")
        partner_requests.set_visible(application=partner, visible=True, at=SOON)
        at = SOON + timedelta(seconds=number)
        partner_requests.send_request(application=victim, handle=partner_requests.handle_of(partner), at=at)
        partner_requests.accept_request(application=partner, handle=partner_requests.handle_of(victim), at=at)
        partner.refresh_from_db()
        applications.cancel_application(application=partner, at=at + timedelta(seconds=1))
        victim.refresh_from_db()
    once_let_in = 1
    assert Mail.objects.filter(kind=MailKind.NOTICE).count() == email_budgets.FREE_NOTICES + once_let_in
    assert victim.mail_problem == MailProblem.RECIPIENT


def test_notice_of_a_place_is_sent_although_the_mailbox_had_enough_notices():
    tournament = open_sign_up(capacity=1)
    listed = apply(tournament, "Su Ak", "Can Er")
    waiting = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    while email_budgets.spend_notice(to=ALI, admitted_entry="", at=SOON):
        pass
    applications.cancel_application(application=listed, at=SOON)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.mail_problem) == ("let_in", "")
    assert Mail.objects.filter(kind=MailKind.NOTICE, to=ALI).count() == 1


def test_confirmation_emails_to_one_mailbox_are_limited():
    members = [member(f"member{number}") for number in range(email_budgets.FREE_FOR_MAILBOX + 1)]
    for number, user in enumerate(members[:-1]):
        own_account.change_email(
            user=user, email=f"victim+{number}@example.org", confirmation_link=str, current_key="", at=NOW
        )
    with pytest.raises(attempts.TooManyAttempts):
        own_account.change_email(
            user=members[-1], email="VICTIM@example.org", confirmation_link=str, current_key="", at=NOW
        )
