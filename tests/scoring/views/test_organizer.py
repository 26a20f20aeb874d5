"""The running evening, walkovers and lots."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.domain.queries.hall import read_hall
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    level_report,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tournaments.domain import tables
from tournaments.domain.actor import CONSOLE
from tournaments.enums import DecidedBy, EncounterState, Role, StageKind
from tournaments.models import Club, Encounter, Group, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def running(tournament: Tournament) -> str:
    return reverse("scoring:running", args=[tournament.public_id])


def walkover(encounter: Encounter) -> str:
    return reverse("scoring:walkover", args=[encounter.public_id])


def take_back(encounter: Encounter) -> str:
    return reverse("scoring:take_walkover_back", args=[encounter.public_id])


def at_table(tournament: Tournament, number: int) -> list[Encounter]:
    waiting = [one for one in encounters_of(tournament) if one.table and one.table.number == number]
    return sorted(waiting, key=lambda one: one.queue_place or 0)


def test_before_the_draw_the_evening_is_the_entry_list(desk, club):
    tournament = open_tournament(club=club)
    answer = desk.get(running(tournament))
    assert answer.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])


def test_a_table_shows_what_it_plays_and_who_is_next(club):
    tournament = drawn_tournament(club=club)
    first, second = at_table(tournament, 1)[:2]
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.following is not None
    assert (place.current.encounter, place.following.meeting.encounter) == (first, second)
    assert place.current.ready
    assert place.last_hand_at is None

    play_hand(first)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.playing
    assert place.last_hand_at == NOW

    play_encounter(first)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.decided

    tables.call_next_encounter(encounter=first, by=CONSOLE, at=NOW)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.encounter == second


def test_the_page_counts_and_links_the_tables(desk, club):
    tournament = drawn_tournament(club=club)
    play_encounter(encounters_of(tournament)[0])
    answer = desk.get(running(tournament))
    assert (answer.context["hall"].decided, answer.context["hall"].encounters) == (1, 12)
    for table in tournament.tables.all():
        assert reverse("scoring:table", args=[table.public_id]) in answer.content.decode()


def test_a_poll_gets_the_part_alone_and_nothing_when_nothing_happened(desk, club):
    tournament = drawn_tournament(club=club)
    part = desk.get(running(tournament), {"seen": "0"}, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith('<div id="hall"')
    tournament.refresh_from_db()
    seen = {"seen": str(tournament.counter)}
    assert desk.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 204
    play_hand(encounters_of(tournament)[0])
    assert desk.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 200


def test_every_encounter_with_hands_can_be_corrected_from_here(desk, club):
    tournament = drawn_tournament(club=club)
    played, untouched = encounters_of(tournament)[:2]
    play_encounter(played)
    tables.call_next_encounter(encounter=played, by=CONSOLE, at=NOW)
    page = desk.get(running(tournament)).content.decode()
    assert played.table is not None
    assert untouched.table is not None
    way = reverse("scoring:table_hands", args=[played.table.public_id, played.public_id])
    assert way in page
    assert desk.get(way).status_code == 200
    assert reverse("scoring:table_hands", args=[untouched.table.public_id, untouched.public_id]) not in page


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_max_num_queries):
    for tournament in (
        drawn_tournament(club=club),
        drawn_tournament(club=club, pairs=32, groups=8, tables=16),
    ):
        play_hand(encounters_of(tournament)[0])
        with django_assert_max_num_queries(15):
            desk.get(running(tournament))


@pytest.mark.parametrize("begun", [False, True])
def test_a_walkover_decides_an_encounter(desk, club, begun):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    if begun:
        play_hand(encounter)
    assert desk.get(walkover(encounter)).context["open"]
    answer = desk.post(walkover(encounter), {"winner": "B"})
    assert (answer.status_code, answer.headers["Location"]) == (303, running(tournament))
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.decided_by) == ("B", DecidedBy.WALKOVER)


@pytest.mark.parametrize("typed", [{}, {"winner": ""}, {"winner": "C"}, {"winner": "A1"}])
def test_a_walkover_needs_a_winner(desk, club, typed):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    answer = desk.post(walkover(encounter), typed)
    assert answer.status_code == 422
    assert answer.context["nobody_chosen"]
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.READY


def test_what_is_decided_already_is_not_walked_over(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    play_encounter(encounter)
    assert not desk.get(walkover(encounter)).context["open"]
    answer = desk.post(walkover(encounter), {"winner": "B"})
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "encounter_is_decided"


def test_a_walkover_is_taken_back(desk, club):
    encounter = encounters_of(drawn_tournament(club=club))[0]
    desk.post(walkover(encounter), {"winner": "A"})
    assert desk.get(walkover(encounter)).context["by_walkover"]
    assert desk.post(take_back(encounter)).status_code == 303
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == (EncounterState.READY, None)
    answer = desk.post(take_back(encounter))
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "no_walkover"


def knockout_with_a_begun_final(club: Club) -> tuple[Encounter, Encounter]:
    """A first-round encounter that was walked over, and the final that has begun upon it."""
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
        assert client.post(walkover(encounter), {"winner": "A"}).status_code == 303
    final.refresh_from_db()
    play_hand(final)
    return final


def test_later_play_that_rests_on_it_is_named_and_asked_about(desk, club):
    first, final = knockout_with_a_begun_final(club)
    answer = desk.post(take_back(first))
    assert answer.status_code == 422
    assert answer.context["later"] == [final]
    first.refresh_from_db()
    assert first.winner == "A"

    assert desk.post(take_back(first), {"let_stand": "on"}).status_code == 303
    answer = desk.post(walkover(first), {"winner": "B"})
    assert answer.status_code == 422
    assert (answer.context["later"], answer.context["chosen"]) == ([final], "B")
    assert desk.post(walkover(first), {"winner": "B", "let_stand": "on"}).status_code == 303
    first.refresh_from_db()
    final.refresh_from_db()
    assert (first.winner, final.state) == ("B", EncounterState.PLAYING)


@pytest.fixture
def tied(club) -> Tournament:
    """One group in which everyone won as often, by as much: A beats B, B beats C, C beats A."""
    tournament = drawn_tournament(club=club, pairs=6, groups=2)
    for group in Group.objects.filter(stage__tournament=tournament):
        members = list(group.places.order_by("position").values_list("entrant_id", flat=True))
        for encounter in group.encounters.select_related("stage__tournament"):
            a, b = encounter.sides.order_by("letter").values_list("entrant_id", flat=True)
            ahead = (members.index(b) - members.index(a)) % 3 == 1
            play_encounter(encounter, "A" if ahead else "B")
    return tournament


def lot(tournament: Tournament, position: int = 0) -> str:
    return reverse("scoring:lot", args=[tournament.public_id, position])


def places(answer: Any, order: str) -> dict[str, str]:
    (tie,) = answer.context["ties"]
    return {field: place for (_pair, field, _typed), place in zip(tie["pairs"], order, strict=True)}


def test_a_tie_that_the_criteria_leave_is_settled_by_a_lot(desk, tied):
    assert [group.name for group in desk.get(running(tied)).context["hall"].lots] == ["A", "B"]
    page = desk.get(lot(tied))
    answer = desk.post(lot(tied), places(page, "312"))
    assert (answer.status_code, answer.headers["Location"]) == (303, running(tied))
    ranks = Group.objects.get(name="A", stage__tournament=tied).places.order_by("rank")
    pairs = [pair for pair, _field, _typed in page.context["ties"][0]["pairs"]]
    assert [place.entrant for place in ranks] == [pairs[1], pairs[2], pairs[0]]
    assert [group.name for group in read_hall(tied).lots] == ["B"]


@pytest.mark.parametrize("order", ["112", "12x", "  1", "456"])
def test_each_place_is_given_once(desk, tied, order):
    answer = desk.post(lot(tied), places(desk.get(lot(tied)), order))
    assert answer.status_code == 422
    assert answer.context["not_once_each"]
    typed = [typed for _pair, _field, typed in answer.context["ties"][0]["pairs"]]
    assert typed == list(order)
    assert Group.objects.get(name="A", stage__tournament=tied).lot == []


def test_where_no_lot_is_needed_the_way_leads_back(desk, club, tied):
    desk.post(lot(tied), places(desk.get(lot(tied)), "123"))
    for answer in (desk.get(lot(tied)), desk.post(lot(tied))):
        assert (answer.status_code, answer.headers["Location"]) == (303, running(tied))
    assert desk.get(lot(drawn_tournament(club=club))).status_code == 303
    assert desk.get(lot(tied, 2)).status_code == 404


def test_a_group_of_any_name_can_be_given_its_lot(desk, tied):
    Group.objects.filter(name="A", stage__tournament=tied).update(name="A/B")
    assert lot(tied) in desk.get(running(tied)).content.decode()
    assert desk.get(lot(tied)).context["group"].name == "A/B"


def test_a_level_match_asks_for_no_lot(desk, club):
    tournament = drawn_tournament(club=club)
    play_hand(encounters_of(tournament)[0], level_report())
    play_hand(encounters_of(tournament)[1], report())
    assert read_hall(tournament).lots == []
