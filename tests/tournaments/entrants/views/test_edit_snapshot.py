"""Pages that were opened, and entries removed, before names were hidden or erased."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from scoring.people.domain import make_anonymous
from tests.factories import NOW
from tests.languages import english
from tests.tournaments.entrants.views.test_public_names import address, names, row
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(two_pairs) -> Tournament:
    return two_pairs


def hidden(page: str, name: str = "opened") -> str:
    match = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert match is not None
    return unescape(match[1])


def opened_entry(client: Client, tournament: Tournament, entrant: Entrant) -> tuple[str, dict[str, Any]]:
    url = reverse("tournaments:entrant", args=[tournament.public_id, entrant.public_id])
    page = client.get(url)
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return url, fields | {"opened": hidden(page.content.decode())}


def test_anonymized_player_stays_anonymous_after_an_edit(organizer_client, tournament):
    entrant = Entrant.objects.get(number=1)
    player = Player.objects.get(name="Ali Kaya")
    make_anonymous(player=player, by=CONSOLE, at=NOW)
    url, sent = opened_entry(organizer_client, tournament, entrant)
    assert sent["player_1"] == "#1"
    for opened in (sent["opened"], ""):
        assert (
            organizer_client.post(english(url), sent | {"rating": "7", "opened": opened}).status_code == 303
        )
        entrant.refresh_from_db()
        assert player in entrant.players.all()
        assert (entrant.name, entrant.rating, Player.objects.count()) == ("#1 – Demir", 7, 4)


def test_form_opened_before_anonymization_restores_no_name(organizer_client, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(organizer_client, tournament, entrant)
    make_anonymous(player=Player.objects.get(name="Ali Kaya"), by=CONSOLE, at=NOW)
    sent |= {"rating": "7", "shown_1": "full"}
    assert organizer_client.post(url, sent).status_code == 303
    entrant.refresh_from_db()
    assert (entrant.name, entrant.rating) == ("#1 – Demir", 7)
    assert not Player.objects.filter(name="Ali Kaya").exists()


def test_form_opened_earlier_keeps_newer_choices(organizer_client, tournament):
    url, sent = opened_entry(organizer_client, tournament, Entrant.objects.get(number=1))
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    organizer_client.post(url, sent | {"rating": "7"})
    assert names()[0] == "Ali K. – Demir"


def test_usual_name_follows_changed_players(organizer_client, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(organizer_client, tournament, entrant)
    assert "name" not in {name for name, value in sent.items() if value}
    organizer_client.post(url, sent | {"player_1": "Can Yeni", "who_1": "another can yeni"})
    assert names()[0] == "Yeni – Demir"


def put_back(client: Client, tournament: Tournament, entrant: Entrant) -> Any:
    """Post the form of the page in Turkish on the page in English."""
    back = reverse("tournaments:put_back_entrant", args=[tournament.public_id, entrant.public_id])
    assert f'action="{back}"' in client.get(address("entries", tournament)).content.decode()
    return client.post(english(back))


def test_restored_entrant_has_the_same_people(organizer_client, tournament):
    player = Player.objects.get(name="Ali Kaya")
    make_anonymous(player=player, by=CONSOLE, at=NOW)
    Entrant.objects.filter(number=1).update(paid_at=NOW)
    entrant = Entrant.objects.get(number=1)
    organizer_client.post(
        reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id])
    )
    assert put_back(organizer_client, tournament, entrant).status_code == 303
    back = Entrant.objects.get(number=3)
    assert player in back.players.all()
    assert back.has_paid
    assert (back.name, Player.objects.count()) == ("#1 – Demir", 4)


def test_anonymization_removes_names_from_sessions(organizer_client, tournament):
    entrant = Entrant.objects.get(number=2)
    organizer_client.post(
        reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id])
    )
    organizer_client.post(address("paste_entrants", tournament), {"lines": "Can Öz; Nur Gök; x; y; z"})
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert any("Can Öz" in str(session_data) for session_data in sessions)
    make_anonymous(player=Player.objects.get(name="Can Öz"), by=CONSOLE, at=NOW)
    after = [session.get_decoded() for session in Session.objects.all()]
    assert not any("Can Öz" in str(session_data) for session_data in after)
    assert [session_data["_auth_user_id"] for session_data in after] == [
        session_data["_auth_user_id"] for session_data in sessions
    ]
    assert organizer_client.get(address("entries", tournament)).status_code == 200


def test_restored_entrant_keeps_the_choice(organizer_client, tournament):
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    entrant = Entrant.objects.get(number=1)
    organizer_client.post(
        reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id])
    )
    put_back(organizer_client, tournament, entrant)
    assert names() == ["Öz – Ak", "Ali K. – Demir"]
