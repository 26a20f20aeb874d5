from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.play import walkovers
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import EncounterState, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

SAVE = {"save": "1"}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def encounter(club) -> Encounter:
    return encounters_of(drawn_tournament(club=club))[0]


def encounter_url(name: str, encounter: Encounter) -> str:
    return reverse(f"scoring:{name}", args=[encounter.public_id])


def page(client: Client, encounter: Encounter):
    return client.get(encounter_url("encounter_changes", encounter))


def test_page_offers_the_possible_changes(organizer_client, encounter):
    context = page(organizer_client, encounter).context
    assert (context["may_walk_over"], context["may_swap"], context["may_reopen"]) == (True, False, False)
    play_hand(encounter)
    assert page(organizer_client, encounter).context["may_swap"]
    play_encounter(encounter)
    context = page(organizer_client, encounter).context
    assert (context["may_walk_over"], context["may_swap"], context["may_reopen"]) == (False, False, True)
    assert context["tables"] == []


def test_encounter_is_moved_and_moved_back(organizer_client, encounter):
    old_table = encounter.table
    new_table = page(organizer_client, encounter).context["tables"][-1]
    assert (
        organizer_client.post(
            encounter_url("move_encounter", encounter), {"table": new_table.number}
        ).status_code
        == 303
    )
    encounter.refresh_from_db()
    assert encounter.table == new_table
    assert page(organizer_client, encounter).context["move_back"].table == old_table
    organizer_client.post(encounter_url("move_encounter", encounter), {"table": old_table.number})
    encounter.refresh_from_db()
    assert encounter.table == old_table


def test_refused_move_says_why(organizer_client, encounter):
    other_table = page(organizer_client, encounter).context["tables"][0]
    play_hand(encounter)
    play_hand(
        Encounter.objects.in_table_queues().filter(table=other_table).select_related("stage__tournament")[0]
    )
    response = organizer_client.post(
        encounter_url("move_encounter", encounter), {"table": other_table.number}
    )
    assert (response.status_code, response.context["refusal"].code) == (422, "table_is_busy")
    for strange in ("", "99", "x", "9" * 5000):
        assert (
            organizer_client.post(encounter_url("move_encounter", encounter), {"table": strange}).status_code
            == 404
        )


def test_partners_swap_seats_in_play(organizer_client, encounter):
    refused = organizer_client.post(encounter_url("swap_partners_in_play", encounter), {"side": "A"})
    assert (refused.status_code, refused.context["refusal"].code) == (422, "encounter_not_in_play")
    play_hand(encounter)
    assert (
        organizer_client.post(encounter_url("swap_partners_in_play", encounter), {"side": "A"}).status_code
        == 303
    )
    assert encounter.sides.get(letter="A").swapped
    assert (
        organizer_client.post(encounter_url("swap_partners_in_play", encounter), {"side": "X"}).status_code
        == 303
    )


def test_encounter_is_reopened_and_closed(organizer_client, encounter):
    play_encounter(encounter)
    preview = organizer_client.post(
        encounter_url("reopen_encounter", encounter), {"reason": "Puanlar karışmış"}
    )
    assert [turned.encounter for turned, _own in preview.context["consequences"].encounters] == [encounter]
    assert page(organizer_client, encounter).context["reopened"] is False
    assert organizer_client.post(encounter_url("reopen_encounter", encounter), SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    assert page(organizer_client, encounter).context["reopened"]
    assert organizer_client.post(encounter_url("close_encounter", encounter), SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_walkover_links_to_taking_it_back(organizer_client, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert page(organizer_client, encounter).context["walked_over"]
    refused = organizer_client.post(encounter_url("reopen_encounter", encounter), SAVE)
    assert refused.context["refusal"].code == "not_decided_by_play"


NAMES = ["move_encounter", "swap_partners_in_play", "reopen_encounter", "close_encounter"]


@pytest.mark.parametrize("name", NAMES)
def test_get_redirects_back(organizer_client, encounter, name):
    response = organizer_client.get(encounter_url(name, encounter))
    assert (response.status_code, response.headers["Location"]) == (
        303,
        encounter_url("encounter_changes", encounter),
    )


@pytest.mark.parametrize("name", [*NAMES, "encounter_changes"])
def test_strangers_and_other_methods(encounter, name):
    assert Client().get(encounter_url(name, encounter)).status_code == 302  # to the login page
    assert Client().put(encounter_url(name, encounter)).status_code == 405
