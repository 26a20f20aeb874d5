"""Who signed up by mail is written to: once for each thing that others did, and not often by strangers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override

from scoring.people.domain import anonymization
from scoring.setup.domain import cancellation, erasure
from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import apply, asked, open_to_all
from tests.tournaments.signup.domain.mailbox import ALI, HOUSE, link_in, mails, send_mail, subjects
from tournaments.entrants.domain.entry_list import Entry
from tournaments.log.actor import CONSOLE
from tournaments.mail.budgets import FREE_FOR_MAILBOX
from tournaments.models import Mail, Player
from tournaments.signup.domain import (
    applications,
    decisions,
    forget_contacts,
    notifications,
    partner_requests,
    waiting_list,
)
from tournaments.signup.domain.application_codes import code_of, link_code, spaced
from tournaments.signup.domain.contact_emails import proof_of

pytestmark = pytest.mark.django_db

SU = "su@example.org"
SOON = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def house(settings) -> None:
    send_mail(settings)


def test_the_first_mail_says_what_was_signed_up_and_leads_back_to_it():
    tournament = open_to_all()
    tournament.venue = "Kulüp lokali"
    tournament.save(update_fields=["venue"])
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=f"0532 111 22 33 {ALI}")
    (mail,) = mails()
    assert mail.subject == f"Başvurunuz: {tournament.name}"
    for told in (tournament.name, tournament.club.name, "Kulüp lokali", "Ali Kaya – Ece Demir"):
        assert told in mail.text
    assert "Listedesiniz" in mail.text
    assert spaced(code_of(own)) in mail.text
    path = f"/t/{tournament.public_id}/basvuru/c/{link_code(code_of(own))}/{proof_of(own)}/"
    assert link_in(mail) == path
    assert own.mailed_at == NOW


def test_it_is_in_the_language_of_who_signed_up_whoever_lets_him_in():
    tournament = open_to_all(capacity=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    with override("en"):
        apply(tournament, "Su Ak", "Can Er", contact=SU)
    applications.cancel(application=first, at=SOON)
    told, up = mails(SU)
    assert told.subject.startswith("Your entry")
    assert "You are on the waiting list, and the next." in told.text
    assert up.subject.startswith("You play")
    assert link_in(up).startswith("/en/t/")


@pytest.mark.parametrize("changes", [{"MAIL_IS_SET_UP": False}, {"PUBLIC_ADDRESS": ""}])
def test_a_house_that_sends_no_mail_puts_none_and_keeps_nobody_waiting(settings, changes):
    for name, value in changes.items():
        setattr(settings, name, value)
    own = apply(open_to_all(confirmation=True), "Ali Kaya", "Ece Demir", contact=ALI)
    assert (own.state, own.mailed_at, own.must_confirm) == ("let_in", None, False)
    assert not Mail.objects.exists()


def test_who_gives_a_phone_is_not_written_to():
    own = apply(open_to_all(confirmation=True), "Ali Kaya", "Ece Demir")
    assert (own.state, own.mailed_at) == ("let_in", None)
    assert not Mail.objects.exists()


def test_a_form_that_comes_twice_is_one_mail():
    tournament, key = open_to_all(), uuid4().hex
    for _time in range(2):
        apply(tournament, "Ali Kaya", "Ece Demir", key=key, contact=ALI)
    assert len(mails()) == 1


def test_names_that_look_like_links_are_none_in_the_mail():
    apply(open_to_all(), "Ali www.spam.example", "J.R. http://x.example/y", contact=ALI)
    (mail,) = mails()
    told = mail.text.replace(link_in(mail), "").replace(HOUSE, "")
    assert "www. spam. example" in told
    assert "//" not in told
    assert "spam.example" not in told


def test_what_organizers_decide_is_mailed_once():
    tournament = open_to_all(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert "Organizatörler başvurunuza bakacak" in mails()[0].text
    decisions.let_in(application=own, by=CONSOLE, at=SOON)
    with pytest.raises(decisions.DecidedMeanwhile):
        decisions.let_in(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Oynuyorsunuz"]


def test_who_is_taken_but_has_no_place_is_told_that_he_waits():
    tournament = open_to_all(approval=True, capacity=1, pairs=1)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    decisions.let_in(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Bekleme listesindesiniz"]


def test_a_refusal_is_mailed_after_some_minutes_and_never_if_it_is_taken_back_before():
    tournament = open_to_all(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    decisions.refuse(application=own, by=CONSOLE, at=SOON)
    assert mails()[1].due_at == SOON + notifications.TO_TAKE_BACK
    decisions.let_in(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Oynuyorsunuz"]


def test_who_is_taken_off_the_list_is_told_unless_he_is_put_back_at_once():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert own.entrant is not None
    waiting_list.take_off(entrant=own.entrant, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Listede değilsiniz"]
    entry = Entry("Kaya – Demir", ("Ali Kaya", "Ece Demir"))
    back: dict[str, Any] = {
        "tournament": tournament,
        "entry": entry,
        "application": own.public_id,
        "by": CONSOLE,
    }
    waiting_list.put_back(**back, at=SOON)
    assert subjects() == ["Başvurunuz"]
    own.refresh_from_db()
    assert own.entrant is not None
    waiting_list.take_off(entrant=own.entrant, by=CONSOLE, at=SOON + notifications.TO_TAKE_BACK)
    Mail.objects.filter(subject__startswith="Listede").update(state="sent")
    waiting_list.put_back(**back, at=SOON + timedelta(hours=1))
    assert subjects() == ["Başvurunuz", "Oynuyorsunuz"]


def test_nobody_is_told_what_he_did_himself():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    applications.change(application=own, asked=asked("Ali Kaya", "Ece Demir", contact=f"{ALI} 0532"), at=SOON)
    assert subjects() == ["Başvurunuz"]
    applications.cancel(application=own, at=SOON)
    assert subjects() == []


def test_who_agreed_tells_the_other_and_who_leaves_does_too():
    tournament = open_to_all()
    ali = apply(tournament, "Ali Kaya", contact=ALI)
    su = apply(tournament, "Su Ak", contact=SU)
    for one in (ali, su):
        partner_requests.be_seen(application=one, seen=True, at=NOW)
    partner_requests.ask(application=ali, handle=partner_requests.handle_of(su), at=NOW)
    partner_requests.accept(application=su, handle=partner_requests.handle_of(ali), at=SOON)
    assert (subjects(), subjects(SU)) == (["Başvurunuz", "Oynuyorsunuz"], ["Başvurunuz"])
    assert "Su Ak" not in mails()[1].text
    applications.cancel(application=su, at=SOON + timedelta(minutes=1))
    assert (subjects()[2:], subjects(SU)) == (["Başvurunuz"], [])
    assert "Eş arıyorsunuz" in mails()[2].text


def test_organizers_who_join_two_tell_both():
    tournament = open_to_all(capacity=1, pairs=1)
    ali, su = apply(tournament, "Ali Kaya", contact=ALI), apply(tournament, "Su Ak", contact=SU)
    decisions.join(first=ali, second=su, by=CONSOLE, at=SOON)
    assert subjects()[1:] == subjects(SU)[1:] == ["Bekleme listesindesiniz"]


def test_a_tournament_that_is_cancelled_and_taken_up_again_tells_each_address_once():
    tournament = open_to_all(capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    apply(tournament, "Can Er", "Gül Su", contact=ALI.upper())
    gone = apply(tournament, "Su Ak", "Nil Ay", contact=SU)
    applications.cancel(application=gone, at=NOW)
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=SOON)
    with pytest.raises(cancellation.CancelledAlready):
        cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=SOON)
    (told,) = Mail.objects.filter(subject__startswith="İptal")
    assert "Salon kapalı" in told.text
    cancellation.take_up(tournament=tournament, by=CONSOLE, at=SOON)
    assert Mail.objects.filter(subject__startswith="Turnuva yapılıyor").count() == 1
    assert mails(SU) == []


def test_an_erased_tournament_is_told_of_and_leaves_no_other_mail():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    erasure.erase(tournament=tournament, by=CONSOLE, at=SOON)
    (told,) = mails()
    assert told.subject.startswith("Silindi")
    assert code_of(own) not in told.text
    assert "Kaya" not in told.text


def test_what_is_forgotten_is_not_mailed_any_more():
    tournament = open_to_all(forget_days=0)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    forget_contacts.forget_due(at=NOW + timedelta(days=20))
    assert not Mail.objects.exclude(to="").exists()
    other = open_to_all()
    apply(other, "Su Ak", "Can Er", contact=SU)
    anonymization.make_anonymous(player=Player.objects.get(name="Su Ak"), by=CONSOLE, at=SOON)
    assert mails(SU) == []


def test_what_became_of_a_tournament_is_forgotten_with_the_contacts():
    tournament = open_to_all(forget_days=0)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=NOW)
    assert len(mails()) == 2
    forget_contacts.forget_due(at=NOW + timedelta(days=20))
    assert mails() == []


def test_a_house_with_another_key_leads_to_where_the_code_is_typed(settings):
    tournament = open_to_all(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    code = code_of(own)
    settings.SECRET_KEY = "of another laptop, on which a backup was restored"
    decisions.let_in(application=own, by=CONSOLE, at=SOON)
    told = mails()[1]
    assert link_in(told) == f"/t/{tournament.public_id}/basvuru/"
    assert code_of(own) == ""
    assert spaced(code) not in told.text


def test_another_address_is_written_to_and_the_old_one_no_more():
    own = apply(open_to_all(), "Ali Kaya", "Ece Demir", contact=ALI)
    applications.change(application=own, asked=asked("Ali Kaya", "Ece Demir", contact=SU), at=SOON)
    assert (mails(), subjects(SU)) == ([], ["Başvurunuz"])
    own.refresh_from_db()
    applications.change(application=own, asked=asked("Ali Kaya", "Ece Demir"), at=SOON)
    own.refresh_from_db()
    assert (mails(SU), own.mailed_at) == ([], None)


def test_strangers_can_have_an_address_written_to_a_few_times_a_day_only():
    tournament = open_to_all()
    for number in range(40):
        at = NOW + timedelta(minutes=30 * number)
        apply(tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=ALI.title(), at=at)
    assert FREE_FOR_MAILBOX <= Mail.objects.count() <= FREE_FOR_MAILBOX + 5
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=at)
    assert Mail.objects.filter(subject__startswith="İptal").count() == 1
