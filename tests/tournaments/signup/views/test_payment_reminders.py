from __future__ import annotations

import pytest
from django.urls import reverse

from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, set_up_email, subjects
from tests.tournaments.signup.views.conftest import address
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def charged(tournament: Tournament, settings) -> Tournament:
    set_up_email(settings)
    set_terms(tournament, fee="300 TL, at the door")
    return tournament


def shown(response) -> str:
    return response.content.decode()


def test_desk_leads_to_the_reminder_while_somebody_is_unpaid(organizer_client, charged):
    link = 'data-test="remind-unpaid"'
    assert link not in shown(organizer_client.get(address("sign_ups", charged)))
    own = apply(charged, "Ali Kaya", "Ece Demir", contact=ALI)
    page = shown(organizer_client.get(address("sign_ups", charged)))
    assert (link in page, address("remind_unpaid", charged) in page) == (True, True)
    organizer_client.post(address("decide_sign_up", charged, own.public_id), {"action": "paid"})
    assert link not in shown(organizer_client.get(address("sign_ups", charged)))


def test_preview_has_recipients_and_text_and_sends_nothing(organizer_client, charged):
    apply(charged, "Ali Kaya", "Ece Demir", contact=ALI)
    page = organizer_client.get(address("remind_unpaid", charged))
    assert [recipient.player_1 for recipient in page.context["recipients"]] == ["Ali Kaya"]
    preview = shown(page).split('data-test="preview"')[1].split("<form")[0]
    assert "300 TL, at the door" in preview
    assert "http" not in preview
    assert len(subjects()) == 1


def test_second_post_sends_nothing_more_and_says_so(organizer_client, charged):
    apply(charged, "Ali Kaya", "Ece Demir", contact=ALI)
    first = organizer_client.post(address("remind_unpaid", charged), follow=True)
    assert (message_levels(first), len(subjects())) == (["success"], 2)
    second = organizer_client.post(address("remind_unpaid", charged))
    assert (second.status_code, second.context["refusal"].code) == (422, "nobody_to_remind")
    assert len(subjects()) == 2
    assert 'data-test="reminded"' in shown(second)
    assert 'data-test="send-reminders"' not in shown(second)


def test_people_without_email_are_offered_by_whatsapp(organizer_client, charged):
    apply(charged, "Ali Kaya", "Ece Demir", contact="0532 111 22 33")
    apply(charged, "Su Ak", "Can Er", contact="+49 170 1234567")
    apply(charged, "Nil Tan", "Oya Us", contact="0212 111 22 33")
    page = organizer_client.get(address("remind_unpaid", charged))
    people = page.context["without_email"]
    assert [person.names for person in people] == [
        "Ali Kaya – Ece Demir",
        "Su Ak – Can Er",
        "Nil Tan – Oya Us",
    ]
    chats = [person.whatsapp.partition("?text=")[0] for person in people]
    assert chats == ["https://wa.me/905321112233", "https://wa.me/491701234567", "https://wa.me/"]
    assert "300%20TL" in people[0].whatsapp
    assert 'data-test="send-reminders"' not in shown(page)


def test_site_without_email_says_so_and_offers_whatsapp(organizer_client, charged, settings):
    apply(charged, "Ali Kaya", "Ece Demir", contact=ALI)
    settings.EMAIL_CONFIGURED = False
    page = shown(organizer_client.get(address("remind_unpaid", charged)))
    assert [
        f'data-test="{part}"' in page for part in ("no-email-set-up", "without-email", "send-reminders")
    ] == [
        True,
        True,
        False,
    ]


def test_log_shows_how_many_emails_went_out(organizer_client, charged):
    apply(charged, "Ali Kaya", "Ece Demir", contact=ALI)
    organizer_client.post(address("remind_unpaid", charged))
    page = shown(organizer_client.get(reverse("scoring:log", args=[charged.public_id])))
    assert "Gönderilen e-posta: 1" in page


def test_other_methods_are_refused(organizer_client, charged):
    assert organizer_client.put(address("remind_unpaid", charged)).status_code == 405
