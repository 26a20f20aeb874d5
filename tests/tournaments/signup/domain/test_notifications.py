from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override

from scoring.people import domain
from scoring.setup.domain import cancellation, erasure
from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import application_data, apply, open_sign_up, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, SITE, emails_to, link_in, set_up_email, subjects
from tournaments.entrants.domain import removed_entrants
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.mail.email_budgets import FREE_FOR_MAILBOX
from tournaments.models import Mail, Player
from tournaments.people.domain.registration import add_person
from tournaments.signup.domain import (
    applications,
    decisions,
    forget_contacts,
    notifications,
    partner_requests,
    waiting_list,
)
from tournaments.signup.domain.application_codes import code_of, format_code, link_code
from tournaments.signup.domain.contact_emails import address_proof

pytestmark = pytest.mark.django_db

SU = "su@example.org"
SOON = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    set_up_email(settings)


def test_first_email_has_the_entry_and_its_link():
    tournament = open_sign_up()
    tournament.venue = "Kulüp lokali"
    tournament.save(update_fields=["venue"])
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=f"0532 111 22 33 {ALI}")
    (mail,) = emails_to()
    assert mail.subject == f"Başvurunuz: {tournament.name}"
    for fact in (tournament.name, tournament.club.name, "Kulüp lokali", "Ali Kaya – Ece Demir"):
        assert fact in mail.text
    assert "Listedesiniz" in mail.text
    assert format_code(code_of(own)) in mail.text
    path = f"/t/{tournament.public_id}/basvuru/c/{link_code(code_of(own))}/{address_proof(own)}/"
    assert link_in(mail) == path
    assert own.mailed_at == NOW


def test_email_is_in_the_applicants_language():
    tournament = open_sign_up(capacity=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    with override("en"):
        apply(tournament, "Su Ak", "Can Er", contact=SU)
    applications.cancel_application(application=first, at=SOON)
    first_mail, up = emails_to(SU)
    assert first_mail.subject.startswith("Your entry")
    assert "You are next on the waiting list." in first_mail.text
    assert up.subject.startswith("You play")
    assert link_in(up).startswith("/en/t/")


@pytest.mark.parametrize("changes", [{"EMAIL_CONFIGURED": False}, {"PUBLIC_ADDRESS": ""}])
def test_site_without_email_queues_none_and_requires_no_confirmation(settings, changes):
    for name, value in changes.items():
        setattr(settings, name, value)
    own = apply(open_sign_up(confirmation=True), "Ali Kaya", "Ece Demir", contact=ALI)
    assert (own.state, own.mailed_at, own.must_confirm) == ("let_in", None, False)
    assert not Mail.objects.exists()


def test_applicant_with_a_phone_gets_no_email():
    own = apply(open_sign_up(confirmation=True), "Ali Kaya", "Ece Demir")
    assert (own.state, own.mailed_at) == ("let_in", None)
    assert not Mail.objects.exists()


def test_form_sent_twice_queues_one_email():
    tournament, key = open_sign_up(), uuid4().hex
    for _time in range(2):
        apply(tournament, "Ali Kaya", "Ece Demir", key=key, contact=ALI)
    assert len(emails_to()) == 1


def test_names_never_become_links_in_an_email():
    apply(open_sign_up(), "Ali www.spam.example", "J.R. http://x.example/y", contact=ALI)
    (mail,) = emails_to()
    body = mail.text.replace(link_in(mail), "").replace(SITE, "")
    assert "www. spam. example" in body
    assert "//" not in body
    assert "spam.example" not in body


def test_decision_is_mailed_once():
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert "Organizatörler başvurunuza bakacak" in emails_to()[0].text
    decisions.accept(application=own, by=CONSOLE, at=SOON)
    with pytest.raises(decisions.DecidedMeanwhile):
        decisions.accept(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Listedesiniz"]


def test_accepted_applicant_without_a_place_gets_a_waiting_email():
    tournament = open_sign_up(approval=True, capacity=1, pairs=1)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    decisions.accept(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Bekleme listesindesiniz"]


def test_applicant_who_goes_from_the_waiting_list_under_review_is_mailed():
    tournament = open_sign_up(capacity=1, pairs=1)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    person = add_person(club=tournament.club, name="Gizli Ad", by=CONSOLE, at=NOW)
    Player.objects.filter(pk=person.pk).update(name="G. A.", full_name="Gizli Ad", shown=NameDisplay.HIDDEN)
    set_terms(tournament, capacity=2)
    own.refresh_from_db()
    assert (own.state, len(emails_to())) == ("asked", 2)
    assert "Organizatörler başvurunuza bakacak" in emails_to()[1].text


def test_refusal_is_mailed_after_some_minutes_unless_taken_back():
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    decisions.refuse(application=own, by=CONSOLE, at=SOON)
    assert emails_to()[1].due_at == SOON + notifications.REFUSAL_DELAY
    decisions.accept(application=own, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Listedesiniz"]


def test_removal_is_mailed_unless_undone_at_once():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert own.entrant is not None
    waiting_list.remove_and_move_up(entrant=own.entrant, by=CONSOLE, at=SOON)
    assert subjects() == ["Başvurunuz", "Listede değilsiniz"]
    back: dict[str, Any] = {"tournament": tournament, "public_id": own.entrant.public_id, "by": CONSOLE}
    removed_entrants.put_back_entrant(**back, at=SOON)
    assert subjects() == ["Başvurunuz"]
    own.refresh_from_db()
    assert own.entrant is not None
    waiting_list.remove_and_move_up(entrant=own.entrant, by=CONSOLE, at=SOON + notifications.REFUSAL_DELAY)
    Mail.objects.filter(subject__startswith="Listede").update(state="sent")
    removed_entrants.put_back_entrant(**back, at=SOON + timedelta(hours=1))
    assert subjects() == ["Başvurunuz", "Listedesiniz"]


def test_own_actions_are_not_mailed():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    applications.change_application(
        application=own, data=application_data("Ali Kaya", "Ece Demir", contact=f"{ALI} 0532"), at=SOON
    )
    assert subjects() == ["Başvurunuz"]
    applications.cancel_application(application=own, at=SOON)
    assert subjects() == []


def test_partner_is_mailed_about_agreement_and_leaving():
    tournament = open_sign_up()
    ali = apply(tournament, "Ali Kaya", contact=ALI)
    su = apply(tournament, "Su Ak", contact=SU)
    for application in (ali, su):
        partner_requests.set_visible(application=application, visible=True, at=NOW)
    partner_requests.send_request(application=ali, handle=partner_requests.handle_of(su), at=NOW)
    partner_requests.accept_request(application=su, handle=partner_requests.handle_of(ali), at=SOON)
    assert (subjects(), subjects(SU)) == (["Başvurunuz", "Listedesiniz"], ["Başvurunuz"])
    assert "Su Ak" not in emails_to()[1].text
    applications.cancel_application(application=su, at=SOON + timedelta(minutes=1))
    assert (subjects()[2:], subjects(SU)) == (["Başvurunuz"], [])
    assert "Eş arıyorsunuz" in emails_to()[2].text


def test_joining_by_organizers_is_mailed_to_both():
    tournament = open_sign_up(capacity=1, pairs=1)
    ali, su = apply(tournament, "Ali Kaya", contact=ALI), apply(tournament, "Su Ak", contact=SU)
    decisions.join_applications(first=ali, second=su, by=CONSOLE, at=SOON)
    assert subjects()[1:] == subjects(SU)[1:] == ["Bekleme listesindesiniz"]


def test_cancellation_and_its_undoing_are_mailed_once_per_address():
    tournament = open_sign_up(capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    apply(tournament, "Can Er", "Gül Su", contact=ALI.upper())
    cancelled = apply(tournament, "Su Ak", "Nil Ay", contact=SU)
    applications.cancel_application(application=cancelled, at=NOW)
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=SOON)
    with pytest.raises(cancellation.CancelledAlready):
        cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=SOON)
    (notice,) = Mail.objects.filter(subject__startswith="İptal")
    assert "Salon kapalı" in notice.text
    cancellation.resume(tournament=tournament, by=CONSOLE, at=SOON)
    assert Mail.objects.filter(subject__startswith="Turnuva yapılıyor").count() == 1
    assert emails_to(SU) == []


def test_erased_tournament_is_mailed_and_drops_other_emails():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    erasure.erase(tournament=tournament, by=CONSOLE, at=SOON)
    (notice,) = emails_to()
    assert notice.subject.startswith("Silindi")
    assert code_of(own) not in notice.text
    assert "Kaya" not in notice.text


def test_deleted_data_is_no_longer_mailed():
    tournament = open_sign_up(forget_days=0)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    forget_contacts.delete_due_contacts(at=NOW + timedelta(days=20))
    assert not Mail.objects.exclude(to="").exists()
    other = open_sign_up()
    apply(other, "Su Ak", "Can Er", contact=SU)
    domain.make_anonymous(player=Player.objects.get(name="Su Ak"), by=CONSOLE, at=SOON)
    assert emails_to(SU) == []


def test_tournament_notices_are_dropped_with_the_contacts():
    tournament = open_sign_up(forget_days=0)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=NOW)
    assert len(emails_to()) == 2
    forget_contacts.delete_due_contacts(at=NOW + timedelta(days=20))
    assert emails_to() == []


def test_changed_site_key_links_to_the_code_form(settings):
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    code = code_of(own)
    settings.SECRET_KEY = "of another laptop, on which a backup was restored"
    decisions.accept(application=own, by=CONSOLE, at=SOON)
    notice = emails_to()[1]
    assert link_in(notice) == f"/t/{tournament.public_id}/basvuru/"
    assert code_of(own) == ""
    assert format_code(code) not in notice.text


def test_changed_address_gets_emails_instead_of_the_old_one():
    own = apply(open_sign_up(), "Ali Kaya", "Ece Demir", contact=ALI)
    applications.change_application(
        application=own, data=application_data("Ali Kaya", "Ece Demir", contact=SU), at=SOON
    )
    assert (emails_to(), subjects(SU)) == ([], ["Başvurunuz"])
    own.refresh_from_db()
    applications.change_application(application=own, data=application_data("Ali Kaya", "Ece Demir"), at=SOON)
    own.refresh_from_db()
    assert (emails_to(SU), own.mailed_at) == ([], None)


@pytest.mark.slow
def test_first_emails_to_an_address_are_limited_per_day():
    tournament = open_sign_up()
    for number in range(40):
        at = NOW + timedelta(minutes=30 * number)
        apply(tournament, f"Ali Er{number}", f"Ece Öz{number}", contact=ALI.title(), at=at)
    assert FREE_FOR_MAILBOX <= Mail.objects.count() <= FREE_FOR_MAILBOX + 5
    cancellation.cancel(tournament=tournament, reason="Salon kapalı", by=CONSOLE, at=at)
    assert Mail.objects.filter(subject__startswith="İptal").count() == 1
