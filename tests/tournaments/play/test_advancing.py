from __future__ import annotations

import pytest

from scoring.play.walkovers import record_walkover, take_walkover_back
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import DecidedBy, EncounterState, SideLetter, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def group_encounters(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.group is not None]


def bracket(tournament: Tournament) -> list[Encounter]:
    stage = tournament.stages.get(kind=StageKind.KNOCKOUT)
    return list(stage.encounters.order_by("round", "position"))


def earlier_entered_side(encounter: Encounter) -> SideLetter:
    sides = encounter.sides.all()
    return SideLetter(min(sides, key=lambda side: side.entrant.number if side.entrant else 0).letter)


def play(encounter: Encounter) -> None:
    play_encounter(encounter, earlier_entered_side(encounter))


def play_groups(tournament: Tournament) -> None:
    for encounter in group_encounters(tournament):
        play(encounter)


def record_walkovers(encounters: list[Encounter]) -> None:
    for encounter in encounters:
        record_walkover(
            encounter=encounter, winner=earlier_entered_side(encounter), change=Change(CONSOLE, NOW)
        )


def ranked(tournament: Tournament) -> dict[str, list[Entrant]]:
    groups = Group.objects.filter(stage__tournament=tournament).order_by("position")
    return {
        group.name: [
            place.entrant for place in group.places.select_related("entrant").order_by("rank", "position")
        ]
        for group in groups
    }


def ranks_beside(encounter: Encounter) -> list[int | None]:
    return list(Group.objects.get(encounters=encounter).places.values_list("rank", flat=True))


def sides_of(encounter: Encounter) -> list[Entrant | None]:
    return [side.entrant for side in encounter.sides.select_related("entrant").order_by("letter")]


def winner_of(encounter: Encounter) -> Entrant | None:
    encounter.refresh_from_db()
    return encounter.sides.get(letter=encounter.winner).entrant


@module_fixture
def drawn() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    play_groups(tournament)
    return tournament


@module_fixture
def league() -> Tournament:
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_groups(tournament)
    return tournament


@pytest.mark.slow
def test_knockout_waits_for_the_last_group(drawn):
    *others, last = group_encounters(drawn)
    for encounter in others:
        play(encounter)
    assert bracket(drawn) == []
    assert set(ranks_beside(last)) == {None}
    play(last)
    assert len(bracket(drawn)) == 3
    assert drawn.log.filter(action="stage_drawn").count() == 2
    assert drawn.stages.get(kind=StageKind.KNOCKOUT).drawn_at == NOW


def test_complete_group_has_ranks_before_the_others(drawn):
    first = Group.objects.get(stage__tournament=drawn, name="A")
    for encounter in group_encounters(drawn):
        if encounter.group == first:
            play(encounter)
    assert set(first.places.values_list("rank", flat=True)) == {1, 2, 3}


def test_winners_meet_runners_up_of_the_other_group(tournament):
    places = ranked(tournament)
    assert [entrant.number for entrant in places["A"]] == sorted(entrant.number for entrant in places["A"])
    semis = bracket(tournament)[:2]
    assert sides_of(semis[0]) == [places["A"][0], places["B"][1]]
    assert sides_of(semis[1]) == [places["B"][0], places["A"][1]]
    assert {semi.state for semi in semis} == {EncounterState.READY}


def test_eight_qualifiers_of_four_groups_fill_their_slots():
    tournament = drawn_tournament(pairs=12, groups=4)
    record_walkovers(group_encounters(tournament))
    places = ranked(tournament)
    quarters = [sides_of(encounter) for encounter in bracket(tournament)[:4]]
    assert quarters == [
        [places["A"][0], places["B"][1]],
        [places["C"][0], places["D"][1]],
        [places["B"][0], places["A"][1]],
        [places["D"][0], places["C"][1]],
    ]


def test_group_winners_play_the_final_with_one_advancing():
    tournament = drawn_tournament(pairs=6, groups=2, advance=1)
    record_walkovers(group_encounters(tournament))
    places = ranked(tournament)
    (final,) = bracket(tournament)
    assert sides_of(final) == [places["A"][0], places["B"][0]]


def test_winners_advance_as_encounters_are_decided(tournament):
    first, second, final = bracket(tournament)
    play_encounter(first, "B")
    assert sides_of(final) == [winner_of(first), None]
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING
    play_encounter(second)
    assert sides_of(final) == [winner_of(first), winner_of(second)]
    final.refresh_from_db()
    assert final.state == EncounterState.READY


def test_winner_of_the_final_is_champion(tournament):
    for encounter in bracket(tournament):
        tournament.refresh_from_db()
        assert (tournament.champion, tournament.state) == (None, TournamentState.PLAYING)
        play_encounter(encounter, "B")
    tournament.refresh_from_db()
    assert tournament.champion == winner_of(bracket(tournament)[-1])
    assert tournament.state == TournamentState.FINISHED


def test_first_of_a_single_group_is_champion(league):
    league.refresh_from_db()
    assert league.champion == league.entrants.get(number=1)
    assert league.state == TournamentState.FINISHED


def test_reopened_final_removes_the_champion(tournament):
    *semis, final = bracket(tournament)
    record_walkovers(semis)
    play_encounter(final)
    correct(final, void_report())
    tournament.refresh_from_db()
    final.refresh_from_db()
    assert (tournament.champion, tournament.state) == (None, TournamentState.PLAYING)
    assert (final.state, final.decided_by, final.decided_at) == (EncounterState.PLAYING, None, None)
    play_hand(final, report(finisher="B1", points=(155, 155)))
    play_encounter(final)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


def test_corrected_single_group_changes_the_champion(league):
    first = league.entrants.get(number=1)
    encounter = next(
        encounter
        for encounter in encounters_of(league)
        if {side.entrant.number for side in encounter.sides.all() if side.entrant} == {1, 2}
    )
    loser = "A" if encounter.sides.get(letter="B").entrant == first else "B"
    for deal in (1, 2, 3):
        correct(encounter, report(finisher=f"{loser}1"), deal=deal)
    league.refresh_from_db()
    assert league.champion == league.entrants.get(number=2)


def test_reopened_group_empties_its_slots(tournament):
    places = ranked(tournament)
    encounter = next(e for e in group_encounters(tournament) if e.group and e.group.name == "A")
    correct(encounter, void_report())
    first, second, _final = bracket(tournament)
    assert sides_of(first) == [None, places["B"][1]]
    assert sides_of(second) == [places["B"][0], None]
    assert {first.state, second.state} == {EncounterState.PENDING}
    assert set(ranks_beside(encounter)) == {None}
    play_hand(encounter, report(finisher=f"{encounter.winner}1"))
    assert sides_of(bracket(tournament)[0]) == [places["A"][0], places["B"][1]]
    assert bracket(tournament)[0].state == EncounterState.READY
    assert tournament.log.filter(action="stage_drawn").count() == 2


def test_refilled_slot_forgets_swapped_seats(tournament):
    first = bracket(tournament)[0]
    first.sides.filter(letter="A").update(swapped=True)
    first.sides.filter(letter="B").update(swapped=True)
    encounter = next(e for e in group_encounters(tournament) if e.group and e.group.name == "A")
    correct(encounter, void_report())
    assert list(first.sides.order_by("letter").values_list("swapped", flat=True)) == [False, True]


def test_refusal_names_the_later_encounters_that_have_begun(tournament):
    first, second, _final = bracket(tournament)
    play_hand(second)
    encounter = next(e for e in group_encounters(tournament) if e.group and e.group.name == "A")
    with pytest.raises(LaterPlayAffected) as refusal:
        correct(encounter, void_report())
    assert refusal.value.encounters == [second]
    assert all(entrant.name in refusal.value.message for entrant in sides_of(second) if entrant)
    assert sides_of(first)[0] is not None


def test_begun_encounters_can_be_kept_while_others_are_refilled(tournament):
    first, second, _final = bracket(tournament)
    standing = sides_of(second)
    play_hand(second)
    encounter = next(e for e in group_encounters(tournament) if e.group and e.group.name == "A")
    correct(encounter, void_report(), keep_later_play=True)
    assert sides_of(second) == standing
    assert sides_of(first)[0] is None


def test_kept_later_play_does_not_block_the_reopened_encounter(tournament):
    places = ranked(tournament)
    first, second, _final = bracket(tournament)
    play_hand(second)
    encounter = next(
        e
        for e in group_encounters(tournament)
        if {side.entrant for side in e.sides.all()} == set(places["A"][1:])
    )
    loser = "A" if encounter.winner == "B" else "B"
    for deal in (1, 2):
        correct(encounter, report(finisher=f"{loser}1"), deal=deal, keep_later_play=True)
    correct(encounter, void_report(), deal=3, keep_later_play=True)
    play_hand(encounter, report(finisher=f"{loser}1"))
    assert ranked(tournament)["A"] == [places["A"][0], places["A"][2], places["A"][1]]
    assert sides_of(second) == [places["B"][0], places["A"][1]]
    assert sides_of(first)[0] == places["A"][0]
    row = tournament.log.filter(action="hand_recorded").latest("pk")
    assert "later_play_stands" not in row.after


def test_walkover_fills_the_next_slot_and_revoking_empties_it(tournament):
    first, _second, final = bracket(tournament)
    record_walkover(encounter=first, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    first.refresh_from_db()
    assert (first.decided_by, first.started_at) == (DecidedBy.WALKOVER, None)
    assert sides_of(final)[0] == sides_of(first)[1]
    take_walkover_back(encounter=first, change=Change(CONSOLE, NOW))
    first.refresh_from_db()
    assert (first.state, first.winner) == (EncounterState.READY, None)
    assert sides_of(final)[0] is None


def test_final_by_walkover_sets_the_champion(tournament):
    *semis, final = bracket(tournament)
    record_walkovers(semis)
    record_walkover(encounter=final, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    tournament.refresh_from_db()
    assert tournament.champion == sides_of(final)[1]
    take_walkover_back(encounter=final, change=Change(CONSOLE, NOW))
    tournament.refresh_from_db()
    assert (tournament.champion, tournament.state) == (None, TournamentState.PLAYING)
