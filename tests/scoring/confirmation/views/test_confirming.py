"""Confirming on a player's phone."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client

from scoring.models import Confirmation
from tests.factories import (
    NOW,
    correct,
    report,
)
from tests.scoring.confirmation.agreeing import player_of, sides_phone
from tests.scoring.confirmation.views.pages import confirmation, play_match, send, shown
from tests.scoring.table.phones import address, encounter_at, table_of, text, text_at

pytestmark = [pytest.mark.django_db, pytest.mark.english]


def test_a_side_confirms_and_is_shown_that_it_did(client, table, encounter):
    match = play_match(encounter)
    answer = send(client, table, match)
    assert (answer.status_code, answer.url) == (303, f"{address('sides', table)}?match={match.public_id}")
    said = Confirmation.objects.get()
    assert (said.match, said.side, said.player) == (match, "A", player_of(encounter, "A"))
    assert said.sides_link == table.sides_links.get()
    assert said.device_id == client.cookies["istaka_device"].value
    assert "as soon as the other side has confirmed too" in text(client.get(answer.url))


def test_both_sides_agree(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match, "A")
    send(sides_phone(table), table, match, "B")
    page = text(client.get(f"{address('sides', table)}?match={match.public_id}"))
    assert "confirmed by both sides" in page
    assert "Both sides agree" in page
    assert "one device" not in page


def test_one_phone_for_both_is_told(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match, "A")
    send(client, table, match, "B")
    page = text(client.get(f"{address('sides', table)}?match={match.public_id}"))
    assert "Both confirmed from one device" in page


def test_a_double_tap_confirms_once(client, table, encounter):
    match = play_match(encounter)
    assert {send(client, table, match).status_code for _tap in range(2)} == {303}
    assert Confirmation.objects.count() == 1


def test_what_changed_meanwhile_is_refused_and_shown_as_it_stands(client, table, encounter):
    match = play_match(encounter)
    stale = confirmation(match, "A")
    correct(encounter, report(points=(9, 130)))
    answer = client.post(address("confirm_hands", table), stale)
    assert answer.status_code == 409
    assert "The hands changed meanwhile" in text(answer)
    assert "+139" in text(answer)
    assert not Confirmation.objects.exists()


def test_what_was_confirmed_before_a_correction_is_said_to_count_no_more(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match)
    correct(encounter, report(points=(9, 9)), at=NOW + timedelta(minutes=2))
    page = shown(client, table)
    assert "does not count any more: the hands were changed at 22:02" in text_at(page, "outdated")
    assert "These hands are right" in text(page)
    assert send(client, table, match).status_code == 303
    assert text_at(shown(client, table, f"?match={match.public_id}"), "outdated") == ""


@pytest.mark.parametrize(
    "change",
    [
        {"match": "x"},
        {"match": str(uuid.uuid4())},
        {"deal": "0"},
        {"deal": "many"},
        {"seal": ""},
        {"seal": "y" * 65},
        {"player": ""},
        {"player": str(uuid.uuid4())},
    ],
)
def test_what_makes_no_sense_stores_nothing(client, table, encounter, change):
    match = play_match(encounter)
    answer = client.post(address("confirm_hands", table), confirmation(match, "A") | change)
    assert (answer.status_code, answer.url) == (303, address("sides", table))
    assert not Confirmation.objects.exists()


def test_another_tables_match_is_not_confirmed_here(client, tournament, table):
    other = play_match(encounter_at(table_of(tournament, 2)))
    assert send(client, table, other).status_code == 303
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("name", ["choose_player", "confirm_hands"])
def test_what_is_only_posted_leads_back_when_it_is_loaded_again(client, table, name):
    answer = client.get(address(name, table))
    assert (answer.status_code, answer.url) == (303, address("sides", table))
    assert Client().get(address(name, table)).status_code == 404
    assert client.put(address(name, table)).status_code == 405
