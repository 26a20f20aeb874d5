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
from tests.kept import kept
from tests.languages import Reader
from tests.scoring.confirmation.agreeing import protest
from tests.scoring.table.phones import correction, home_of
from tournaments.enums import Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.english]

SAVE = {"save": "1"}


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club: Club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


@kept
def encounter(club: Club) -> Encounter:
    return encounters_of(drawn_tournament(club=club))[0]


def hall_of(encounter: Encounter) -> str:
    return reverse("scoring:running", args=[encounter.stage.tournament.public_id])


def links(desk: Client, page: str) -> list[str]:
    matches = re.findall(r'(?:href|action)="([^"]+)"', desk.get(page).content.decode())
    return [unescape(match) for match in matches]


def link(desk: Client, page: str, name: str, *args: Any) -> str:
    path = reverse(f"scoring:{name}", args=args)
    return next(link for link in links(desk, page) if link.partition("?")[0] == path)


def from_hall(desk: Client, encounter: Encounter, name: str) -> str:
    return link(desk, hall_of(encounter), name, encounter.public_id)


def test_correction_returns(desk, encounter):
    play_hand(encounter)
    table = home_of(encounter).public_id
    hands = link(desk, hall_of(encounter), "table_hands", table, encounter.public_id)
    form = link(desk, hands, "correct_hand", table, encounter.public_id, 1, 1)
    save = link(desk, form, "correct_hand", table, encounter.public_id, 1, 1)
    response = desk.post(save, correction(encounter), follow=True)
    assert response.redirect_chain[-1][0] == hall_of(encounter)
    assert "Match 1, hand 1 is corrected." in response.content.decode()
    assert hall_of(encounter) in links(desk, hands)


def test_correction_page_does_not_become_its_own_way_back(desk, encounter):
    play_hand(encounter)
    correction_url = reverse(
        "scoring:correct_hand", args=[home_of(encounter).public_id, encounter.public_id, 1, 1]
    )
    response = desk.post(
        f"{correction_url}?back={hall_of(encounter)}", correction(encounter), headers={"hx-request": "true"}
    )
    assert response.headers["HX-Redirect"] == hall_of(encounter)


def test_correction_from_the_table_returns_to_the_table(desk, encounter):
    play_hand(encounter)
    table = home_of(encounter).public_id
    hands = reverse("scoring:table_hands", args=[table, encounter.public_id])
    form = link(desk, hands, "correct_hand", table, encounter.public_id, 1, 1)
    response = desk.post(form, correction(encounter))
    assert response.headers["Location"] == f"{hands}?corrected=1-1"


def test_ruling_reached_over_the_hands_returns(desk, encounter):
    play_hand(encounter)
    hands = link(desk, hall_of(encounter), "table_hands", home_of(encounter).public_id, encounter.public_id)
    choose = link(desk, hands, "rulings", encounter.public_id)
    form = link(desk, choose, "rule_hand", encounter.public_id, 1, 1)
    assert desk.post(form, ruling()).headers["Location"] == hall_of(encounter)


def test_referee_correction_reached_over_the_hands_returns(desk, encounter):
    play_hand(encounter)
    hands = link(desk, hall_of(encounter), "table_hands", home_of(encounter).public_id, encounter.public_id)
    choose = link(desk, hands, "rulings", encounter.public_id)
    form = link(desk, choose, "correct_as_referee", encounter.public_id, 1, 1)
    assert unescape(desk.get(form).context["desk"].back_url) == choose
    save = link(desk, form, "correct_as_referee", encounter.public_id, 1, 1)
    response = desk.post(save, correction(encounter), follow=True)
    assert response.redirect_chain[-1][0] == hall_of(encounter)
    assert "The hand is corrected." in response.content.decode()


def test_referee_correction_from_the_history_returns_there(desk, encounter):
    play_hand(encounter)
    history = reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])
    form = link(desk, f"{history}?as=staff", "correct_as_referee", encounter.public_id, 1, 1)
    assert desk.post(form, correction(encounter)).headers["Location"] == history


def test_correction_that_answers_a_call_returns_to_the_calls(desk, encounter):
    play_hand(encounter)
    call = protest(encounter.matches.get(), "B")
    form = reverse("scoring:correct_as_referee", args=[encounter.public_id, 1, 1])
    response = desk.post(f"{form}?call={call.public_id}&back={hall_of(encounter)}", correction(encounter))
    assert response.headers["Location"] == reverse(
        "scoring:referee", args=[encounter.stage.tournament.public_id]
    )


@pytest.mark.parametrize("page", ["encounter", "rulings"])
def test_ruling_returns_to_its_start(desk, encounter, page):
    play_hand(encounter)
    begun = reverse(f"scoring:{page}", args=[encounter.public_id])
    from_public = page == "encounter"
    choose = link(desk, f"{begun}?as=staff", "rulings", encounter.public_id) if from_public else begun
    form = link(desk, choose, "rule_hand", encounter.public_id, 1, 1)
    assert desk.post(form, ruling()).headers["Location"] == begun


def test_walkover_and_its_reversal_return(desk, encounter):
    form = from_hall(desk, encounter, "walkover")
    response = desk.post(form, {"winner": "A", **SAVE})
    assert response.headers["Location"] == hall_of(encounter)
    back = link(desk, from_hall(desk, encounter, "walkover"), "take_walkover_back", encounter.public_id)
    assert desk.post(back, SAVE).headers["Location"] == hall_of(encounter)


def test_walkover_from_the_changes_page_returns_there(desk, encounter):
    page = reverse("scoring:encounter_changes", args=[encounter.public_id])
    response = desk.post(link(desk, page, "walkover", encounter.public_id), {"winner": "A", **SAVE})
    assert response.headers["Location"] == page


def test_moving_an_encounter_returns(desk, encounter):
    page = from_hall(desk, encounter, "encounter_changes")
    table_number = desk.get(page).context["tables"][0].number
    response = desk.post(link(desk, page, "move_encounter", encounter.public_id), {"table": table_number})
    assert response.headers["Location"] == hall_of(encounter)


def test_swapping_seats_returns(desk, encounter):
    play_hand(encounter)
    page = from_hall(desk, encounter, "encounter_changes")
    response = desk.post(link(desk, page, "swap_in_play", encounter.public_id), {"side": "A"})
    assert response.headers["Location"] == hall_of(encounter)


def test_reopening_and_closing_return(desk, encounter):
    play_encounter(encounter)
    for action in ("reopen_encounter", "close_encounter"):
        page = from_hall(desk, encounter, "encounter_changes")
        response = desk.post(link(desk, page, action, encounter.public_id), SAVE)
        assert response.headers["Location"] == hall_of(encounter)


def test_withdrawal_from_the_changes_page_returns_there(desk, encounter):
    page = from_hall(desk, encounter, "encounter_changes")
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    ids = (encounter.stage.tournament.public_id, entrant.public_id)
    leave = link(desk, link(desk, page, "entrant_changes", *ids), "leave", *ids)
    assert desk.post(leave, SAVE).headers["Location"] == hall_of(encounter)


def test_foreign_way_back_is_ignored(desk, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, by=CONSOLE, at=NOW)
    address = reverse("scoring:take_walkover_back", args=[encounter.public_id])
    response = desk.post(f"{address}?back=https://elsewhere.example/", SAVE)
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
