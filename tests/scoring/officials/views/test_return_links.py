from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.play import walkovers
from tests.factories import NOW, MembershipFactory, drawn_tournament, encounters_of, play_encounter, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import protest
from tests.scoring.table.table_phones import correction, home_of
from tests.shown_messages import message_levels
from tournaments.enums import Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

SAVE = {"save": "1"}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def encounter(club: Club) -> Encounter:
    return encounters_of(drawn_tournament(club=club))[0]


def running_url(encounter: Encounter) -> str:
    return reverse("scoring:room_overview", args=[encounter.stage.tournament.public_id])


def links(client: Client, page: str) -> list[str]:
    matches = re.findall(r'(?:href|action)="([^"]+)"', client.get(page).content.decode())
    return [unescape(match) for match in matches]


def link(client: Client, page: str, name: str, *args: Any) -> str:
    path = reverse(f"scoring:{name}", args=args)
    return next(link for link in links(client, page) if link.partition("?")[0] == path)


def link_from_running_page(client: Client, encounter: Encounter, name: str) -> str:
    return link(client, running_url(encounter), name, encounter.public_id)


def test_correction_redirects_to_the_page_it_started_from(organizer_client, encounter):
    play_hand(encounter)
    table = home_of(encounter).public_id
    hands = link(organizer_client, running_url(encounter), "table_hands", table, encounter.public_id)
    form = link(organizer_client, hands, "correct_hand", table, encounter.public_id, 1, 1)
    save = link(organizer_client, form, "correct_hand", table, encounter.public_id, 1, 1)
    response = organizer_client.post(save, correction(encounter), follow=True)
    assert response.redirect_chain[-1][0] == running_url(encounter)
    assert message_levels(response) == ["success"]
    assert running_url(encounter) in links(organizer_client, hands)


def test_correction_page_is_not_its_own_return_link(organizer_client, encounter):
    play_hand(encounter)
    correction_url = reverse(
        "scoring:correct_hand", args=[home_of(encounter).public_id, encounter.public_id, 1, 1]
    )
    response = organizer_client.post(
        f"{correction_url}?back={running_url(encounter)}",
        correction(encounter),
        headers={"hx-request": "true"},
    )
    assert response.headers["HX-Redirect"] == running_url(encounter)


def test_correction_from_the_table_returns_to_the_table(organizer_client, encounter):
    play_hand(encounter)
    table = home_of(encounter).public_id
    hands = reverse("scoring:table_hands", args=[table, encounter.public_id])
    form = link(organizer_client, hands, "correct_hand", table, encounter.public_id, 1, 1)
    response = organizer_client.post(form, correction(encounter))
    assert response.headers["Location"] == f"{hands}?corrected=1-1"


def test_ruling_from_the_list_of_hands_redirects_back(organizer_client, encounter):
    play_hand(encounter)
    hands = link(
        organizer_client,
        running_url(encounter),
        "table_hands",
        home_of(encounter).public_id,
        encounter.public_id,
    )
    choose = link(organizer_client, hands, "choose_hand_to_rule", encounter.public_id)
    form = link(organizer_client, choose, "rule_on_hand", encounter.public_id, 1, 1)
    assert organizer_client.post(form, ruling()).headers["Location"] == running_url(encounter)


def test_referee_correction_from_the_list_of_hands_redirects_back(organizer_client, encounter):
    play_hand(encounter)
    hands = link(
        organizer_client,
        running_url(encounter),
        "table_hands",
        home_of(encounter).public_id,
        encounter.public_id,
    )
    choose = link(organizer_client, hands, "choose_hand_to_rule", encounter.public_id)
    form = link(organizer_client, choose, "correct_as_referee", encounter.public_id, 1, 1)
    assert unescape(organizer_client.get(form).context["correction"].back_url) == choose
    save = link(organizer_client, form, "correct_as_referee", encounter.public_id, 1, 1)
    response = organizer_client.post(save, correction(encounter), follow=True)
    assert response.redirect_chain[-1][0] == running_url(encounter)
    assert message_levels(response) == ["success"]


def test_referee_correction_from_the_history_returns_there(organizer_client, encounter):
    play_hand(encounter)
    history = reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])
    form = link(organizer_client, f"{history}?as=staff", "correct_as_referee", encounter.public_id, 1, 1)
    assert organizer_client.post(form, correction(encounter)).headers["Location"] == history


def test_correction_that_answers_a_call_returns_to_the_calls(organizer_client, encounter):
    play_hand(encounter)
    call = protest(encounter.matches.get(), "B")
    form = reverse("scoring:correct_as_referee", args=[encounter.public_id, 1, 1])
    response = organizer_client.post(
        f"{form}?call={call.public_id}&back={running_url(encounter)}", correction(encounter)
    )
    assert response.headers["Location"] == reverse(
        "scoring:referee", args=[encounter.stage.tournament.public_id]
    )


@pytest.mark.parametrize("page", ["encounter", "choose_hand_to_rule"])
def test_ruling_redirects_to_the_page_it_started_from(organizer_client, encounter, page):
    play_hand(encounter)
    begun = reverse(f"scoring:{page}", args=[encounter.public_id])
    from_public = page == "encounter"
    choose = (
        link(organizer_client, f"{begun}?as=staff", "choose_hand_to_rule", encounter.public_id)
        if from_public
        else begun
    )
    form = link(organizer_client, choose, "rule_on_hand", encounter.public_id, 1, 1)
    assert organizer_client.post(form, ruling()).headers["Location"] == begun


def test_walkover_and_its_reversal_redirect_to_the_page_they_started_from(organizer_client, encounter):
    form = link_from_running_page(organizer_client, encounter, "walkover")
    response = organizer_client.post(form, {"winner": "A", **SAVE})
    assert response.headers["Location"] == running_url(encounter)
    back = link(
        organizer_client,
        link_from_running_page(organizer_client, encounter, "walkover"),
        "undo_walkover",
        encounter.public_id,
    )
    assert organizer_client.post(back, SAVE).headers["Location"] == running_url(encounter)


def test_walkover_from_the_changes_page_returns_there(organizer_client, encounter):
    page = reverse("scoring:encounter_changes", args=[encounter.public_id])
    response = organizer_client.post(
        link(organizer_client, page, "walkover", encounter.public_id), {"winner": "A", **SAVE}
    )
    assert response.headers["Location"] == page


def test_moving_an_encounter_redirects_to_the_page_it_started_from(organizer_client, encounter):
    page = link_from_running_page(organizer_client, encounter, "encounter_changes")
    table_number = organizer_client.get(page).context["tables"][0].number
    response = organizer_client.post(
        link(organizer_client, page, "move_encounter", encounter.public_id), {"table": table_number}
    )
    assert response.headers["Location"] == running_url(encounter)


def test_swapping_seats_redirects_to_the_page_it_started_from(organizer_client, encounter):
    play_hand(encounter)
    page = link_from_running_page(organizer_client, encounter, "encounter_changes")
    response = organizer_client.post(
        link(organizer_client, page, "swap_partners_in_play", encounter.public_id), {"side": "A"}
    )
    assert response.headers["Location"] == running_url(encounter)


def test_reopening_and_closing_redirect_to_the_page_they_started_from(organizer_client, encounter):
    play_encounter(encounter)
    for action in ("reopen_encounter", "close_encounter"):
        page = link_from_running_page(organizer_client, encounter, "encounter_changes")
        response = organizer_client.post(link(organizer_client, page, action, encounter.public_id), SAVE)
        assert response.headers["Location"] == running_url(encounter)


def test_withdrawal_from_the_changes_page_returns_there(organizer_client, encounter):
    page = link_from_running_page(organizer_client, encounter, "encounter_changes")
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    ids = (encounter.stage.tournament.public_id, entrant.public_id)
    leave = link(
        organizer_client, link(organizer_client, page, "entrant_changes", *ids), "record_departure", *ids
    )
    assert organizer_client.post(leave, SAVE).headers["Location"] == running_url(encounter)


def test_foreign_return_link_is_ignored(organizer_client, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    address = reverse("scoring:undo_walkover", args=[encounter.public_id])
    response = organizer_client.post(f"{address}?back=https://elsewhere.example/", SAVE)
    assert response.headers["Location"] == reverse("scoring:encounter_changes", args=[encounter.public_id])


def ruling() -> dict[str, Any]:
    return {
        "kind": "replay",
        "version": 1,
        "entry_key": str(uuid4()),
        "reason": "Taşlar görülmüş",
        "count": 1,
        **SAVE,
    }
