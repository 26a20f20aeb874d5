"""Pages that were opened, and entries removed, before names were hidden or erased."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from scoring.people.domain.anonymization import make_anonymous
from tests.factories import NOW
from tests.languages import english
from tests.tournaments.entrants.views.test_public_names import address, names, row
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Player, Tournament
from tournaments.models.names import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(two_pairs) -> Tournament:
    return two_pairs


def hidden(page: str, name: str = "opened") -> str:
    match = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert match is not None
    return unescape(match[1])


def opened_entry(desk: Client, tournament: Tournament, entrant: Entrant) -> tuple[str, dict[str, Any]]:
    url = reverse("tournaments:entrant", args=[tournament.public_id, entrant.public_id])
    page = desk.get(url)
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return url, fields | {"opened": hidden(page.content.decode())}


def test_anonymized_player_stays_anonymous_after_an_edit_in_another_language(desk, tournament):
    entrant = Entrant.objects.get(number=1)
    player = Player.objects.get(name="Ali Kaya")
    make_anonymous(player=player, by=CONSOLE, at=NOW)
    url, sent = opened_entry(desk, tournament, entrant)
    assert sent["player_1"] == "Oyuncu 1"
    for opened in (sent["opened"], ""):
        assert desk.post(english(url), sent | {"rating": "7", "opened": opened}).status_code == 303
        entrant.refresh_from_db()
        assert player in entrant.players.all()
        assert (stored(entrant.name), entrant.rating, Player.objects.count()) == ("⟦1⟧ – Demir", 7, 4)


def test_form_opened_before_anonymization_restores_no_name(desk, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(desk, tournament, entrant)
    make_anonymous(player=Player.objects.get(name="Ali Kaya"), by=CONSOLE, at=NOW)
    sent |= {"rating": "7", "shown_1": "full"}
    assert desk.post(url, sent).status_code == 303
    entrant.refresh_from_db()
    assert (stored(entrant.name), entrant.rating) == ("⟦1⟧ – Demir", 7)
    assert not Player.objects.filter(name="Ali Kaya").exists()


def test_form_opened_earlier_keeps_newer_choices(desk, tournament):
    url, sent = opened_entry(desk, tournament, Entrant.objects.get(number=1))
    desk.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    desk.post(url, sent | {"rating": "7"})
    assert names()[0] == "Ali K. – Demir"


def test_usual_name_follows_changed_players(desk, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(desk, tournament, entrant)
    assert "name" not in {name for name, value in sent.items() if value}
    desk.post(url, sent | {"player_1": "Can Yeni", "who_1": "another can yeni"})
    assert names()[0] == "Yeni – Demir"


def test_restored_entrant_has_the_same_people(desk, tournament):
    player = Player.objects.get(name="Ali Kaya")
    make_anonymous(player=player, by=CONSOLE, at=NOW)
    entrant = Entrant.objects.get(number=1)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    entrant_id = hidden(desk.get(address("entries", tournament)).content.decode(), "again")
    assert desk.post(english(address("add_entrant", tournament)), {"again": entrant_id}).status_code == 303
    back = Entrant.objects.get(number=3)
    assert player in back.players.all()
    assert (stored(back.name), Player.objects.count()) == ("⟦1⟧ – Demir", 4)


def test_anonymization_removes_names_from_sessions(desk, tournament):
    entrant = Entrant.objects.get(number=2)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    desk.post(address("paste_entrants", tournament), {"lines": "Can Öz; Nur Gök; x; y; z"})
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert any("Can Öz" in str(session_data) for session_data in sessions)
    make_anonymous(player=Player.objects.get(name="Can Öz"), by=CONSOLE, at=NOW)
    after = [session.get_decoded() for session in Session.objects.all()]
    assert not any("Can Öz" in str(session_data) for session_data in after)
    assert [session_data["_auth_user_id"] for session_data in after] == [
        session_data["_auth_user_id"] for session_data in sessions
    ]
    assert desk.get(address("entries", tournament)).status_code == 200


def test_restored_entrant_keeps_the_choice(desk, tournament):
    desk.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    entrant = Entrant.objects.get(number=1)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    entrant_id = hidden(desk.get(address("entries", tournament)).content.decode(), "again")
    desk.post(address("add_entrant", tournament), {"again": entrant_id})
    assert names() == ["Öz – Ak", "Ali K. – Demir"]
