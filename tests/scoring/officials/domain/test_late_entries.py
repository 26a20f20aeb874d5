"""Entrants who come after the draw: into a group, a later round, or the place of a bye."""

from __future__ import annotations

import pytest

from scoring.officials.domain import late_entries
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.scoring.officials.domain.deciding import (
    by_walkover,
    entrant_at,
    everything,
    groups_of,
    laid_out,
    members,
    ranks,
)
from tournaments.entrants.domain import entry_list
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.play import leaving
from tournaments.play.late_entries import HasPlayed, NoPlaceForLate

pytestmark = pytest.mark.django_db


def add_late(tournament: Tournament, name: str = "Geç Kalanlar") -> Entrant:
    entry = entry_list.Entry(name, (f"{name} Bir", f"{name} İki"))
    return late_entries.add_late(tournament=tournament, entry=entry, by=CONSOLE, at=NOW)


def take_back(entrant: Entrant) -> None:
    late_entries.take_late_back(entrant=entrant, by=CONSOLE, at=NOW)


def test_a_late_entrant_joins_the_smallest_group_and_meets_everybody():
    tournament = drawn_tournament(pairs=7, groups=2)
    small = next(group for group in groups_of(tournament) if len(members(group)) == 3)
    before = {one.pk: (one.round, one.position) for one in encounters_of(tournament)}
    own = add_late(tournament)
    assert members(small)[-1] == own
    mine = Encounter.objects.filter(sides__entrant=own)
    opponents = {side.entrant for one in mine for side in one.sides.all()} - {own}
    assert opponents == set(members(small)[:-1])
    assert all(one.table is not None and one.state == EncounterState.READY for one in mine)
    assert {
        one.pk: (one.round, one.position) for one in encounters_of(tournament) if one.pk in before
    } == before


def test_in_a_group_of_three_everybody_has_a_round_of_rest_for_the_newcomer():
    tournament = drawn_tournament(pairs=7, groups=2)
    own = add_late(tournament)
    assert sorted(Encounter.objects.filter(sides__entrant=own).values_list("round", flat=True)) == [1, 2, 3]


def test_in_a_group_of_four_his_encounters_have_rounds_of_their_own():
    tournament = drawn_tournament(pairs=8, groups=2)
    own = add_late(tournament)
    assert sorted(Encounter.objects.filter(sides__entrant=own).values_list("round", flat=True)) == [
        4,
        5,
        6,
        7,
    ]


def test_a_group_that_was_complete_is_open_again():
    tournament = drawn_tournament(pairs=7, groups=2)
    small = next(group for group in groups_of(tournament) if len(members(group)) == 3)
    by_walkover(small)
    own = add_late(tournament)
    assert set(ranks(small).values()) == {None}
    for encounter in Encounter.objects.filter(sides__entrant=own).select_related("stage__tournament"):
        play_encounter(encounter, encounter.sides.get(entrant=own).letter)
    assert ranks(small)[own.name] == 1


def test_nobody_comes_when_every_group_is_full_or_the_stage_is_over():
    tournament = drawn_tournament(pairs=12, groups=2)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        by_walkover(group)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)


def test_nobody_comes_late_before_the_draw():
    with pytest.raises(NoPlaceForLate):
        add_late(open_tournament(pairs=4))


def test_into_swiss_from_the_next_round_on():
    tournament = laid_out("swiss", 8, rounds=3)
    own = add_late(tournament)
    assert members(groups_of(tournament)[0])[-1] == own
    assert not Encounter.objects.filter(sides__entrant=own).exists()
    with pytest.raises(NoPlaceForLate):
        add_late(laid_out("swiss", 8, rounds=1))


def test_into_the_place_of_the_lowest_seeded_bye():
    tournament = laid_out("knockout", 6)
    byes = Encounter.objects.filter(stage__tournament=tournament, decided_by=DecidedBy.BYE)
    assert byes.count() == 2
    own = add_late(tournament)
    encounter = Encounter.objects.get(sides__entrant=own)
    assert entrant_at(encounter, "A").number == 2
    assert (encounter.state, encounter.winner) == (EncounterState.READY, None)
    assert encounter.table is not None
    (fed,) = [side.encounter for side in encounter.feeds.all()]
    assert fed.state == EncounterState.PENDING
    for one in encounters_of(tournament):
        play_encounter(one)
    tournament.refresh_from_db()
    assert tournament.champion is not None


def test_not_into_a_bye_whose_holder_has_played_since():
    tournament = laid_out("knockout", 3)
    for encounter in encounters_of(tournament):
        if encounter.state == EncounterState.READY:
            play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    play_hand(final)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)


@pytest.mark.parametrize(("kind", "pairs"), [("knockout", 6), ("double", 5)])
def test_taken_back_the_bye_is_there_again(kind, pairs):
    tournament = laid_out(kind, pairs)
    before = everything(tournament)
    own = add_late(tournament)
    assert everything(tournament) != before
    take_back(own)
    assert everything(tournament) == before
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()


def test_taken_back_a_group_is_as_it_was():
    tournament = drawn_tournament(pairs=7, groups=2)
    by_walkover(groups_of(tournament)[1])
    before = everything(tournament)
    take_back(add_late(tournament))
    assert everything(tournament) == before


def test_whoever_has_played_or_was_there_from_the_start_is_not_taken_back():
    tournament = drawn_tournament(pairs=7, groups=2)
    own = add_late(tournament)
    play_hand(Encounter.objects.filter(sides__entrant=own).select_related("stage__tournament")[0])
    for entrant in (own, tournament.entrants.earliest("pk")):
        with pytest.raises(HasPlayed):
            take_back(entrant)
    with pytest.raises(leaving.NotInPlayYet):
        take_back(open_tournament(pairs=4).entrants.earliest("pk"))
