"""Entries that were opened, or taken off the list, before names were hidden or taken."""

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
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def opened_entry(desk: Client, tournament: Tournament, entrant: Entrant) -> tuple[str, dict[str, Any]]:
    """The address of the page on which an entry is changed, and what it would send as it is."""
    url = reverse("tournaments:entrant", args=[tournament.public_id, entrant.public_id])
    page = desk.get(url)
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return url, fields | {"opened": hidden(page.content.decode())}


def test_who_is_anonymous_stays_so_when_the_entry_is_changed_in_another_language(desk, tournament):
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


def test_an_entry_opened_before_somebody_was_made_anonymous_brings_no_name_back(desk, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(desk, tournament, entrant)
    make_anonymous(player=Player.objects.get(name="Ali Kaya"), by=CONSOLE, at=NOW)
    sent |= {"rating": "7", "shown_1": "full"}
    assert desk.post(url, sent).status_code == 303
    entrant.refresh_from_db()
    assert (stored(entrant.name), entrant.rating) == ("⟦1⟧ – Demir", 7)
    assert not Player.objects.filter(name="Ali Kaya").exists()


def test_an_entry_opened_earlier_takes_back_nobodys_choice(desk, tournament):
    url, sent = opened_entry(desk, tournament, Entrant.objects.get(number=1))
    desk.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    desk.post(url, sent | {"rating": "7"})
    assert names()[0] == "Ali K. – Demir"


def test_a_usual_name_is_made_anew_with_the_players(desk, tournament):
    entrant = Entrant.objects.get(number=1)
    url, sent = opened_entry(desk, tournament, entrant)
    assert "name" not in {name for name, value in sent.items() if value}
    desk.post(url, sent | {"player_1": "Can Yeni", "who_1": "another can yeni"})
    assert names()[0] == "Yeni – Demir"


def test_who_is_put_back_is_who_he_was(desk, tournament):
    player = Player.objects.get(name="Ali Kaya")
    make_anonymous(player=player, by=CONSOLE, at=NOW)
    entrant = Entrant.objects.get(number=1)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    again = hidden(desk.get(address("entries", tournament)).content.decode(), "again")
    assert desk.post(english(address("add_entrant", tournament)), {"again": again}).status_code == 303
    back = Entrant.objects.get(number=3)
    assert player in back.players.all()
    assert (stored(back.name), Player.objects.count()) == ("⟦1⟧ – Demir", 4)


def test_sessions_forget_the_name(desk, tournament):
    entrant = Entrant.objects.get(number=2)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    desk.post(address("paste_entrants", tournament), {"lines": "Can Öz; Nur Gök; x; y; z"})
    kept = [session.get_decoded() for session in Session.objects.all()]
    assert any("Can Öz" in str(one) for one in kept)
    make_anonymous(player=Player.objects.get(name="Can Öz"), by=CONSOLE, at=NOW)
    after = [session.get_decoded() for session in Session.objects.all()]
    assert not any("Can Öz" in str(one) for one in after)
    assert [one["_auth_user_id"] for one in after] == [one["_auth_user_id"] for one in kept]
    assert desk.get(address("entries", tournament)).status_code == 200


def test_who_was_taken_off_is_put_back_with_the_choice(desk, tournament):
    desk.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    entrant = Entrant.objects.get(number=1)
    desk.post(reverse("tournaments:remove_entrant", args=[tournament.public_id, entrant.public_id]))
    again = hidden(desk.get(address("entries", tournament)).content.decode(), "again")
    desk.post(address("add_entrant", tournament), {"again": again})
    assert names() == ["Öz – Ak", "Ali K. – Demir"]
