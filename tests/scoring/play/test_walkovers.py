from __future__ import annotations

import json

import pytest

from scoring.ledger import refusals
from scoring.models import Entry, Match
from scoring.play import recording, walkovers
from scoring.standings.ranking import RankedEntrant, rank_group
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    groups_of,
    knockout,
    record_walkover,
    take_walkover_back,
)
from tournaments.enums import DecidedBy, EncounterState, SideLetter, TournamentState
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Stage, TableLink, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def ranked_entrant_of(encounter: Encounter, letter: str) -> RankedEntrant:
    assert encounter.group is not None
    entrant = encounter.sides.get(letter=letter).entrant
    return next(ranked for ranked in rank_group(encounter.group) if ranked.entrant == entrant)


def standing_figures(encounter: Encounter, letter: str) -> tuple[int, ...]:
    row = ranked_entrant_of(encounter, letter).row
    return (
        row.encounters_played,
        row.encounters_won,
        row.matches_won,
        row.matches_lost,
        row.penalties,
        row.opponents_penalties,
        row.infractions,
    )


def first_encounter(**changes) -> Encounter:
    return encounters_of(drawn_tournament(pairs=6, groups=2, **changes))[0]


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_winner_gets_the_needed_matches_and_no_hands(best_of, needed):
    encounter = first_encounter(groups_best_of=best_of)
    record_walkover(encounter, SideLetter.B)
    assert (encounter.state, encounter.winner) == (EncounterState.DECIDED, "B")
    assert (encounter.decided_by, encounter.decided_at) == (DecidedBy.WALKOVER, NOW)
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 0, "B": needed}
    assert standing_figures(encounter, "B") == (1, 1, needed, 0, 0, 0, 0)
    assert standing_figures(encounter, "A") == (1, 0, 0, needed, 0, 0, 0)
    assert ranked_entrant_of(encounter, "B").row.average == 0
    assert not Match.objects.exists()


def test_hands_before_a_walkover_stay_but_do_not_count():
    encounter = first_encounter(groups_best_of=3)
    for winner in "AABB":  # A match for A and a hand of the next.
        play_hand(encounter, report(finisher=f"{winner}1", points=(50, 60), fouls=2))
    encounter.refresh_from_db()
    record_walkover(encounter, SideLetter.B)
    assert Entry.objects.count() == 4
    assert set(Match.objects.values_list("counts", flat=True)) == {False}
    assert standing_figures(encounter, "A") == (1, 0, 0, 2, 0, 0, 0)
    assert standing_figures(encounter, "B") == (1, 1, 2, 0, 0, 0, 0)


def test_walkover_is_logged_with_actor_and_winner():
    encounter = first_encounter()
    tournament = encounter.stage.tournament
    counter = Tournament.objects.get(pk=tournament.pk).counter
    version = Stage.objects.get(pk=encounter.stage_id).ledger_version
    link = TableLink.objects.earliest("pk")
    walkovers.record_walkover(
        encounter=encounter, winner=SideLetter.B, change=Change(Actor(table_link=link, device="d"), NOW)
    )
    row = LogRow.objects.get(action="walkover_recorded")
    assert (json.loads(row.after), row.subject) == ({"winner": "B"}, str(encounter.public_id))
    assert (row.table_link, row.device, row.tournament) == (link, "d", tournament)
    assert Tournament.objects.get(pk=tournament.pk).counter == counter + 1
    assert Stage.objects.get(pk=encounter.stage_id).ledger_version == version + 1


def test_encounter_with_unknown_sides_has_no_walkover():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    with pytest.raises(refusals.EncounterNotReady):
        record_walkover(final)
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING


def test_decided_encounter_has_no_walkover():
    encounter = first_encounter()
    play_encounter(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        record_walkover(encounter, SideLetter.B)
    assert encounter.winner == "A"


def test_walkover_is_not_recorded_twice():
    encounter = first_encounter()
    record_walkover(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        record_walkover(encounter, SideLetter.B)
    assert LogRow.objects.filter(action="walkover_recorded").count() == 1


def test_no_hand_is_recorded_or_corrected_after_a_walkover():
    encounter = first_encounter()
    play_hand(encounter)
    encounter.refresh_from_db()
    record_walkover(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        recording.record_hand(
            encounter=encounter, match=1, deal=2, report=report(), entry_key="late", by=CONSOLE, at=NOW
        )
    with pytest.raises(refusals.DecidedByWalkover):
        correct(encounter, void_report())
    assert Entry.objects.count() == 1


def test_encounter_without_hands_is_ready_after_the_walkover_is_taken_back():
    encounter = first_encounter()
    record_walkover(encounter)
    take_walkover_back(encounter)
    assert (encounter.state, encounter.winner, encounter.decided_by) == (EncounterState.READY, None, None)
    assert (encounter.decided_at, encounter.left_table_at) == (None, None)
    assert set(encounter.sides.values_list("wins", flat=True)) == {None}
    assert standing_figures(encounter, "A") == (0, 0, 0, 0, 0, 0, 0)
    play_encounter(encounter, "B")
    assert encounter.winner == "B"


def test_encounter_continues_with_its_hands_after_the_walkover_is_taken_back():
    encounter = first_encounter(groups_best_of=3)
    for _hand in range(4):
        play_hand(encounter, report(points=(50, 60)))
    encounter.refresh_from_db()
    before = standing_figures(encounter, "A")
    record_walkover(encounter, SideLetter.B)
    take_walkover_back(encounter)
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 1, "B": 0}
    assert standing_figures(encounter, "A") == before == (0, 0, 1, 0, -404, 440, 0)
    assert set(Match.objects.values_list("counts", flat=True)) == {True}
    play_hand(encounter)
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_only_a_walkover_is_taken_back():
    encounter = first_encounter()
    with pytest.raises(walkovers.NoWalkoverToTakeBack):
        take_walkover_back(encounter)
    play_encounter(encounter)
    with pytest.raises(walkovers.NoWalkoverToTakeBack):
        take_walkover_back(encounter)
    assert encounter.winner == "A"


def test_taking_a_walkover_back_with_later_play_needs_a_decision():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    semi = knockout(tournament)[0]
    play_hand(semi)
    entrants = [side.entrant for side in semi.sides.order_by("letter")]
    encounter = groups_of(tournament)[0].encounters.earliest("pk")
    with pytest.raises(LaterPlayAffected) as refusal:
        take_walkover_back(encounter)
    assert refusal.value.encounters == [semi]
    encounter.refresh_from_db()
    assert encounter.decided_by == DecidedBy.WALKOVER
    take_walkover_back(encounter, keep_later_play=True)
    assert encounter.state == EncounterState.READY
    assert [side.entrant for side in semi.sides.order_by("letter")] == entrants


def tournament_of_decided_groups() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    return tournament


def lose_both(encounter: Encounter, **extra) -> None:
    walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, NOW), **extra)
    encounter.refresh_from_db()


def test_both_sides_can_lose_an_encounter_of_a_group():
    encounter = first_encounter(groups_best_of=3)
    play_hand(encounter)
    encounter.refresh_from_db()
    lose_both(encounter)
    assert (encounter.state, encounter.winner) == (EncounterState.DECIDED, None)
    assert encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
    assert standing_figures(encounter, "A") == standing_figures(encounter, "B") == (1, 0, 0, 2, 0, 0, 0)
    take_walkover_back(encounter)
    reloaded = Encounter.objects.get(pk=encounter.pk)
    assert (reloaded.state, reloaded.decided_by) == (EncounterState.PLAYING, None)
    assert standing_figures(encounter, "A")[:4] == (0, 0, 0, 0)


def test_opponent_of_a_double_walkover_gets_a_bye():
    semi, other, final = knockout(tournament_of_decided_groups())
    play_encounter(other)
    lose_both(semi)
    final.refresh_from_db()
    assert (final.state, final.decided_by, final.winner) == (EncounterState.DECIDED, DecidedBy.BYE, "B")
    tournament = Tournament.objects.get(pk=final.stage.tournament_id)
    assert tournament.champion == other.sides.get(letter="A").entrant
    take_walkover_back(semi)
    final.refresh_from_db()
    assert (final.state, final.decided_by) == (EncounterState.PENDING, None)
    assert Tournament.objects.get(pk=tournament.pk).champion is None


def test_double_walkover_in_the_final_ends_without_a_champion():
    semi, other, final = knockout(tournament_of_decided_groups())
    play_encounter(semi)
    play_encounter(other)
    lose_both(final)
    tournament = Tournament.objects.get(pk=final.stage.tournament_id)
    assert (tournament.champion, tournament.state) == (None, TournamentState.FINISHED)


def test_double_walkover_needs_an_open_encounter_with_known_sides():
    semi, _other, final = knockout(tournament_of_decided_groups())
    with pytest.raises(refusals.EncounterNotReady):
        lose_both(final)
    play_encounter(semi)
    with pytest.raises(refusals.EncounterIsDecided):
        lose_both(semi)


def test_places_are_awarded_only_at_tables_of_four():
    with pytest.raises(walkovers.NoPlacesToGive):
        walkovers.award_places(
            encounter=first_encounter(), order=[SideLetter.A, SideLetter.B], change=Change(CONSOLE, NOW)
        )


def test_no_hand_is_corrected_after_a_double_walkover():
    encounter = first_encounter()
    play_hand(encounter)
    encounter.refresh_from_db()
    lose_both(encounter)
    with pytest.raises(refusals.DecidedByWalkover):
        correct(encounter, void_report())
