"""What the hands of a link would be stored as, in every game: the server reads their fields."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from scoring.models import Entry, Hand
from scoring.table.views import transferred_hands
from tests.factories import drawn_tournament
from tests.languages import Reader
from tests.scoring.table.phones import address, encounter_at, hand, phone, table_of
from tournaments.models import Encounter, LogRow, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(drawn_tournament(groups_best_of=3))


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


def preview(client: Client, table: Table, *hands: dict[str, Any]) -> dict[str, Any]:
    sent = {"hand": [urlencode(one) for one in hands]}
    answer: dict[str, Any] = client.post(address("preview_arrived", table), sent).json()
    return answer


def figures(answered: dict[str, Any]) -> list[str]:
    """Who is charged what, without the reasons."""
    return [line.partition(" · ")[0] for line in answered["lines"][:-1]]


def test_figures_are_those_of_the_fields_and_nothing_is_stored(table, encounter):
    keeper, rows = phone(table, "en"), LogRow.objects.count()
    told = hand(encounter, B1__points="7", B2__points="9")
    answer = preview(keeper, table, told | {"lines": "B1: 99", "title": "Hand 9"})
    (one,) = answer["hands"]
    assert (answer["state"], one["state"], one["key"]) == ("read", "new", told["entry_key"])
    assert (one["number"], one["address"]) == (
        1,
        address("take_hand", table).replace("/table", "/en/table", 1),
    )
    assert "7" in figures(one)[1]
    assert "99" not in str([one["title"], *one["lines"]])
    assert (Entry.objects.count(), Hand.objects.count(), LogRow.objects.count()) == (0, 0, rows)
    assert encounter_at(table).state == "ready"


def test_hands_that_follow_each_other_are_read_as_such(table, encounter):
    first = hand(encounter)
    second = hand(encounter, match="", deal="", after=first["entry_key"])
    answer = preview(phone(table, "en"), table, first, second)
    assert [(one["state"], one["number"]) for one in answer["hands"]] == [("new", 1), ("new", 2)]
    assert answer["hands"][0]["lines"][-1] != answer["hands"][1]["lines"][-1]
    alone = preview(phone(table, "en"), table, second)["hands"][0]
    assert (alone["state"], bool(alone["reasons"])) == ("refused", True)


def test_what_is_shown_is_what_is_stored_then(table, encounter):
    keeper, told = phone(table, "en"), hand(encounter, B1__points="7", B2__points="9")
    (before,) = preview(keeper, table, told)["hands"]
    keeper.post(before["address"], told)
    (after,) = preview(keeper, table, told)["hands"]
    assert after == {**before, "state": "stored", "enteredAt": after["enteredAt"]}


@pytest.mark.parametrize(
    "changes",
    [
        {"B1-points": "199", "B2-opening": "", "B2-points": ""},
        {"B1-points": "x"},
        {"entry_key": "x"},
        {"encounter": str(uuid.uuid4())},
        {"deal": "5"},
    ],
)
def test_a_hand_that_cannot_be_saved_has_reasons(table, encounter, changes):
    (one,) = preview(phone(table, "en"), table, hand(encounter) | changes)["hands"]
    assert (one["state"], bool(one["reasons"])) == ("refused", True)


def test_before_a_name_is_said_all_are_held(table, encounter):
    answer = preview(phone(table, "en", keeper=""), table, hand(encounter))
    assert (answer["state"], answer["code"]) == ("held", "keeper_name_missing")


@pytest.mark.parametrize(
    ("rule_set", "told"),
    [
        ("okey-countdown", {"end": "A1", "hand": "groups"}),
        ("okey-task", {"end": "A1", "B1-points": "7", "A2-points": "8", "B2-points": "9", "task": "kut_4"}),
    ],
)
def test_every_game_answers_what_it_stores(rule_set, told):
    table = table_of(drawn_tournament(rule_set_id=rule_set, groups=2))
    encounter, keeper = encounter_at(table), phone(table, "en")
    named = {"encounter": str(encounter.public_id), "match": 1, "deal": 1, "entry_key": str(uuid.uuid4())}
    (before,) = preview(keeper, table, named | told)["hands"]
    assert before["state"] == "new", before
    keeper.post(before["address"], named | told)
    assert Entry.objects.count() == 1
    (after,) = preview(keeper, table, named | told)["hands"]
    assert (after["state"], after["lines"]) == ("stored", before["lines"])


def test_only_a_keeper_of_the_table_asks(table, encounter):
    stranger = Reader("en")
    assert stranger.post(address("preview_arrived", table), {}).status_code == 404
    assert phone(table, "en").get(address("preview_arrived", table)).status_code == 405


def test_a_table_reads_only_so_many_links_without_a_wait(table, encounter):
    keeper, told = phone(table, "en"), hand(encounter)
    states = [preview(keeper, table, told)["state"] for _time in range(transferred_hands.FREE + 1)]
    assert states == ["read"] * transferred_hands.FREE + ["refused"]


def test_hands_of_one_link_are_read_at_a_time(table, encounter):
    with transferred_hands.reading.take():
        answer = preview(phone(table, "en"), table, hand(encounter))
    assert answer["code"] == "too_many_links"
    assert preview(phone(table, "en"), table, hand(encounter))["state"] == "read"
