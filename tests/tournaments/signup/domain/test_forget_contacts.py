from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scoring.people import domain
from scoring.setup.domain import erasure
from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import (
    CONTACT,
    application_data,
    apply,
    names_of,
    open_sign_up,
)
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Player
from tournaments.signup.domain import applications
from tournaments.signup.domain.forget_contacts import delete_due_contacts
from tournaments.tasks import forget_contacts

pytestmark = pytest.mark.django_db

LAST_DAY_OVER = datetime(2026, 11, 22, 21, 0, tzinfo=UTC)
"""Midnight in Istanbul after the last day."""


def stored_texts(application: Application) -> set[str]:
    application.refresh_from_db()
    return {application.contact, *application.players} - {""}


def test_contacts_are_deleted_exactly_after_the_period():
    tournament = open_sign_up(forget_days=3)
    own = apply(tournament, "Ali Kaya", "Ece Demir", answers=(("Tişört?", "M"),))
    due = LAST_DAY_OVER + timedelta(days=3)
    assert delete_due_contacts(at=due - timedelta(minutes=1)) == 0
    assert stored_texts(own) == {CONTACT, "Ali Kaya", "Ece Demir"}
    assert delete_due_contacts(at=due) == 1
    assert stored_texts(own) == set()
    assert own.question_answers == []
    assert names_of(tournament) == ["Kaya – Demir"]
    assert delete_due_contacts(at=due) == 0
    assert tournament.log.filter(action="contact_details_deleted").count() == 1
    with pytest.raises(applications.ApplicationOver):
        applications.change_application(
            application=own, data=application_data("Ali Kaya", "Ece Demir"), at=due
        )


def test_periodic_task_ignores_a_new_tournament():
    apply(open_sign_up(forget_days=365), "Ali Kaya", "Ece Demir")
    assert forget_contacts() == 0


def test_anonymization_deletes_the_contact():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir", answers=(("Kim?", "Ali"),))
    other = apply(tournament, "Su Ak", "Can Er")
    player = Player.objects.get(name="Ali Kaya")
    domain.make_anonymous(player=player, by=CONSOLE, at=NOW)
    own.refresh_from_db()
    assert (own.contact, own.answers, own.player_2) == ("", "[]", "Ece Demir")
    assert "Kaya" not in own.player_1
    assert CONTACT in stored_texts(other)


def test_erased_tournament_keeps_no_applicant_data():
    tournament = open_sign_up(capacity=1)
    own, waiting = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak", "Can Er")
    erasure.erase(tournament=tournament, by=CONSOLE, at=NOW)
    assert stored_texts(own) == stored_texts(waiting) == set()
