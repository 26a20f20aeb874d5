from __future__ import annotations

import json

import pytest

from scoring.ledger import refusals
from scoring.play import reopening
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    phone_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    groups_of,
    knockout,
    play_as_entered,
    ranks,
    record_walkover,
)
from tournaments.enums import EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TURNING = report(finisher="B1", points=(150, 150))


def reopen(encounter: Encounter, *, keep_later_play: bool = False, **extra) -> None:
    reopening.reopen_encounter(
        encounter=encounter,
        reason="Puanlar karışmış",
        change=Change(CONSOLE, NOW, keep_later_play=keep_later_play),
        **extra,
    )
    encounter.refresh_from_db()


def close(encounter: Encounter, **extra) -> None:
    reopening.close_encounter(encounter=encounter, change=Change(CONSOLE, NOW), **extra)
    encounter.refresh_from_db()


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def played_encounter(tournament: Tournament) -> Encounter:
    encounter = encounters_of(tournament)[0]
    play_encounter(encounter)
    return encounter


def test_result_is_taken_back_and_hands_stay(tournament):
    encounter = played_encounter(tournament)
    reopen(encounter)
    assert (encounter.state, encounter.winner, encounter.decided_by) == (EncounterState.PLAYING, None, None)
    assert (encounter.reopened_at, encounter.left_table_at) == (NOW, None)
    assert encounter.matches.get().hands.count() == 3
    row = LogRow.objects.get(action="encounter_reopened")
    assert json.loads(row.before) == {"winner": "A"}
    assert json.loads(row.after) == {"reason": "Puanlar karışmış"}


def test_closed_encounter_gets_the_winner_by_its_hands(tournament):
    encounter = played_encounter(tournament)
    reopen(encounter)
    correct(encounter, TURNING)
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    close(encounter)
    assert (encounter.state, encounter.winner, encounter.reopened_at) == (EncounterState.DECIDED, "B", None)


def test_encounter_closed_with_a_missing_hand_continues(tournament):
    encounter = played_encounter(tournament)
    reopen(encounter)
    correct(encounter, void_report())
    close(encounter)
    assert (encounter.state, encounter.reopened_at) == (EncounterState.PLAYING, None)
    play_encounter(encounter)
    assert encounter.winner == "A"


def test_table_can_correct_finished_matches_of_a_reopened_encounter(tournament):
    encounter = played_encounter(tournament)
    phone = phone_of(encounter.table)
    with pytest.raises(refusals.MatchIsOver):
        correct(encounter, TURNING, by=phone)
    reopen(encounter)
    correct(encounter, TURNING, by=phone)
    close(encounter)
    assert encounter.winner == "B"


def test_no_hand_is_added_while_none_is_missing(tournament):
    encounter = played_encounter(tournament)
    reopen(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        play_hand(encounter)
    correct(encounter, void_report())
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner is None
    close(encounter)
    assert encounter.winner == "A"


def test_slots_filled_by_an_encounter_are_empty_while_it_is_reopened(tournament):
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    semi, other, final = knockout(tournament)
    play_encounter(semi)
    reopen(semi)
    assert final.sides.get(letter="A").entrant is None
    close(semi)
    assert final.sides.get(letter="A").entrant == semi.sides.get(letter="A").entrant
    play_encounter(other)
    play_hand(final)
    with pytest.raises(LaterPlayAffected):
        reopen(semi)
    reopen(semi, keep_later_play=True)
    assert final.sides.get(letter="A").entrant == semi.sides.get(letter="A").entrant


def test_group_has_no_ranks_while_an_encounter_is_reopened(tournament):
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    group = groups_of(tournament)[0]
    before = ranks(group)
    encounter = group.encounters.select_related("stage__tournament").earliest("pk")
    reopen(encounter)
    assert set(ranks(group).values()) == {None}
    close(encounter)
    assert ranks(group) == before


def test_only_encounters_decided_by_hands_can_be_reopened(tournament):
    encounter, other = encounters_of(tournament)[:2]
    record_walkover(encounter)
    for candidate in (encounter, other):
        with pytest.raises(reopening.NotDecidedByPlay):
            reopen(candidate)
        with pytest.raises(reopening.NotReopened):
            close(candidate)
