from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import drawn_tournament, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, side_name, table_of, text
from tournaments.access import table_cookie_name
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament
from tournaments.tables.domain import table_changes
from tournaments.tables.domain.keepers import keeper_of

pytestmark = [pytest.mark.django_db, pytest.mark.english_urls]


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
    page_text = text(keeper.get(address("table", table)))
    assert "This table is closed" in page_text
    sides = f"{side_name(played_encounter, 'A')} · {side_name(played_encounter, 'B')}"
    assert f"{sides} continues at table 2, unchanged" in page_text
    assert "Continue at table 2 with this phone" in page_text


def test_open_page_is_notified(table):
    keeper = phone(table, "en")
    before = keeper.get(address("table", table))
    seen = {"counter": before.context["tournament"].counter, "signature": before.context["signature"]}
    close(table)
    response = keeper.get(address("follow_table", table), seen)
    assert response.headers["HX-Retarget"] == "#screen"
    assert "This table is closed" in text(response)


def test_queued_encounter_is_listed_with_its_new_table(table):
    waited = encounter_at(table)
    close(table)
    waited.refresh_from_db()
    assert waited.table is not None
    page_text = text(phone(table, "en", keeper="").get(address("table", table)))
    names = f"{side_name(waited, 'A')} · {side_name(waited, 'B')}"
    assert f"{names} at table {waited.table.number}" in page_text


def test_code_of_a_closed_table_still_works(table, played_encounter):
    close(table, onto=2)
    fresh = LanguageClient("en")
    link = table.links.get(revoked_at=None)
    page = fresh.get(reverse("scoring:open_table", args=[link.token]), follow=True)
    assert "Continue at table 2 with this phone" in text(page)


def test_keeper_continues_at_the_new_table(table, played_encounter):
    keeper, target = phone(table, "en"), table_of(table.tournament, 2)
    close(table, onto=2)
    response = keeper.post(address("follow_to_new_table", table), {"encounter": played_encounter.public_id})
    assert response.headers["Location"] == address("table", target)
    assert table_cookie_name(target.public_id) in keeper.cookies
    new_keeper = keeper_of(target)
    assert new_keeper is not None
    assert new_keeper.name == "Nermin"
    page_text = text(keeper.get(address("table", target)))
    assert "Hand 2" in page_text
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
    page_text = text(keeper.get(address("table", table)))
    assert "Hand 2" in page_text
    assert "moved to table" not in page_text
    keeper.post(address("enter_hand", table), hand(played_encounter, deal=2))
    assert played_encounter.matches.get().hands.count() == 2


def test_players_phones_name_the_new_table(table, played_encounter):
    player = LanguageClient("en")
    link = table.sides_links.get(revoked_at=None)
    player.get(reverse("scoring:open_side_link", args=[link.token]), follow=True)
    close(table, onto=2)
    page_text = text(player.get(reverse("scoring:side_page", args=[table.public_id])))
    assert "This table is closed" in page_text
    assert "continues at table 2" in page_text
