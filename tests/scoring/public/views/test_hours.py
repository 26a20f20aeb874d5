from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from scoring.queries.tournament_context import read_tournament_context
from scoring.sharing.cards.card_texts import tournament_card
from tests.factories import MembershipFactory, open_tournament
from tests.languages import english
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 21)
HOURS = "19:00–23:00, doors open at 18:30"
ANNOUNCING_PAGES = (
    "scoring:tournament",
    "scoring:tournaments",
    "scoring:tv",
    "scoring:share_texts",
    "tournaments:sign_up",
    "tournaments:sign_up_poster",
    "tournaments:setup",
    "tournaments:dashboard",
)


@pytest.fixture
def tournament() -> Tournament:
    tournament = open_tournament(
        first_day=DAY, last_day=DAY, begins=time(19), ends=time(23), doors=time(18, 30)
    )
    set_terms(tournament)
    return tournament


@pytest.mark.release
@pytest.mark.parametrize("name", ANNOUNCING_PAGES)
def test_page_that_announces_a_tournament_has_its_hours(name, tournament: Tournament):
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    of_tournament = name not in ("scoring:tournaments", "tournaments:dashboard")
    address = english(reverse(name, args=[tournament.public_id] if of_tournament else []))
    assert HOURS in client.get(address).content.decode()


@pytest.mark.usefixtures("english_urls")
def test_preview_card_and_email_have_the_hours(tournament: Tournament, settings: Any):
    set_up_email(settings)
    apply(tournament, "Ali Kaya", "Ece Demir", contact=f"0532 111 22 33 {ALI}")
    (mail,) = emails_to()
    assert HOURS in mail.text
    card = tournament_card(read_tournament_context(tournament.public_id), [], None, None)
    assert HOURS in card.subtitle


def test_calendar_event_has_the_hours(client: Client, tournament: Tournament):
    answer = client.get(reverse("scoring:tournament_calendar", args=[tournament.public_id]))
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    times = [event.decoded(name).isoformat() for name in ("dtstart", "dtend")]
    assert times == ["2026-11-21T16:00:00+00:00", "2026-11-21T20:00:00+00:00"]
    assert "18:30" in str(event["description"])
