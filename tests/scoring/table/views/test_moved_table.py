from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Entry
from scoring.play.later_play import replace_encounter
from tests.factories import drawn_tournament, play_encounter, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, side_name, table_of, text
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table
from tournaments.schedule.change import Change
from tournaments.tables.domain.move_encounter import move_encounter

pytestmark = pytest.mark.django_db


@module_fixture
def table() -> Table:
    return table_of(drawn_tournament(groups_best_of=3))


@pytest.fixture
def encounter(table: Table) -> Encounter:
    encounter = encounter_at(table)
    play_hand(encounter)
    return encounter


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def move(encounter: Encounter) -> Table:
    target = Table.objects.filter(tournament=encounter.stage.tournament).exclude(encounters=encounter).last()
    assert target is not None
    move_encounter(encounter=encounter, table=target, by=CONSOLE, at=timezone.now())
    return target


def send(client: Client, table: Table, data: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    response = client.post(address("receive_hand", table), data, headers={"accept": "application/json"})
    return response.status_code, response.json()


def test_unsent_hands_of_the_old_phone_arrive(keeper, table, encounter):
    data = hand(encounter, deal="2")
    target = move(encounter)
    assert send(keeper, table, data) == (200, {"state": "stored", "repeated": False})
    entry = Entry.objects.get(entry_key=data["entry_key"])
    assert (entry.hand.match.encounter, entry.table_link) == (encounter, table.links.get())
    encounter.refresh_from_db()
    assert encounter.table == target


def test_hand_entered_on_the_new_phone_is_not_stored_twice(keeper, table, encounter):
    data = hand(encounter, deal="2")
    target = move(encounter)
    assert send(phone(target, "en"), target, hand(encounter, deal="2", B1__points="7"))[0] == 200
    status, payload = send(keeper, table, data)
    assert (status, payload["code"]) == (409, "hand_already_recorded")
    assert Entry.objects.count() == 2


def test_old_phone_names_the_new_table(keeper, table, encounter):
    target = move(encounter)
    page = keeper.get(address("table", table))
    assert page.context["moved_encounters"] == [encounter]
    assert f"table {target.number}" in text(page)
    assert phone(target, "en").get(address("table", target)).context["moved_encounters"] == []


def test_shown_result_stays_when_an_encounter_in_play_arrives(keeper, table, encounter):
    play_encounter(encounter)
    other = encounter_at(table_of(table.tournament, 2))
    play_hand(other, at=timezone.now())
    move_encounter(encounter=other, table=table, by=CONSOLE, at=timezone.now())
    assert encounter_at(table) == other
    showing = {"counter": "0", "signature": "of the result", "result": encounter.public_id}
    page = keeper.get(address("follow_table", table), showing)
    assert (page.context["shows"], page.context["screen"].encounter) == ("result", encounter)
    assert page.context["arrived"] == other
    assert f"{side_name(other, 'A')} · {side_name(other, 'B')}" in text(page)
    keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    assert keeper.get(address("follow_table", table), showing).context["shows"] == "hand"
    assert encounter_at(table) == other


def test_the_next_encounter_of_the_old_table_can_be_played(keeper, table, encounter):
    move(encounter)
    following = encounter_at(table)
    assert following != encounter
    assert send(keeper, table, hand(following))[0] == 200


def test_hand_of_an_annulled_encounter_is_refused(keeper, table, encounter):
    data = hand(encounter, deal="2")
    replace_encounter(encounter.pk, change=Change(CONSOLE, timezone.now()))
    status, payload = send(keeper, table, data)
    assert (status, payload["code"]) == (409, "encounter_annulled")
    assert Entry.objects.count() == 1


def test_hand_of_an_encounter_never_played_here_is_refused(table, encounter):
    target = move(encounter)
    third = Table.objects.filter(tournament=table.tournament).exclude(pk__in=[table.pk, target.pk])[0]
    status, payload = send(phone(third, "en"), third, hand(encounter, deal="2"))
    assert (status, payload["code"]) == (409, "not_played_here")
