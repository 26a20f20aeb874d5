from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry
from scoring.setup.domain import cancellation
from tests.factories import NOW, drawn_tournament, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    hand,
    has_element,
    in_page_language,
    phone,
    table_of,
    text,
)
from tests.scoring.table.views.test_outbox import send
from tournaments.access import sides_cookie_name
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table
from tournaments.refusals import TournamentCancelled

pytestmark = pytest.mark.django_db

WHY = "Elektrik kesildi"


@module_fixture
def table() -> Table:
    first_table = table_of(drawn_tournament())
    play_hand(encounter_at(first_table))
    return first_table


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    client = phone(table, "en")
    cancellation.cancel(tournament=table.tournament, reason=WHY, by=CONSOLE, at=NOW)
    return client


def next_hand(encounter: Encounter) -> dict[str, object]:
    return hand(encounter, deal=2)


@pytest.mark.parametrize("page", ["table", "enter_hand", "table_seats"])
def test_phone_shows_the_reason_and_no_form(keeper, table, page):
    response = keeper.get(address(page, table), follow=True)
    assert response.context["shows"] == "cancelled"
    assert WHY in text(response)
    assert b'id="screen"' in response.content
    assert b'id="hand"' not in response.content


def test_form_in_use_is_notified_and_kept(keeper, table, encounter):
    query = {"counter": "0", "signature": "another", "typing": "1", "encounter": str(encounter.public_id)}
    response = keeper.get(address("follow_table", table), query)
    assert response.context["cancelled"]
    assert b'role="alert"' in response.content
    assert b'id="screen"' not in response.content


def test_phone_without_form_updates_itself(keeper, table):
    response = keeper.get(address("follow_table", table), {"counter": "0", "signature": "another"})
    assert response.headers["HX-Retarget"] == "#screen"
    assert WHY in text(response)


def test_hand_is_held_until_the_tournament_resumes(keeper, table, encounter):
    data = next_hand(encounter)
    status, payload = send(keeper, table, data)
    assert (status, payload["state"], payload["code"]) == (409, "held", "tournament_cancelled")
    assert Entry.objects.filter(hand__match__encounter=encounter).count() == 1
    cancellation.resume(tournament=table.tournament, by=CONSOLE, at=NOW)
    assert send(keeper, table, data) == (200, {"state": "stored", "repeated": False})


def test_posted_hand_is_refused(keeper, table, encounter):
    response = keeper.post(address("enter_hand", table), next_hand(encounter))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, TournamentCancelled())


def test_players_phone_shows_the_reason(table):
    cancellation.cancel(tournament=table.tournament, reason=WHY, by=CONSOLE, at=NOW)
    client = LanguageClient("en")
    client.cookies[sides_cookie_name(table.public_id)] = table.sides_links.get().token
    page = client.get(reverse("scoring:side_page", args=[table.public_id]))
    assert has_element(page, "cancelled")
    assert WHY in text(page)
