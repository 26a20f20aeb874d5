from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
)
from tests.kept import kept
from tests.languages import english
from tournaments.enums import DecidedBy, EncounterState, Role, StageKind
from tournaments.models import Club, Encounter, LogRow, Tournament

pytestmark = pytest.mark.django_db


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def running(tournament: Tournament) -> str:
    return reverse("scoring:running", args=[tournament.public_id])


SAVE = {"save": "1"}
PREVIEW = "scoring/officials/changes/preview.html"


def walkover(encounter: Encounter) -> str:
    return reverse("scoring:walkover", args=[encounter.public_id])


def take_back(encounter: Encounter) -> str:
    return reverse("scoring:take_walkover_back", args=[encounter.public_id])


@pytest.mark.parametrize("begun", [False, True])
def test_a_walkover_decides_an_encounter(desk, club, begun):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    if begun:
        play_hand(encounter)
    assert desk.get(walkover(encounter)).context["open"]
    preview = desk.post(walkover(encounter), {"winner": "B"})
    assert (preview.status_code, preview.templates[0].name) == (200, PREVIEW)
    assert not Encounter.objects.filter(pk=encounter.pk).exclude(winner=None).exists()
    response = desk.post(walkover(encounter), {"winner": "B"} | SAVE)
    assert (response.status_code, response.headers["Location"]) == (303, running(tournament))
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.decided_by) == ("B", DecidedBy.WALKOVER)


@pytest.mark.parametrize("typed", [{}, {"winner": ""}, {"winner": "C"}, {"winner": "A1"}])
def test_a_walkover_needs_a_winner(desk, club, typed):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    response = desk.post(walkover(encounter), typed)
    assert response.status_code == 422
    assert response.context["nobody_chosen"]
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.READY


def test_decided_encounter_gets_no_walkover(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    play_encounter(encounter)
    assert not desk.get(walkover(encounter)).context["open"]
    response = desk.post(walkover(encounter), {"winner": "B"})
    assert response.status_code == 422
    assert response.context["refusal"].code == "encounter_is_decided"


def test_a_walkover_is_taken_back(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    desk.post(walkover(encounter), {"winner": "A"} | SAVE)
    assert desk.get(walkover(encounter)).context["by_walkover"]
    assert desk.post(take_back(encounter)).status_code == 200
    assert desk.post(take_back(encounter), SAVE).status_code == 303
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == (EncounterState.READY, None)
    response = desk.post(take_back(encounter))
    assert response.status_code == 422
    assert response.context["refusal"].code == "no_walkover"


@kept
def begun_final(club: Club) -> tuple[Encounter, Encounter]:
    tournament = drawn_tournament(club=club, pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter, points=(30, 40 + encounter.pk % 7))
    bracket = Encounter.objects.filter(stage__tournament=tournament, stage__kind=StageKind.KNOCKOUT)
    first, second, final = bracket.select_related("stage__tournament").order_by("round", "position")
    return first, _begin(first, second, final)


def _begin(first: Encounter, second: Encounter, final: Encounter) -> Encounter:
    for encounter in (first, second):
        client = Client()
        client.force_login(first.stage.tournament.club.memberships.get().user)
        assert client.post(walkover(encounter), {"winner": "A"} | SAVE).status_code == 303
    final.refresh_from_db()
    play_hand(final)
    return final


def test_dependent_later_play_is_listed_with_a_choice(desk, begun_final):
    first, final = begun_final
    preview = desk.post(take_back(first))
    assert preview.context["consequences"].later_play == [final]
    assert [dependent.encounter for dependent in preview.context["consequences"].anew] == [final]
    response = desk.post(take_back(first), SAVE)
    assert (response.status_code, response.context["decide"]) == (422, True)
    first.refresh_from_db()
    assert first.winner == "A"

    assert desk.post(take_back(first), SAVE | {"later": "stand"}).status_code == 303
    response = desk.post(walkover(first), {"winner": "B"} | SAVE)
    assert response.status_code == 422
    assert dict(response.context["typed"]) == {"winner": "B"}
    assert desk.post(walkover(first), {"winner": "B", "later": "stand"} | SAVE).status_code == 303
    first.refresh_from_db()
    final.refresh_from_db()
    assert (first.winner, final.state, final.annulled_at) == ("B", EncounterState.PLAYING, None)


def test_later_play_can_be_replayed(desk, begun_final):
    first, final = begun_final
    assert desk.post(take_back(first), SAVE | {"later": "reopen"}).status_code == 303
    final.refresh_from_db()
    assert final.annulled_at is not None
    fresh = Encounter.objects.standing().get(stage=final.stage, round=final.round)
    assert fresh.sides.get(letter="A").entrant is None


def test_unknown_choice_for_later_play_is_ignored(desk, begun_final):
    first, _final = begun_final
    assert desk.post(take_back(first), SAVE | {"later": "whatever"}).status_code == 422


def test_walkover_against_both_sides(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    assert desk.post(walkover(encounter), {"winner": "both"} | SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
    assert desk.get(walkover(encounter)).context["by_walkover"]


def test_the_page_works_for_an_annulled_encounter(desk, begun_final):
    first, final = begun_final
    desk.post(take_back(first), SAVE | {"later": "reopen"})
    assert "annulled" in desk.get(english(walkover(final))).content.decode()
    response = desk.post(walkover(final), {"winner": "A"} | SAVE)
    assert response.context["refusal"].code == "encounter_annulled"


@pytest.mark.parametrize("name", ["walkover", "take_walkover_back"])
def test_strangers_and_other_methods(club, name):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    address = reverse(f"scoring:{name}", args=[encounter.public_id])
    assert Client().get(address).status_code == 302  # to the login page
    assert Client().put(address).status_code == 405


def test_reason_is_kept_through_the_preview_and_published(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    preview = desk.post(walkover(encounter), {"winner": "B", "reason": " Gelmediler "})
    assert ("reason", " Gelmediler ") in list(preview.context["typed"])
    desk.post(walkover(encounter), {"winner": "B", "reason": "Gelmediler " * 40} | SAVE)
    row = LogRow.objects.get(action="walkover_recorded", tournament=encounter.stage.tournament)
    details = json.loads(row.after)
    assert details["winner"] == "B"
    assert details["reason"].startswith("Gelmediler Gelmediler")
    assert len(details["reason"]) <= 200
