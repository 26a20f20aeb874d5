from __future__ import annotations

import json

import pytest

from scoring.ledger import refusals
from scoring.ledger.played_matches import BellOutcome
from scoring.models import Bell, Hand, Match
from scoring.play import bell, reopening, undo_hand, walkovers
from scoring.play.ruling_authority import MayNotRule
from scoring.standings.ranking import rank_group
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    level_report,
    phone_of,
    play_encounter,
    play_hand,
    play_of,
    report,
    singles_report,
    singles_tournament,
    void_report,
)
from tests.scoring.play.timed_rounds import (
    encounters_of_round,
    play,
    ring_bell,
    take_bell_back,
    timed_groups,
    timed_knockout,
)
from tournaments.enums import DecidedBy, EncounterState, Role, SideLetter, TimeUp
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def first(**changes) -> Encounter:
    return encounters_of_round(timed_knockout(**changes))[0]


def result_of(encounter: Encounter) -> tuple[object, ...]:
    encounter.refresh_from_db()
    return encounter.state, encounter.winner, encounter.decided_by


def matches_won(encounter: Encounter) -> dict[str, int | None]:
    return dict(encounter.sides.values_list("letter", "wins"))


def counting_matches(encounter: Encounter) -> list[bool]:
    return list(Match.objects.filter(encounter=encounter).order_by("number").values_list("counts", flat=True))


OPEN = (EncounterState.PLAYING, None, None)


def test_match_with_enough_hands_is_decided_by_totals_between_hands():
    encounter = first()
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert matches_won(encounter) == {"A": 1, "B": 0}


def test_hand_in_play_is_finished_and_no_new_one_is_dealt():
    encounter = first()
    play(encounter, "AAB")
    ring_bell(encounter)
    assert result_of(encounter) == OPEN
    play_hand(encounter, report(finisher="B1", points=(150, 150)))
    assert result_of(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)
    with pytest.raises(refusals.TimeIsUp):
        play_hand(encounter)
    assert Hand.objects.filter(match__encounter=encounter).count() == 4


def test_void_hand_in_play_is_the_last_too():
    encounter = first()
    play(encounter, "AAA")
    ring_bell(encounter)
    play_hand(encounter, void_report())
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)


def test_match_that_is_too_short_does_not_count():
    encounter = encounters_of_round(timed_groups())[0]
    play(encounter, "AAAAA" + "B")
    ring_bell(encounter)
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert (matches_won(encounter), counting_matches(encounter)) == ({"A": 1, "B": 0}, [True, False])
    assert encounter.group is not None
    rows = {ranked.entrant: ranked.row for ranked in rank_group(encounter.group)}
    winner, loser = (encounter.sides.get(letter=letter).entrant for letter in "AB")
    assert winner is not None and loser is not None  # noqa: PT018 - for the checker
    assert (rows[winner].matches_won, rows[winner].penalties) == (1, 5 * -101)
    assert (rows[loser].matches_lost, rows[loser].penalties) == (1, 5 * 70)


def test_level_match_with_enough_hands_gets_one_extra_hand_at_a_time():
    encounter = first()
    play(encounter, "===")
    ring_bell(encounter, between=[encounter])
    assert (result_of(encounter), play_of(encounter).bell_outcome) == (OPEN, BellOutcome.LEVEL)
    play_hand(encounter, level_report())
    assert play_of(encounter).bell_outcome is BellOutcome.LEVEL
    play_hand(encounter, report(finisher="B1"))
    assert result_of(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)


def test_equal_matches_are_decided_by_the_lower_sum():
    encounter = first(hands=3, least=2)
    play(encounter, "AAA")
    for _hand in range(2):
        play_hand(encounter, report(finisher="B1", points=(10, 10)))
    ring_bell(encounter, between=[encounter])
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert matches_won(encounter) == {"A": 1, "B": 1}


def test_referee_decides_a_complete_tie():
    tournament = timed_knockout(hands=3)
    level, short = encounters_of_round(tournament)
    play(level, "AAABBB")
    play(short, "A")
    ring_bell(level, between=[level])
    for encounter, state in ((level, {"A": 1, "B": 1}), (short, {"A": None, "B": None})):
        assert (result_of(encounter), play_of(encounter).bell_outcome, matches_won(encounter)) == (
            OPEN,
            BellOutcome.REFEREE,
            state,
        )
        with pytest.raises(refusals.TimeIsUp):
            play_hand(encounter)
        walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
        assert result_of(encounter) == (EncounterState.DECIDED, "B", DecidedBy.WALKOVER)


def test_encounter_that_has_not_begun_waits_for_the_referee():
    encounter = first()
    ring_bell(encounter)
    assert result_of(encounter) == (EncounterState.READY, None, None)
    assert play_of(encounter).bell_outcome is BellOutcome.REFEREE
    bell.exempt_from_bell(encounter=encounter, change=Change(CONSOLE, NOW))
    play_encounter(encounter)
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)


def test_correction_after_the_bell_decides_by_the_same_rule():
    encounter = first(hands=3)
    play_encounter(encounter)
    ring_bell(encounter)
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)
    correct(encounter, report(finisher="B1", points=(150, 150)), match=2)
    assert (result_of(encounter), matches_won(encounter)) == (
        (EncounterState.DECIDED, "A", DecidedBy.TIME),
        {"A": 1, "B": 1},
    )
    correct(encounter, report(), match=2, version=2)
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)


def test_correction_that_levels_a_match_allows_an_extra_hand():
    encounter = first(best_of=1)
    play(encounter, "==A")
    ring_bell(encounter, between=[encounter])
    assert encounter.winner == "A"
    correct(encounter, level_report(), deal=3)
    assert (result_of(encounter), play_of(encounter).bell_outcome) == (OPEN, BellOutcome.LEVEL)


def test_correction_that_makes_a_match_too_short_takes_its_winner():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    correct(encounter, void_report(), deal=3)
    assert result_of(encounter) == OPEN
    assert (play_of(encounter).bell_outcome, counting_matches(encounter)) == (BellOutcome.REFEREE, [False])


def test_hand_taken_back_after_the_bell_can_be_entered_again():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    undo_hand.take_hand_back(encounter=encounter, match=1, deal=3, entry_key="x", by=CONSOLE, at=NOW)
    assert (result_of(encounter), play_of(encounter).bell_outcome) == (OPEN, BellOutcome.LAST_HAND)
    play_hand(encounter, report(finisher="A2"))
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)


def test_next_stage_is_drawn_by_the_bell_and_undrawn_when_it_is_taken_back():
    tournament = timed_groups(best_of=1, hands=3, least=2)
    for number in (1, 2):
        for encounter in encounters_of_round(tournament, number):
            play_encounter(encounter)
    first_encounter, second_encounter = last = encounters_of_round(tournament, 3)
    play(first_encounter, "AA")
    play(second_encounter, "BB")
    ring_bell(first_encounter, between=last)
    second = tournament.stages.get(position=2)
    assert (second.drawn_at is not None, second.encounters.count()) == (True, 3)
    take_bell_back(first_encounter)
    assert [result_of(encounter) for encounter in last] == [OPEN, OPEN]
    assert not second.encounters.exclude(sides__entrant=None).exists()
    play_encounter(first_encounter, "B")
    assert result_of(first_encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)
    assert not Bell.objects.in_force().exists()


def test_taking_the_bell_back_needs_a_decision_once_later_play_has_begun():
    tournament = timed_knockout(best_of=1)
    encounters = encounters_of_round(tournament)
    for encounter in encounters:
        play(encounter, "AAA")
    ring_bell(encounters[0], between=encounters)
    (final,) = encounters_of_round(tournament, 2)
    play_hand(final)
    with pytest.raises(LaterPlayAffected):
        take_bell_back(encounters[0])
    assert (result_of(encounters[0])[1], Bell.objects.in_force().count()) == ("A", 1)
    take_bell_back(encounters[0], keep_later_play=True)
    assert result_of(encounters[0]) == OPEN


def test_hands_left_out_by_the_bell_count_again_when_it_is_taken_back():
    encounter = first()
    play(encounter, "AAAAA" + "B")
    ring_bell(encounter)
    take_bell_back(encounter)
    assert (result_of(encounter), counting_matches(encounter)) == (OPEN, [True, True])


def test_encounter_ends_without_the_awaited_hand():
    encounter = first()
    play(encounter, "AAA")
    ring_bell(encounter)
    bell.stop_awaiting_hand(encounter=encounter, by=phone_of(encounter.table), at=NOW)
    assert result_of(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    with pytest.raises(bell.NoHandAwaited):
        bell.stop_awaiting_hand(encounter=encounter, by=CONSOLE, at=NOW)


def test_exempted_encounter_continues_until_the_bell_rings_again():
    tournament = timed_knockout()
    first_encounter, second_encounter = encounters_of_round(tournament)
    play(first_encounter, "AAA")
    play(second_encounter, "AAA")
    ring_bell(first_encounter, between=[first_encounter, second_encounter])
    bell.exempt_from_bell(encounter=first_encounter, change=Change(CONSOLE, NOW))
    assert (result_of(first_encounter), result_of(second_encounter)[1]) == (OPEN, "A")
    play(first_encounter, "BB")
    ring_bell(first_encounter, between=[first_encounter])
    assert result_of(first_encounter)[1] == "A"
    assert Bell.objects.in_force().count() == 2
    bell.exempt_from_bell(encounter=first_encounter, change=Change(CONSOLE, NOW))
    with pytest.raises(bell.NotStopped):
        bell.exempt_from_bell(encounter=first_encounter, change=Change(CONSOLE, NOW))


def test_ruling_remains_when_the_bell_is_taken_back():
    encounter = first()
    play(encounter, "A")
    ring_bell(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    with pytest.raises(refusals.DecidedByWalkover):
        bell.exempt_from_bell(encounter=encounter, change=Change(CONSOLE, NOW))
    take_bell_back(encounter)
    assert result_of(encounter) == (EncounterState.DECIDED, "B", DecidedBy.WALKOVER)
    walkovers.take_walkover_back(encounter=encounter, change=Change(CONSOLE, NOW))
    assert result_of(encounter) == OPEN


def test_reopened_encounter_is_decided_when_it_is_closed():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    reopening.reopen_encounter(encounter=encounter, reason="", change=Change(CONSOLE, NOW))
    correct(encounter, report(finisher="B1", points=(150, 150)))
    assert result_of(encounter) == OPEN
    reopening.close_encounter(encounter=encounter, change=Change(CONSOLE, NOW))
    assert result_of(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)


def test_double_tap_rings_once_and_a_second_organizer_sees_who_rang():
    encounter = first()
    play(encounter, "AAA")
    club = encounter.stage.tournament.club
    organizer = Actor(user=MembershipFactory.create(club=club).user)
    rung = [ring_bell(encounter, key="one tap", by=organizer) for _tap in range(2)]
    assert rung[0] == rung[1]
    with pytest.raises(bell.BellRangAlready) as refusal:
        ring_bell(encounter)
    assert organizer.user is not None
    assert organizer.user.name in refusal.value.message
    assert "22:00" in refusal.value.message
    assert LogRow.objects.filter(action="bell_rung").count() == 1


def test_only_referees_and_organizers_ring_and_take_back():
    encounter = first()
    play(encounter, "AAA")
    club = encounter.stage.tournament.club
    keeper, referee = (
        MembershipFactory.create(club=club, role=role).user for role in (Role.SCOREKEEPER, Role.REFEREE)
    )
    for by in (Actor(user=keeper), phone_of(encounter.table)):
        with pytest.raises(MayNotRule):
            ring_bell(encounter, by=by)
    ring_bell(encounter, by=Actor(user=referee))
    for by in (Actor(user=keeper), phone_of(encounter.table)):
        with pytest.raises(MayNotRule):
            take_bell_back(encounter, by=by)
        with pytest.raises(MayNotRule):
            bell.exempt_from_bell(encounter=encounter, change=Change(by, NOW))
    take_bell_back(encounter, by=Actor(user=referee))
    with pytest.raises(bell.NoBellToTakeBack):
        take_bell_back(encounter)


def test_bell_needs_a_time_limit_and_something_to_stop():
    with pytest.raises(bell.NoBellHere):
        ring_bell(first(time_up=TimeUp.OFF))
    tournament = timed_knockout(best_of=1, hands=3)
    (final,) = encounters_of_round(tournament, 2)
    with pytest.raises(bell.NothingToStop):
        ring_bell(final)


def test_log_has_the_state_of_each_encounter():
    decided, waiting = encounters_of_round(timed_knockout())
    play(decided, "AAA")
    ring_bell(decided, between=[decided])
    details = json.loads(LogRow.objects.get(action="bell_rung").after)
    assert (details["stage"], details["round"]) == (1, 1)
    assert details["encounters"] == [
        {"encounter": str(decided.public_id), "fate": "decided", "winner": "A"},
        {"encounter": str(waiting.public_id), "fate": "referee", "winner": None},
    ]
    take_bell_back(decided)
    assert LogRow.objects.filter(action="bell_undone").count() == 1


def test_table_of_four_is_decided_by_totals():
    tournament = singles_tournament(players=8)
    tournament.stages.update(time_up=TimeUp.BELL, least_hands=2)
    decided, waiting = encounters_of_round(tournament)
    for _hand in range(2):
        play_hand(decided, singles_report(0, 10, 20, 30))
    play_hand(waiting, singles_report(0, 10, 20, 30))
    ring_bell(decided, between=[decided, waiting])
    assert result_of(decided) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert dict(decided.sides.values_list("letter", "place")) == {"A": 1, "B": 2, "C": 3, "D": 4}
    waiting.refresh_from_db()
    assert play_of(waiting).bell_outcome is BellOutcome.REFEREE
    walkovers.award_places(encounter=waiting, order=[*SideLetter], change=Change(CONSOLE, NOW))
    assert result_of(waiting) == (EncounterState.DECIDED, "A", DecidedBy.WALKOVER)


def test_effect_of_a_bell_is_computed_without_writing():
    encounter = first()
    play(encounter, "AAA")
    undecided_play = play_of(encounter)
    fates = [
        bell.play_if_rung_now(encounter, undecided_play, in_play=in_play).bell_outcome
        for in_play in (True, False)
    ]
    assert fates == [BellOutcome.LAST_HAND, BellOutcome.DECIDED]
    assert undecided_play.bell_stop is None
    assert not bell.read_active_bells(encounter.stage.tournament)
    rung = ring_bell(encounter)
    assert bell.read_active_bells(encounter.stage.tournament) == {(encounter.stage_id, "main", 1): rung}
