from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import NOW, open_tournament
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, link_in, set_up_email
from tests.tournaments.signup.views.conftest import TYPED, address, shown_state
from tournaments import tasks
from tournaments.limits import attempts, guess_limits
from tournaments.mail import email_budgets
from tournaments.models import Application, Mail, Tournament
from tournaments.signup.domain import applications
from tournaments.signup.domain.application_codes import code_of, link_code
from tournaments.signup.domain.contact_emails import address_proof

pytestmark = pytest.mark.django_db

BY_MAIL = {**TYPED, "contact": ALI}


@pytest.fixture
def email_settings(settings) -> None:
    set_up_email(settings)


@pytest.fixture
def confirming_tournament(email_settings, tournament) -> Tournament:
    set_terms(tournament, confirmation=True)
    return tournament


def text(answer) -> str:
    return answer.content.decode()


def link_of(own: Application, proof: str = "") -> str:
    return address("confirm_sign_up", own.tournament, link_code(code_of(own)), proof or address_proof(own))


def test_applicant_sees_the_address_that_gets_emails(email_settings, applicant_client, tournament):
    page = applicant_client.post(address("sign_up", tournament), BY_MAIL, follow=True)
    assert (page.context["address"], page.context["application"].mailed_at is not None) == (ALI, True)
    _before, _mailed, email_state = text(page).partition('id="mailed"')
    assert ALI in email_state.partition("</p>")[0]
    assert len(emails_to()) == 1


def test_applicant_with_a_phone_sees_nothing_about_emails(email_settings, applicant_client, tournament):
    page = text(applicant_client.post(address("sign_up", tournament), TYPED, follow=True))
    assert 'id="mailed"' not in page


def test_site_without_email_mentions_none(applicant_client, organizer_client, tournament):
    set_terms(tournament, confirmation=True)
    pages = [text(applicant_client.get(address("sign_up", tournament)))]
    pages += [text(applicant_client.post(address("sign_up", tournament), BY_MAIL, follow=True))]
    pages += [text(organizer_client.get(address("sign_up_terms", tournament)))]
    assert shown_state(pages[1]) == "listed"
    for page in pages:
        assert 'id="mailed"' not in page
        assert "confirmation" not in page


def test_terms_saved_without_email_keep_the_confirmation_setting(organizer_client, tournament):
    set_terms(tournament, confirmation=True)
    organizer_client.post(
        address("sign_up_terms", tournament), {"is_open": "on", "forget_days": 30, "fee": "5 lira"}
    )
    tournament.sign_up.refresh_from_db()
    assert (tournament.sign_up.confirmation, tournament.sign_up.fee) == (True, "5 lira")


def test_organizers_require_confirmation(email_settings, organizer_client, applicant_client, tournament):
    assert 'name="confirmation"' in text(organizer_client.get(address("sign_up_terms", tournament)))
    form_values = {"is_open": "on", "forget_days": 30, "confirmation": "on"}
    organizer_client.post(address("sign_up_terms", tournament), form_values)
    tournament.sign_up.refresh_from_db()
    assert tournament.sign_up.confirmation
    assert 'data-test="confirmation-required"' in text(applicant_client.get(address("sign_up", tournament)))


def test_only_the_button_confirms_the_address(applicant_client, confirming_tournament):
    applicant_client.post(address("sign_up", confirming_tournament), BY_MAIL)
    own_page = address("own_sign_up", confirming_tournament)
    assert shown_state(text(applicant_client.get(own_page))) == "unconfirmed"
    link = link_in(emails_to()[0])
    reader = Client()
    page = reader.get(link)
    assert (page.status_code, page.context["address"]) == (200, ALI)
    assert reader.head(link).status_code == 200
    assert Application.objects.get().must_confirm
    assert list(reader.cookies) == ["csrftoken"]
    response = reader.post(link)
    assert (response.status_code, response.headers["Location"]) == (303, own_page)
    assert shown_state(text(reader.get(own_page))) == "listed"
    second_response = reader.post(link)
    assert second_response.status_code == 303
    own = Application.objects.get()
    assert (own.state, own.must_confirm) == ("let_in", False)
    assert 'data-test="email-confirmed"' in text(applicant_client.get(own_page))


def test_code_on_the_screen_does_not_confirm(applicant_client, confirming_tournament):
    applicant_client.post(address("sign_up", confirming_tournament), BY_MAIL)
    own = Application.objects.get()
    response = applicant_client.post(link_of(own, "A" * 20), follow=True)
    assert shown_state(text(response)) == "unconfirmed"
    applicant_client.get(address("open_sign_up", confirming_tournament, code_of(own)))
    assert Application.objects.get().must_confirm


def test_old_link_opens_the_entry_and_wrong_code_does_not(applicant_client, confirming_tournament):
    own = apply(confirming_tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    link = link_of(own)
    applications.cancel_application(application=own, at=NOW)
    assert shown_state(text(applicant_client.get(link, follow=True))) == "cancelled"
    nowhere = address("confirm_sign_up", confirming_tournament, "ACDEFACDEF", address_proof(own))
    assert applicant_client.get(nowhere).status_code == applicant_client.post(nowhere).status_code == 404


def test_rate_limited_phone_still_opens_the_mailed_link(applicant_client, confirming_tournament):
    applicant_client.get(address("sign_up", confirming_tournament))
    nowhere = address("confirm_sign_up", confirming_tournament, "ACDEFACDEF", "A" * 20)
    responses = [
        applicant_client.get(nowhere).status_code for _try in range(guess_limits.FREE_PER_DEVICE + 1)
    ]
    assert responses == [404] * guess_limits.FREE_PER_DEVICE + [429]
    own = apply(confirming_tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    assert applicant_client.get(link_of(own)).status_code == 200
    assert applicant_client.get(nowhere).headers["Retry-After"] == str(attempts.FIRST_WAIT.seconds)


def test_code_of_another_tournament_is_not_found(applicant_client, confirming_tournament, club):
    own = apply(confirming_tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    other = open_tournament(club=club)
    elsewhere = address("confirm_sign_up", other, code_of(own), address_proof(own))
    assert applicant_client.post(elsewhere).status_code == 404
    assert Application.objects.get().must_confirm


def test_email_is_resent_but_not_at_once(email_settings, applicant_client, tournament):
    applicant_client.post(address("sign_up", tournament), BY_MAIL)
    response = applicant_client.post(address("resend_sign_up_email", tournament))
    assert (response.status_code, response.context["refusal"].code) == (422, "sign_up_email_just_sent")
    Application.objects.update(mailed_at=timezone.now() - timedelta(minutes=6))
    second_response = applicant_client.post(address("resend_sign_up_email", tournament), follow=True)
    assert message_levels(second_response) == ["success"]
    assert len(emails_to()) == 2


@pytest.mark.parametrize("method", ["get", "post"])
def test_resending_needs_a_code(email_settings, tournament, method):
    response = getattr(Client(), method)(address("resend_sign_up_email", tournament))
    assert response.headers["Location"] == address("own_sign_up", tournament)
    assert not emails_to()


def test_organizers_see_confirmation_and_accept_without_it(organizer_client, confirming_tournament):
    own = apply(confirming_tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    page = text(organizer_client.get(address("sign_ups", confirming_tournament)))
    assert 'id="rows-unconfirmed"' in page
    assert 'value="let_in"' in page
    organizer_client.post(
        address("decide_sign_up", confirming_tournament, own.public_id), {"action": "let_in"}
    )
    own.refresh_from_db()
    assert own.state == "let_in"
    Application.objects.update(confirmed_at=NOW)
    page = text(organizer_client.get(address("sign_ups", confirming_tournament)))
    assert 'data-test="email-confirmed"' in page
    assert 'id="rows-unconfirmed"' not in page


@pytest.mark.slow
def test_applicant_without_an_email_sees_the_reason_and_the_code(
    email_settings, tournament, applicant_client
):
    set_terms(tournament, confirmation=True)
    for number in range(email_budgets.FREE_FOR_CLIENT):
        typed = {**BY_MAIL, "player_1": f"Su Ak{number}", "player_2": f"Nil Ay{number}"}
        contact = f"x{number}@example.org"
        assert Client().post(address("sign_up", tournament), {**typed, "contact": contact}).status_code == 303
    response = applicant_client.post(address("sign_up", tournament), BY_MAIL, follow=True)
    own = response.context["application"]
    assert (own.players, own.state) == (("Ali Kaya", "Ece Demir"), "waiting")
    page = text(response)
    assert 'data-problem="client"' in page
    assert 'data-test="no-place-kept"' in page
    assert f"/c/{link_code(code_of(own))}/" in page
    response = applicant_client.post(address("resend_sign_up_email", tournament))
    assert (response.status_code, response.context["refusal"].code) == (422, "sign_up_email_not_sent")
    typed = {**TYPED, "contact": "y@example.org"}
    applicant_client.post(address("own_sign_up", tournament), typed)
    assert 'data-problem="client"' in text(applicant_client.get(address("own_sign_up", tournament)))
    assert emails_to("y@example.org") == []


def test_organizers_see_unsent_emails_with_the_reason(email_settings, tournament, organizer_client):
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    Mail.objects.filter(application=own).update(
        to="ali@" + "ü" * 70 + ".org", until=timezone.now() + timedelta(1)
    )
    assert not tasks.send_mail(Mail.objects.get().pk)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert 'data-test="mail-problem" data-problem="address"' in page


@pytest.mark.parametrize("contact", ["ışık@example.org", '"ali"@example.org', "0532 111 22 33 ali@b..x.org"])
def test_unmailable_address_is_rejected_by_the_form(tournament, applicant_client, contact):
    response = applicant_client.post(address("sign_up", tournament), {**TYPED, "contact": contact})
    assert response.context["form"].errors.as_data()["contact"][0].code == "not_mailable"


@pytest.mark.release
@pytest.mark.parametrize("contact", ["İSMAİL@GMAİL.COM", "0532 111 22 33 ısmaıl@gmaıl.com"])
def test_turkish_i_of_an_email_becomes_i(email_settings, tournament, applicant_client, contact):
    applicant_client.post(address("sign_up", tournament), {**TYPED, "contact": contact})
    assert [mail.to for mail in Mail.objects.all()] == ["ismail@gmail.com"]
