from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from scoring.models import Entry
from scoring.officials.domain import departures
from scoring.play import reopening, walkovers
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.play.recording import RecordedEntry
from scoring.setup.domain import cancellation
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.faults.test_races import at_once, recorder
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    entrant_at,
    groups_of,
    knockout,
    prepared_bracket,
)
from tournaments.enums import EncounterState, SideLetter, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, LogRow, Tournament
from tournaments.play import substitutes
from tournaments.play.leaving_play import LeaverResults
from tournaments.refusals import Refused, TournamentCancelled
from tournaments.schedule.change import Change
from tournaments.tables.domain import move_encounter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


def ready(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.state == EncounterState.READY]


def entrant_counts_in_round(tournament: Tournament, number: int) -> Counter[int | None]:
    sides = EncounterSide.objects.filter(encounter__stage__tournament=tournament, encounter__round=number)
    return Counter(sides.values_list("entrant", flat=True))


@pytest.mark.parametrize(("kind", "pairs"), [("knockout", 16), ("double", 8)])
def test_concurrent_bracket_results_are_stored_and_advance_nobody_twice(kind, pairs):
    tournament = prepared_bracket(kind, pairs)
    while waiting := ready(tournament):
        for encounter in waiting:
            for _hand in range(2):
                play_hand(encounter, report(finisher="B1"))
        outcomes = at_once(
            *(recorder(ready, 3, report(finisher="B1"), f"last {ready.pk}") for ready in waiting)
        )
        assert all(isinstance(outcome, RecordedEntry) for outcome in outcomes)
        for encounter in waiting:
            encounter.refresh_from_db()
            assert encounter.winner == "B"
            for fed in EncounterSide.objects.filter(from_encounter=encounter):
                place = {side.place: side.entrant_id for side in encounter.sides.all()}
                assert fed.entrant_id == place[fed.from_place]
    if kind == "knockout":
        for number in range(1, 5):
            assert set(entrant_counts_in_round(tournament, number).values()) == {1}
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert tournament.champion is not None


def test_concurrent_double_walkovers_advance_the_remaining_entrants():
    tournament = prepared_bracket("knockout", 8)
    first, second, third, fourth = ready(tournament)
    lose = [
        partial(walkovers.record_double_walkover, encounter=encounter, change=Change(CONSOLE, NOW))
        for encounter in (first, third)
    ]
    win = [
        partial(
            walkovers.record_walkover, encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW)
        )
        for encounter in (second, fourth)
    ]
    assert not [outcome for outcome in at_once(*lose, *win) if isinstance(outcome, Refused)]
    final = encounters_of(tournament)[-1]
    assert final.state == EncounterState.READY
    assert {side.entrant_id for side in final.sides.all()} == {
        encounter.sides.get(letter="A").entrant_id for encounter in (second, fourth)
    }


def test_withdrawal_and_hand_of_the_same_encounter_wait_for_each_other():
    for results in LeaverResults:
        tournament = drawn_tournament(pairs=8, groups=2)
        encounter = encounters_of(tournament)[0]
        play_hand(encounter)
        own = entrant_at(encounter, "A")
        outcomes = at_once(
            partial(departures.withdraw, entrant=own, results=results, change=Change(CONSOLE, NOW)),
            recorder(encounter, 2, report(), f"second {tournament.pk}"),
        )
        assert not isinstance(outcomes[0], Refused)
        encounter.refresh_from_db()
        assert set(encounter.matches.values_list("counts", flat=True)) == {False}
        stored = Entry.objects.filter(hand__match__encounter=encounter).count()
        assert stored == (1 if isinstance(outcomes[1], Refused) else 2)


def test_reopening_correction_and_hand_of_later_play_never_both_count():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    semi, other, final = knockout(tournament)
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    correction = partial(
        apply_with_later_play,
        partial(correct, semi, report(finisher="B1", points=(150, 150))),
        tournament=tournament,
        choice=LaterPlayChoice.REOPENS,
        change=Change(CONSOLE, NOW),
    )
    outcomes = at_once(correction, recorder(final, 2, report(), "final"))
    assert isinstance(outcomes[0], RecordedEntry)
    final.refresh_from_db()
    assert final.annulled_at is not None
    fresh = Encounter.objects.not_annulled().get(stage=final.stage, round=final.round)
    assert not fresh.matches.exists()
    assert fresh.sides.get(letter="A").entrant == semi.sides.get(letter="B").entrant
    assert not final.matches.filter(counts=True).exists()


def test_second_of_two_concurrent_reopenings_is_refused():
    encounter = encounters_of(drawn_tournament())[0]
    play_encounter(encounter)
    reopen = partial(reopening.reopen_encounter, encounter=encounter, reason="", change=Change(CONSOLE, NOW))
    outcomes = at_once(reopen, reopen)
    assert [isinstance(outcome, reopening.NotDecidedByPlay) for outcome in outcomes].count(True) == 1


def test_encounters_moved_to_a_table_at_once_get_distinct_places():
    tournament = drawn_tournament(pairs=8, groups=2, tables=4)
    target = tournament.tables.get(number=4)
    moving_on = [encounter for encounter in encounters_of(tournament) if encounter.table != target][:4]
    moves = [
        partial(move_encounter.move_encounter, encounter=encounter, table=target, by=CONSOLE, at=NOW)
        for encounter in moving_on
    ]
    assert at_once(*moves) == [None] * 4
    places = list(Encounter.objects.filter(table=target).values_list("queue_place", flat=True))
    assert len(places) == len(set(places))


def test_concurrent_hand_move_and_substitution_all_happen():
    tournament = drawn_tournament(pairs=8, groups=2, tables=4)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    target = next(table for table in tournament.tables.order_by("number") if table != encounter.table)
    own = entrant_at(encounter, "A")
    leaves = own.players.order_by("rosters__place")[0]
    outcomes = at_once(
        recorder(encounter, 2, report(), "second"),
        partial(move_encounter.move_encounter, encounter=encounter, table=target, by=CONSOLE, at=NOW),
        partial(
            substitutes.substitute, entrant=own, old_player=leaves, new_name="Deniz Ak", by=CONSOLE, at=NOW
        ),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    encounter.refresh_from_db()
    assert encounter.table == target
    assert Entry.objects.filter(hand__match__encounter=encounter).count() == 2


def test_no_hand_is_stored_after_cancellation():
    for number in range(3):
        tournament = drawn_tournament(name=f"Kupa {number}")
        encounter = encounters_of(tournament)[0]
        stop = partial(cancellation.cancel, tournament=tournament, reason="Su bastı", by=CONSOLE, at=NOW)
        outcome, _stopped = at_once(recorder(encounter, 1, report(), f"son {number}"), stop)
        actions = LogRow.objects.filter(tournament=tournament).order_by("pk").values_list("action", flat=True)
        assert actions.reverse()[0] == "tournament_cancelled"
        stored = Entry.objects.filter(hand__match__encounter=encounter).exists()
        assert stored == isinstance(outcome, RecordedEntry)
        assert stored or isinstance(outcome, TournamentCancelled)
