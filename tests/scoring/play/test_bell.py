"""The bell stops a round: what its hands decide is decided, taken back it is open again."""

from __future__ import annotations

import json

import pytest

from scoring.ledger import refusals
from scoring.ledger.played_matches import Fate
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
from tests.scoring.play.ringing import of_round, play, ring, take_back, timed, timed_groups
from tournaments.enums import DecidedBy, EncounterState, Role, SideLetter, TimeUp
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def first(**changes) -> Encounter:
    return of_round(timed(**changes))[0]


def stands(encounter: Encounter) -> tuple[object, ...]:
    encounter.refresh_from_db()
    return encounter.state, encounter.winner, encounter.decided_by


def wins(encounter: Encounter) -> dict[str, int | None]:
    return dict(encounter.sides.values_list("letter", "wins"))


def counting(encounter: Encounter) -> list[bool]:
    return list(Match.objects.filter(encounter=encounter).order_by("number").values_list("counts", flat=True))


OPEN = (EncounterState.PLAYING, None, None)


def test_between_two_hands_a_match_with_enough_is_decided_by_its_totals():
    encounter = first()
    play(encounter, "AAA")
    ring(encounter, between=[encounter])
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert wins(encounter) == {"A": 1, "B": 0}


def test_the_hand_in_play_is_played_out_and_no_new_one_dealt():
    encounter = first()
    play(encounter, "AAB")
    ring(encounter)
    assert stands(encounter) == OPEN
    play_hand(encounter, report(finisher="B1", points=(150, 150)))
    assert stands(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)
    with pytest.raises(refusals.TimeIsUp):
        play_hand(encounter)
    assert Hand.objects.filter(match__encounter=encounter).count() == 4


def test_a_void_hand_in_play_was_the_last_all_the_same():
    encounter = first()
    play(encounter, "AAA")
    ring(encounter)
    play_hand(encounter, void_report())
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)


def test_a_match_that_is_too_short_is_not_played_and_waits_for_no_hand():
    encounter = of_round(timed_groups())[0]
    play(encounter, "AAAAA" + "B")
    ring(encounter)
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert (wins(encounter), counting(encounter)) == ({"A": 1, "B": 0}, [True, False])
    assert encounter.group is not None
    rows = {one.entrant: one.row for one in rank_group(encounter.group)}
    winner, loser = (encounter.sides.get(letter=letter).entrant for letter in "AB")
    assert winner is not None and loser is not None  # noqa: PT018 - for the checker
    assert (rows[winner].matches_won, rows[winner].penalties) == (1, 5 * -101)
    assert (rows[loser].matches_lost, rows[loser].penalties) == (1, 5 * 70)


def test_level_with_enough_hands_one_more_is_played_at_a_time():
    encounter = first()
    play(encounter, "===")
    ring(encounter, between=[encounter])
    assert (stands(encounter), play_of(encounter).fate) == (OPEN, Fate.LEVEL)
    play_hand(encounter, level_report())
    assert play_of(encounter).fate is Fate.LEVEL
    play_hand(encounter, report(finisher="B1"))
    assert stands(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)


def test_equally_many_matches_are_parted_by_the_lower_sum():
    encounter = first(hands=3, least=2)
    play(encounter, "AAA")
    for _hand in range(2):
        play_hand(encounter, report(finisher="B1", points=(10, 10)))
    ring(encounter, between=[encounter])
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert wins(encounter) == {"A": 1, "B": 1}


def test_where_nothing_parts_them_the_referee_rules():
    tournament = timed(hands=3)
    level, short = of_round(tournament)
    play(level, "AAABBB")
    play(short, "A")
    ring(level, between=[level])
    for each, state in ((level, {"A": 1, "B": 1}), (short, {"A": None, "B": None})):
        assert (stands(each), play_of(each).fate, wins(each)) == (OPEN, Fate.REFEREE, state)
        with pytest.raises(refusals.TimeIsUp):
            play_hand(each)
        walkovers.record_walkover(encounter=each, winner=SideLetter.B, by=CONSOLE, at=NOW)
        assert stands(each) == (EncounterState.DECIDED, "B", DecidedBy.WALKOVER)


def test_one_that_has_not_begun_waits_for_the_referee_too():
    encounter = first()
    ring(encounter)
    assert stands(encounter) == (EncounterState.READY, None, None)
    assert play_of(encounter).fate is Fate.REFEREE
    bell.let_play_on(encounter=encounter, by=CONSOLE, at=NOW)
    play_encounter(encounter)
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)


def test_what_is_decided_stays_and_a_correction_after_the_bell_decides_by_the_same_rule():
    encounter = first(hands=3)
    play_encounter(encounter)
    ring(encounter)
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)
    correct(encounter, report(finisher="B1", points=(150, 150)), match=2)
    assert (stands(encounter), wins(encounter)) == (
        (EncounterState.DECIDED, "A", DecidedBy.TIME),
        {"A": 1, "B": 1},
    )
    correct(encounter, report(), match=2, version=2)
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)


def test_a_correction_that_levels_a_match_lets_one_hand_more_be_played():
    encounter = first(best_of=1)
    play(encounter, "==A")
    ring(encounter, between=[encounter])
    assert encounter.winner == "A"
    correct(encounter, level_report(), deal=3)
    assert (stands(encounter), play_of(encounter).fate) == (OPEN, Fate.LEVEL)


def test_a_correction_that_leaves_a_match_too_short_takes_its_winner():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring(encounter, between=[encounter])
    correct(encounter, void_report(), deal=3)
    assert stands(encounter) == OPEN
    assert (play_of(encounter).fate, counting(encounter)) == (Fate.REFEREE, [False])


def test_a_hand_taken_back_within_its_minute_is_entered_again():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring(encounter, between=[encounter])
    undo_hand.take_hand_back(encounter=encounter, match=1, deal=3, entry_key="x", by=CONSOLE, at=NOW)
    assert (stands(encounter), play_of(encounter).fate) == (OPEN, Fate.LAST_HAND)
    play_hand(encounter, report(finisher="A2"))
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)


def test_standings_and_the_next_stage_follow_and_taking_it_back_takes_that_back():
    tournament = timed_groups(best_of=1, hands=3, least=2)
    for number in (1, 2):
        for each in of_round(tournament, number):
            play_encounter(each)
    one, other = last = of_round(tournament, 3)
    play(one, "AA")
    play(other, "BB")
    ring(one, between=last)
    second = tournament.stages.get(position=2)
    assert (second.drawn_at is not None, second.encounters.count()) == (True, 3)
    take_back(one)
    assert [stands(each) for each in last] == [OPEN, OPEN]
    assert not second.encounters.exclude(sides__entrant=None).exists()
    play_encounter(one, "B")
    assert stands(one) == (EncounterState.DECIDED, "A", DecidedBy.PLAY)
    assert not Bell.objects.in_force().exists()


def test_taking_it_back_asks_where_later_play_has_begun():
    tournament = timed(best_of=1)
    encounters = of_round(tournament)
    for each in encounters:
        play(each, "AAA")
    ring(encounters[0], between=encounters)
    (final,) = of_round(tournament, 2)
    play_hand(final)
    with pytest.raises(LaterPlayRestsOnIt):
        take_back(encounters[0])
    assert (stands(encounters[0])[1], Bell.objects.in_force().count()) == ("A", 1)
    take_back(encounters[0], let_stand=True)
    assert stands(encounters[0]) == OPEN


def test_hands_that_the_bell_left_out_count_again_when_it_is_taken_back():
    encounter = first()
    play(encounter, "AAAAA" + "B")
    ring(encounter)
    take_back(encounter)
    assert (stands(encounter), counting(encounter)) == (OPEN, [True, True])


def test_no_hand_was_in_play_after_all():
    encounter = first()
    play(encounter, "AAA")
    ring(encounter)
    bell.end_without_hand(encounter=encounter, by=phone_of(encounter.table), at=NOW)
    assert stands(encounter) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    with pytest.raises(bell.NoHandAwaited):
        bell.end_without_hand(encounter=encounter, by=CONSOLE, at=NOW)


def test_one_encounter_is_let_play_on_until_the_bell_is_rung_again():
    tournament = timed()
    one, other = of_round(tournament)
    play(one, "AAA")
    play(other, "AAA")
    ring(one, between=[one, other])
    bell.let_play_on(encounter=one, by=CONSOLE, at=NOW)
    assert (stands(one), stands(other)[1]) == (OPEN, "A")
    play(one, "BB")
    ring(one, between=[one])
    assert stands(one)[1] == "A"
    assert Bell.objects.in_force().count() == 2
    bell.let_play_on(encounter=one, by=CONSOLE, at=NOW)
    with pytest.raises(bell.NotStopped):
        bell.let_play_on(encounter=one, by=CONSOLE, at=NOW)


def test_what_the_referee_ruled_stands_when_the_bell_is_taken_back():
    encounter = first()
    play(encounter, "A")
    ring(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
    with pytest.raises(refusals.DecidedByWalkover):
        bell.let_play_on(encounter=encounter, by=CONSOLE, at=NOW)
    take_back(encounter)
    assert stands(encounter) == (EncounterState.DECIDED, "B", DecidedBy.WALKOVER)
    walkovers.take_walkover_back(encounter=encounter, by=CONSOLE, at=NOW)
    assert stands(encounter) == OPEN


def test_one_that_is_reopened_is_decided_when_it_is_closed():
    encounter = first(best_of=1)
    play(encounter, "AAA")
    ring(encounter, between=[encounter])
    reopening.reopen(encounter=encounter, reason="", by=CONSOLE, at=NOW)
    correct(encounter, report(finisher="B1", points=(150, 150)))
    assert stands(encounter) == OPEN
    reopening.close(encounter=encounter, by=CONSOLE, at=NOW)
    assert stands(encounter) == (EncounterState.DECIDED, "B", DecidedBy.TIME)


def test_a_double_tap_rings_once_and_the_second_organizer_sees_who_was_first():
    encounter = first()
    play(encounter, "AAA")
    club = encounter.stage.tournament.club
    organizer = Actor(user=MembershipFactory.create(club=club).user)
    rung = [ring(encounter, key="one tap", by=organizer) for _tap in range(2)]
    assert rung[0] == rung[1]
    with pytest.raises(bell.BellRangAlready) as refusal:
        ring(encounter)
    assert organizer.user is not None
    assert organizer.user.name in refusal.value.message
    assert "22:00" in refusal.value.message
    assert LogRow.objects.filter(action="bell_rung").count() == 1


def test_who_may_ring_and_take_back():
    encounter = first()
    play(encounter, "AAA")
    club = encounter.stage.tournament.club
    keeper, referee = (
        MembershipFactory.create(club=club, role=one).user for one in (Role.SCOREKEEPER, Role.REFEREE)
    )
    for by in (Actor(user=keeper), phone_of(encounter.table)):
        with pytest.raises(MayNotRule):
            ring(encounter, by=by)
    ring(encounter, by=Actor(user=referee))
    for by in (Actor(user=keeper), phone_of(encounter.table)):
        with pytest.raises(MayNotRule):
            take_back(encounter, by=by)
        with pytest.raises(MayNotRule):
            bell.let_play_on(encounter=encounter, by=by, at=NOW)
    take_back(encounter, by=Actor(user=referee))
    with pytest.raises(bell.NoBellToTakeBack):
        take_back(encounter)


def test_it_rings_only_where_that_was_agreed_and_something_is_to_be_stopped():
    with pytest.raises(bell.NoBellHere):
        ring(first(time_up=TimeUp.OFF))
    tournament = timed(best_of=1, hands=3)
    (final,) = of_round(tournament, 2)
    with pytest.raises(bell.NothingToStop):
        ring(final)


def test_the_log_tells_what_became_of_each_encounter():
    one, other = of_round(timed())
    play(one, "AAA")
    ring(one, between=[one])
    told = json.loads(LogRow.objects.get(action="bell_rung").after)
    assert (told["stage"], told["round"]) == (1, 1)
    assert told["encounters"] == [
        {"encounter": str(one.public_id), "fate": "decided", "winner": "A"},
        {"encounter": str(other.public_id), "fate": "referee", "winner": None},
    ]
    take_back(one)
    assert LogRow.objects.filter(action="bell_taken_back").count() == 1


def test_at_a_table_of_four_the_one_match_decides_by_its_totals():
    tournament = singles_tournament(players=8)
    tournament.stages.update(time_up=TimeUp.BELL, least_hands=2)
    one, other = of_round(tournament)
    for _hand in range(2):
        play_hand(one, singles_report(0, 10, 20, 30))
    play_hand(other, singles_report(0, 10, 20, 30))
    ring(one, between=[one, other])
    assert stands(one) == (EncounterState.DECIDED, "A", DecidedBy.TIME)
    assert dict(one.sides.values_list("letter", "place")) == {"A": 1, "B": 2, "C": 3, "D": 4}
    other.refresh_from_db()
    assert play_of(other).fate is Fate.REFEREE
    walkovers.award_places(encounter=other, order=[*SideLetter], by=CONSOLE, at=NOW)
    assert stands(other) == (EncounterState.DECIDED, "A", DecidedBy.WALKOVER)


def test_what_would_happen_is_told_without_writing_anything():
    encounter = first()
    play(encounter, "AAA")
    play_now = play_of(encounter)
    fates = [bell.at_bell(encounter, play_now, in_play=in_play).fate for in_play in (True, False)]
    assert fates == [Fate.LAST_HAND, Fate.DECIDED]
    assert play_now.stop is None
    assert not bell.rung(encounter.stage.tournament)
    rung = ring(encounter)
    assert bell.rung(encounter.stage.tournament) == {(encounter.stage_id, "main", 1): rung}
