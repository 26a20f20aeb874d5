from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client

from scoring.confirmation.domain.confirmations import HandsChangedMeanwhile
from scoring.models import Confirmation
from tests.factories import (
    NOW,
    correct,
    report,
)
from tests.scoring.confirmation.confirm_matches import player_of, sides_phone
from tests.scoring.confirmation.views.side_requests import (
    confirmation,
    get_sides_page,
    offers,
    play_match,
    send,
    sides_that_confirmed,
)
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    has_element,
    in_page_language,
    table_of,
    text,
    text_at,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]
THANKS = b'class="s-thanks"'
ONE_DEVICE = b'class="small s-one-device"'


def test_side_confirms_and_sees_its_confirmation(client, table, encounter):
    match = play_match(encounter)
    response = send(client, table, match)
    assert (response.status_code, response.url) == (
        303,
        f"{address('side_page', table)}?match={match.public_id}",
    )
    stored = Confirmation.objects.get()
    assert (stored.match, stored.side, stored.player) == (match, "A", player_of(encounter, "A"))
    assert stored.sides_link == table.sides_links.get()
    assert stored.device_id == client.cookies["istaka_device"].value
    page = client.get(response.url)
    assert sides_that_confirmed(page) == ["A"]
    assert page.context["page"].chosen_agreement.provisional
    assert THANKS in page.content


def test_both_sides_confirm(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match, "A")
    send(sides_phone(table), table, match, "B")
    page = client.get(f"{address('side_page', table)}?match={match.public_id}")
    assert sides_that_confirmed(page) == ["A", "B"]
    assert has_element(page, "agreed")
    assert THANKS in page.content
    assert ONE_DEVICE not in page.content


def test_confirmations_from_one_device_are_mentioned(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match, "A")
    send(client, table, match, "B")
    page = client.get(f"{address('side_page', table)}?match={match.public_id}")
    assert ONE_DEVICE in page.content


def test_a_double_tap_confirms_once(client, table, encounter):
    match = play_match(encounter)
    assert {send(client, table, match).status_code for _tap in range(2)} == {303}
    assert Confirmation.objects.count() == 1


def test_changed_hands_are_refused_and_shown(client, table, encounter):
    match = play_match(encounter)
    stale = confirmation(match, "A")
    correct(encounter, report(points=(9, 130)))
    response = client.post(address("confirm_hands", table), stale)
    assert response.status_code == 409
    assert response.context["refusal"] == in_page_language(response, HandsChangedMeanwhile())
    assert "+139" in text(response)
    assert not Confirmation.objects.exists()


def test_correction_makes_a_confirmation_outdated(client, table, encounter):
    match = play_match(encounter)
    send(client, table, match)
    correct(encounter, report(points=(9, 9)), at=NOW + timedelta(minutes=2))
    page = get_sides_page(client, table)
    assert "22:02" in text_at(page, "outdated")
    assert offers(page, "confirm_hands", table)
    assert send(client, table, match).status_code == 303
    assert text_at(get_sides_page(client, table, f"?match={match.public_id}"), "outdated") == ""


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
def test_invalid_fields_store_nothing(client, table, encounter, change):
    match = play_match(encounter)
    response = client.post(address("confirm_hands", table), confirmation(match, "A") | change)
    assert (response.status_code, response.url) == (303, address("side_page", table))
    assert not Confirmation.objects.exists()


def test_match_of_another_table_is_not_confirmed(client, tournament, table):
    other = play_match(encounter_at(table_of(tournament, 2)))
    assert send(client, table, other).status_code == 303
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("name", ["choose_player", "confirm_hands"])
def test_get_redirects_to_the_page(client, table, name):
    response = client.get(address(name, table))
    assert (response.status_code, response.url) == (303, address("side_page", table))
    assert Client().get(address(name, table)).status_code == 404
    assert client.put(address(name, table)).status_code == 405
