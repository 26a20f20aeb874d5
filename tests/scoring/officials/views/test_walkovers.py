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
from tests.languages import english
from tests.module_fixtures import module_fixture
from tournaments.enums import DecidedBy, EncounterState, Role, StageKind
from tournaments.models import Club, Encounter, LogRow, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


def running(tournament: Tournament) -> str:
    return reverse("scoring:room_overview", args=[tournament.public_id])


SAVE = {"save": "1"}
PREVIEW = "scoring/officials/changes/change_preview.html"


def walkover(encounter: Encounter) -> str:
    return reverse("scoring:walkover", args=[encounter.public_id])


def take_back_url(encounter: Encounter) -> str:
    return reverse("scoring:undo_walkover", args=[encounter.public_id])


@pytest.mark.release
@pytest.mark.parametrize("begun", [False, True])
def test_a_walkover_decides_an_encounter(organizer_client, club, begun):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    if begun:
        play_hand(encounter)
    assert organizer_client.get(walkover(encounter)).context["open"]
    preview = organizer_client.post(walkover(encounter), {"winner": "B"})
    assert (preview.status_code, preview.templates[0].name) == (200, PREVIEW)
    assert not Encounter.objects.filter(pk=encounter.pk).exclude(winner=None).exists()
    response = organizer_client.post(walkover(encounter), {"winner": "B"} | SAVE)
    assert (response.status_code, response.headers["Location"]) == (303, running(tournament))
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.decided_by) == ("B", DecidedBy.WALKOVER)


@pytest.mark.parametrize("typed", [{}, {"winner": ""}, {"winner": "C"}, {"winner": "A1"}])
def test_a_walkover_needs_a_winner(organizer_client, club, typed):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    response = organizer_client.post(walkover(encounter), typed)
    assert response.status_code == 422
    assert response.context["nobody_chosen"]
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.READY


def test_decided_encounter_gets_no_walkover(organizer_client, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    play_encounter(encounter)
    assert not organizer_client.get(walkover(encounter)).context["open"]
    response = organizer_client.post(walkover(encounter), {"winner": "B"})
    assert response.status_code == 422
    assert response.context["refusal"].code == "encounter_is_decided"


@pytest.mark.release
def test_a_walkover_is_taken_back(organizer_client, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    organizer_client.post(walkover(encounter), {"winner": "A"} | SAVE)
    assert organizer_client.get(walkover(encounter)).context["by_walkover"]
    assert organizer_client.post(take_back_url(encounter)).status_code == 200
    assert organizer_client.post(take_back_url(encounter), SAVE).status_code == 303
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == (EncounterState.READY, None)
    response = organizer_client.post(take_back_url(encounter))
    assert response.status_code == 422
    assert response.context["refusal"].code == "no_walkover_to_undo"


@module_fixture
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


@pytest.mark.slow
def test_dependent_later_play_is_listed_with_a_choice(organizer_client, begun_final):
    first, final = begun_final
    preview = organizer_client.post(take_back_url(first))
    assert preview.context["consequences"].later_play == [final]
    assert [dependent.encounter for dependent in preview.context["consequences"].encounters_to_replay] == [
        final
    ]
    response = organizer_client.post(take_back_url(first), SAVE)
    assert (response.status_code, response.context["decision_missing"]) == (422, True)
    first.refresh_from_db()
    assert first.winner == "A"

    assert organizer_client.post(take_back_url(first), SAVE | {"later": "stand"}).status_code == 303
    response = organizer_client.post(walkover(first), {"winner": "B"} | SAVE)
    assert response.status_code == 422
    assert dict(response.context["typed"]) == {"winner": "B"}
    assert organizer_client.post(walkover(first), {"winner": "B", "later": "stand"} | SAVE).status_code == 303
    first.refresh_from_db()
    final.refresh_from_db()
    assert (first.winner, final.state, final.annulled_at) == ("B", EncounterState.PLAYING, None)


def test_later_play_can_be_replayed(organizer_client, begun_final):
    first, final = begun_final
    assert organizer_client.post(take_back_url(first), SAVE | {"later": "reopen"}).status_code == 303
    final.refresh_from_db()
    assert final.annulled_at is not None
    fresh = Encounter.objects.not_annulled().get(stage=final.stage, round=final.round)
    assert fresh.sides.get(letter="A").entrant is None


def test_unknown_choice_for_later_play_is_ignored(organizer_client, begun_final):
    first, _final = begun_final
    assert organizer_client.post(take_back_url(first), SAVE | {"later": "whatever"}).status_code == 422


def test_walkover_against_both_sides(organizer_client, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    assert organizer_client.post(walkover(encounter), {"winner": "both"} | SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
    assert organizer_client.get(walkover(encounter)).context["by_walkover"]


def test_the_page_works_for_an_annulled_encounter(organizer_client, begun_final):
    first, final = begun_final
    organizer_client.post(take_back_url(first), SAVE | {"later": "reopen"})
    assert "annulled" in organizer_client.get(english(walkover(final))).content.decode()
    response = organizer_client.post(walkover(final), {"winner": "A"} | SAVE)
    assert response.context["refusal"].code == "encounter_annulled"


@pytest.mark.parametrize("name", ["walkover", "undo_walkover"])
def test_strangers_and_other_methods(club, name):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    address = reverse(f"scoring:{name}", args=[encounter.public_id])
    assert Client().get(address).status_code == 302  # to the login page
    assert Client().put(address).status_code == 405


@pytest.mark.release
def test_reason_is_kept_through_the_preview_and_published(organizer_client, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    preview = organizer_client.post(walkover(encounter), {"winner": "B", "reason": " Gelmediler "})
    assert ("reason", " Gelmediler ") in list(preview.context["typed"])
    organizer_client.post(walkover(encounter), {"winner": "B", "reason": "Gelmediler " * 40} | SAVE)
    row = LogRow.objects.get(action="walkover_recorded", tournament=encounter.stage.tournament)
    details = json.loads(row.after)
    assert details["winner"] == "B"
    assert details["reason"].startswith("Gelmediler Gelmediler")
    assert len(details["reason"]) <= 200
