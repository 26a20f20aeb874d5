from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from scoring.models import Entry, Hand
from scoring.table.views import transferred_hands
from tests.factories import drawn_tournament
from tests.languages import LanguageClient
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, table_of
from tournaments.models import Encounter, LogRow, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(drawn_tournament(groups_best_of=3))


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


def preview(client: Client, table: Table, *hands: dict[str, Any]) -> dict[str, Any]:
    sent = {"hand": [urlencode(fields) for fields in hands]}
    answer: dict[str, Any] = client.post(address("preview_transferred_hands", table), sent).json()
    return answer


def preview_figures(answered: dict[str, Any]) -> list[str]:
    return [line.partition(" · ")[0] for line in answered["lines"][:-1]]


def test_preview_scores_the_fields_and_stores_nothing(table, encounter):
    keeper, rows = phone(table, "en"), LogRow.objects.count()
    fields = hand(encounter, B1__points="7", B2__points="9")
    answer = preview(keeper, table, fields | {"lines": "B1: 99", "title": "Hand 9"})
    (previewed,) = answer["hands"]
    assert (answer["state"], previewed["state"], previewed["key"]) == ("read", "new", fields["entry_key"])
    assert (previewed["number"], previewed["address"]) == (
        1,
        address("receive_hand", table).replace("/table", "/en/table", 1),
    )
    assert "7" in preview_figures(previewed)[1]
    assert "99" not in str([previewed["title"], *previewed["lines"]])
    assert (Entry.objects.count(), Hand.objects.count(), LogRow.objects.count()) == (0, 0, rows)
    assert encounter_at(table).state == "ready"


def test_hands_in_a_row_are_previewed_together(table, encounter):
    first = hand(encounter)
    second = hand(encounter, match="", deal="", after=first["entry_key"])
    answer = preview(phone(table, "en"), table, first, second)
    assert [(previewed["state"], previewed["number"]) for previewed in answer["hands"]] == [
        ("new", 1),
        ("new", 2),
    ]
    assert answer["hands"][0]["lines"][-1] != answer["hands"][1]["lines"][-1]
    alone = preview(phone(table, "en"), table, second)["hands"][0]
    assert (alone["state"], bool(alone["reasons"])) == ("refused", True)


def test_preview_equals_the_stored_hand(table, encounter):
    keeper, fields = phone(table, "en"), hand(encounter, B1__points="7", B2__points="9")
    (before,) = preview(keeper, table, fields)["hands"]
    keeper.post(before["address"], fields)
    (after,) = preview(keeper, table, fields)["hands"]
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
def test_invalid_hand_has_reasons(table, encounter, changes):
    (previewed,) = preview(phone(table, "en"), table, hand(encounter) | changes)["hands"]
    assert (previewed["state"], bool(previewed["reasons"])) == ("refused", True)


def test_hands_are_held_without_a_keeper(table, encounter):
    answer = preview(phone(table, "en", keeper=""), table, hand(encounter))
    assert (answer["state"], answer["code"]) == ("held", "keeper_name_missing")


@pytest.mark.release
@pytest.mark.parametrize(
    ("rule_set", "answers"),
    [
        ("okey-countdown", {"end": "A1", "hand": "groups"}),
        ("okey-task", {"end": "A1", "B1-points": "7", "A2-points": "8", "B2-points": "9", "task": "kut_4"}),
    ],
)
def test_preview_equals_the_stored_hand_in_every_game(rule_set, answers):
    table = table_of(drawn_tournament(rule_set_id=rule_set, groups=2))
    encounter, keeper = encounter_at(table), phone(table, "en")
    hand_fields = {
        "encounter": str(encounter.public_id),
        "match": 1,
        "deal": 1,
        "entry_key": str(uuid.uuid4()),
    }
    (before,) = preview(keeper, table, hand_fields | answers)["hands"]
    assert before["state"] == "new", before
    keeper.post(before["address"], hand_fields | answers)
    assert Entry.objects.count() == 1
    (after,) = preview(keeper, table, hand_fields | answers)["hands"]
    assert (after["state"], after["lines"]) == ("stored", before["lines"])


def test_preview_needs_the_tables_link(table, encounter):
    stranger = LanguageClient("en")
    assert stranger.post(address("preview_transferred_hands", table), {}).status_code == 404
    assert phone(table, "en").get(address("preview_transferred_hands", table)).status_code == 405


def test_previews_are_rate_limited_per_table(table, encounter):
    keeper, typed_fields = phone(table, "en"), hand(encounter)
    states = [
        preview(keeper, table, typed_fields)["state"] for _time in range(transferred_hands.MAX_FREE_LINKS + 1)
    ]
    assert states == ["read"] * transferred_hands.MAX_FREE_LINKS + ["refused"]


def test_only_one_preview_runs_at_a_time(table, encounter):
    with transferred_hands.dry_run_semaphore.try_acquire():
        answer = preview(phone(table, "en"), table, hand(encounter))
    assert answer["code"] == "too_many_links"
    assert preview(phone(table, "en"), table, hand(encounter))["state"] == "read"
