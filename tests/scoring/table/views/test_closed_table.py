from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import drawn_tournament, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    hand,
    has_element,
    phone,
    side_name,
    table_of,
    text,
)
from tournaments.access import table_cookie_name
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament
from tournaments.tables.domain import table_changes
from tournaments.tables.domain.keepers import keeper_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=8, groups=2, tables=3)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament, 1)


@pytest.fixture
def played_encounter(table: Table) -> Encounter:
    encounter = encounter_at(table)
    play_hand(encounter)
    return encounter


def close(table: Table, onto: int | None = None) -> None:
    target = table_of(table.tournament, onto) if onto else None
    table_changes.close_table(table=table, continue_at=target, by=CONSOLE, at=timezone.now())


def test_closed_table_names_where_its_encounter_continues(table, played_encounter):
    keeper = phone(table, "en")
    close(table, onto=2)
    page = keeper.get(address("table", table))
    assert (page.context["shows"], page.context["moved_in_play"]) == ("closed", [played_encounter])
    assert f"{side_name(played_encounter, 'A')} · {side_name(played_encounter, 'B')}" in text(page)
    assert "table 2" in text(page)
    assert address("follow_to_new_table", table) in page.content.decode()
    assert f'name="encounter" value="{played_encounter.public_id}"' in page.content.decode()


def test_open_page_is_notified(table):
    keeper = phone(table, "en")
    before = keeper.get(address("table", table))
    seen = {"counter": before.context["tournament"].counter, "signature": before.context["signature"]}
    close(table)
    response = keeper.get(address("follow_table", table), seen)
    assert response.headers["HX-Retarget"] == "#screen"
    assert response.context["shows"] == "closed"


def test_queued_encounter_is_listed_with_its_new_table(table):
    waited = encounter_at(table)
    close(table)
    waited.refresh_from_db()
    assert waited.table is not None
    page = phone(table, "en", keeper="").get(address("table", table))
    assert waited in page.context["moved_waiting"]
    assert f"{side_name(waited, 'A')} · {side_name(waited, 'B')}" in text(page)
    assert f"table {waited.table.number}" in text(page)


def test_code_of_a_closed_table_still_works(table, played_encounter):
    close(table, onto=2)
    fresh = LanguageClient("en")
    link = table.links.get(revoked_at=None)
    page = fresh.get(reverse("scoring:open_table", args=[link.token]), follow=True)
    assert address("follow_to_new_table", table) in page.content.decode()


def test_keeper_continues_at_the_new_table(table, played_encounter):
    keeper, target = phone(table, "en"), table_of(table.tournament, 2)
    close(table, onto=2)
    response = keeper.post(address("follow_to_new_table", table), {"encounter": played_encounter.public_id})
    assert response.headers["Location"] == address("table", target)
    assert table_cookie_name(target.public_id) in keeper.cookies
    new_keeper = keeper_of(target)
    assert new_keeper is not None
    assert new_keeper.name == "Nermin"
    assert 'data-number="2"' in keeper.get(address("table", target)).content.decode()
    keeper.post(address("enter_hand", target), hand(played_encounter, deal=2))
    assert played_encounter.matches.get().hands.count() == 2


def test_keeper_of_the_new_table_stays(table, played_encounter):
    keeper, target = phone(table, "en"), table_of(table.tournament, 2)
    phone(target, "en", keeper="Halil")
    close(table, onto=2)
    keeper.post(address("follow_to_new_table", table), {"encounter": played_encounter.public_id})
    current_keeper = keeper_of(target)
    assert current_keeper is not None
    assert current_keeper.name == "Halil"


def test_code_gives_no_access_to_other_tables(table, played_encounter):
    keeper = phone(table, "en")
    other = encounter_at(table_of(table.tournament, 2))
    for encounter in (played_encounter, other):
        response = keeper.post(address("follow_to_new_table", table), {"encounter": encounter.public_id})
        assert response.headers["Location"] == address("table", table)
    close(table, onto=2)
    keeper.post(
        address("follow_to_new_table", table),
        {"encounter": encounter_at(table_of(table.tournament, 3)).public_id},
    )
    assert table_cookie_name(table_of(table.tournament, 3).public_id) not in keeper.cookies


def test_unsent_hand_is_stored_for_the_moved_encounter(table, played_encounter):
    keeper = phone(table, "en")
    waiting = hand(played_encounter, deal=2)
    close(table, onto=2)
    response = keeper.post(address("receive_hand", table), waiting)
    assert response.json()["state"] == "stored"
    assert played_encounter.matches.get().hands.count() == 2


def test_first_hand_of_a_requeued_encounter_is_stored(table):
    keeper, waited = phone(table, "en"), encounter_at(table)
    waiting = hand(waited)
    close(table)
    response = keeper.post(address("receive_hand", table), waiting)
    assert response.json()["state"] == "stored"
    waited.refresh_from_db()
    assert waited.matches.get().hands.count() == 1


def test_closed_table_finishes_its_encounter(table, played_encounter):
    keeper = phone(table, "en")
    close(table)
    page = keeper.get(address("table", table))
    assert 'data-number="2"' in page.content.decode()
    assert page.context["moved_in_play"] == []
    keeper.post(address("enter_hand", table), hand(played_encounter, deal=2))
    assert played_encounter.matches.get().hands.count() == 2


def test_players_phones_name_the_new_table(table, played_encounter):
    player = LanguageClient("en")
    link = table.sides_links.get(revoked_at=None)
    player.get(reverse("scoring:open_side_link", args=[link.token]), follow=True)
    close(table, onto=2)
    page = player.get(reverse("scoring:side_page", args=[table.public_id]))
    assert has_element(page, "table-closed")
    assert played_encounter in page.context["moved_encounters"]
    assert f"{side_name(played_encounter, 'A')} · {side_name(played_encounter, 'B')}" in text(page)
    assert "table 2" in text(page)
