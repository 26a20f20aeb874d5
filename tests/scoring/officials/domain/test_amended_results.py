from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.games.okey101.switches import LevelMatch, NobodyOpened, OkeyLeft
from scoring.integrity.integrity_checks import verify
from scoring.play import walkovers
from scoring.play.later_play import LaterPlayChoice
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    play_encounter,
    play_hand,
    play_of,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import (
    FLAT,
    amend,
    change,
    group_encounters,
    is_in_group_a,
    play_turning_hands,
    preview,
    rules,
    stored_state,
    turning_hands,
    uneven_report,
)
from tests.scoring.stage_flows import ELIMINATION, drawn_flow, earlier_entered_side
from tournaments.enums import EncounterState, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Group, LogRow, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def best_of_three() -> Tournament:
    return drawn_tournament(groups_best_of=3)


@module_fixture
def bracket() -> Tournament:
    return drawn_flow(ELIMINATION, pairs=4)


@module_fixture
def waiting() -> Tournament:
    tournament = drawn_tournament(pairs=6)
    last = group_encounters(tournament)[-1]
    for encounter in encounters_of(tournament):
        if encounter != last:
            play_encounter(encounter, earlier_entered_side(encounter))
    return tournament


@module_fixture
def decided() -> Tournament:
    """Finished groups; the encounters of group A's four turn under FLAT."""
    tournament = drawn_tournament(pairs=7)
    for encounter in encounters_of(tournament):
        if is_in_group_a(encounter):
            play_turning_hands(encounter)
        else:
            play_encounter(encounter, earlier_entered_side(encounter))
    return tournament


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


# Matches, encounters, groups, the bracket


@pytest.mark.slow
def test_winner_of_match_and_encounter_changes(tournament, encounter):
    play_turning_hands(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"
    amendment = amend(tournament, **FLAT)
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.matches.get().winner) == ("B", "B")
    [match], [turned] = amendment.effects.matches, amendment.effects.encounters
    assert (match.encounter, match.number, match.before, match.after) == (encounter, 1, "A", "B")
    assert (turned.encounter, turned.before, turned.after) == (encounter, "A", "B")
    sides = {side.letter: side.entrant for side in encounter.sides.all()}
    assert (turned.winner_before, turned.winner_after) == (sides["A"], sides["B"])


def test_encounter_of_three_matches_reopens(best_of_three):
    encounter = encounters_of(best_of_three)[0]
    play_turning_hands(encounter)
    for _hand in range(3):
        play_hand(encounter)
    [turned] = amend(best_of_three, **FLAT).effects.encounters
    encounter.refresh_from_db()
    assert (turned.before, turned.after, turned.winner_after) == ("A", None, None)
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 1, "B": 1}
    assert play_of(encounter).current.number == 3


def test_needless_match_stops_counting(best_of_three):
    encounter = encounters_of(best_of_three)[0]
    play_turning_hands(encounter)
    for winner in "BA":
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1"))
    amend(best_of_three, **FLAT)
    assert list(encounter.matches.order_by("number").values_list("winner", "counts")) == [
        ("B", True),
        ("B", True),
        ("A", False),
    ]
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 0, "B": 2}


def test_hand_that_becomes_void_reopens_its_match(tournament, encounter):
    play_hand(encounter, level_report())
    for _hand in range(2):
        play_hand(encounter)
    amendment = amend(tournament, nobody_opened=NobodyOpened.REPLAY)
    encounter.refresh_from_db()
    current = play_of(encounter).current
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    assert (current.number, current.numbers, current.next_number) == (1, [1, 1, 2], 3)
    [hand] = amendment.hands
    assert (hand.before.void, hand.after.void, hand.after.totals) == (False, True, {"A": 0, "B": 0})
    assert [(turned.before, turned.after) for turned in amendment.effects.encounters] == [("A", None)]
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_void_hand_that_becomes_scored_completes_its_match(tournament, encounter):
    change(tournament, rules(tournament, nobody_opened=NobodyOpened.REPLAY))
    play_hand(encounter, level_report())
    for _hand in range(2):
        play_hand(encounter)
    assert play_of(encounter).current.next_number == 3
    amendment = amend(tournament, nobody_opened=NobodyOpened.SCORE)
    encounter.refresh_from_db()
    [hand] = amendment.hands
    assert (hand.before.void, hand.after.void) == (True, False)
    assert (encounter.winner, encounter.state) == ("A", EncounterState.DECIDED)
    assert encounter.decided_at == NOW
    assert [(turned.before, turned.after) for turned in amendment.effects.encounters] == [(None, "A")]


@pytest.mark.postgres
def test_reordered_group_sends_other_entrants_to_its_slots(decided):
    group = Group.objects.get(stage__tournament=decided, name="A")
    before = {place.rank: place.entrant for place in group.places.all()}
    amendment = amend(decided, **FLAT)
    after = {place.rank: place.entrant for place in group.places.all()}
    assert before[1] != after[1]
    [reordered] = amendment.effects.groups
    assert reordered.group == group
    assert [ranked.entrant for ranked in reordered.before][:2] == [before[1], before[2]]
    assert [ranked.entrant for ranked in reordered.after][:2] == [after[1], after[2]]
    slots = {(slot.before, slot.after) for slot in amendment.effects.slots}
    assert slots == {(before[rank], after[rank]) for rank in (1, 2)}
    for slot in amendment.effects.slots:
        assert slot.encounter.sides.get(letter=slot.letter).entrant == slot.after
    assert not amendment.later_play


def test_reopened_group_empties_its_slots(waiting):
    last = group_encounters(waiting)[-1]
    play_hand(last, level_report())
    for _hand in range(2):
        play_hand(last)
    amendment = amend(waiting, nobody_opened=NobodyOpened.REPLAY)
    group = Group.objects.get(stage__tournament=waiting, name="A")
    assert set(group.places.values_list("rank", flat=True)) == {None}
    assert [slot.after for slot in amendment.effects.slots] == [None, None]
    semis = encounters_of(waiting)[-3:-1]
    assert {semi.state for semi in semis} == {EncounterState.PENDING}


def test_completing_the_groups_draws_the_knockout(waiting):
    amend(waiting, nobody_opened=NobodyOpened.REPLAY)
    last = group_encounters(waiting)[-1]
    play_hand(last, level_report())
    for _hand in range(2):
        play_hand(last)
    other: dict[str, Any] = {"nobody_opened": NobodyOpened.SCORE}
    assert preview(waiting, **other).effects.drawn
    assert len(encounters_of(waiting)) == 6
    assert amend(waiting, **other).effects.drawn
    assert len(encounters_of(waiting)) == 9


def test_bracket_is_decided_again_round_by_round(bracket):
    semi, other, final = encounters_of(bracket)
    play_turning_hands(semi)
    play_encounter(other)
    sides = {side.letter: side.entrant for side in semi.sides.all()}
    amendment = amend(bracket, **FLAT)
    [slot] = amendment.effects.slots
    assert (slot.encounter, slot.before, slot.after) == (final, sides["A"], sides["B"])
    assert final.sides.get(letter=slot.letter).entrant == sides["B"]


def test_champion_changes(bracket):
    *semis, final = encounters_of(bracket)
    for semi in semis:
        play_encounter(semi)
    play_turning_hands(final)
    bracket.refresh_from_db()
    assert bracket.champion == final.sides.get(letter="A").entrant
    amend(bracket, **FLAT)
    bracket.refresh_from_db()
    assert bracket.champion == final.sides.get(letter="B").entrant


# Later play


@pytest.mark.slow
@pytest.mark.postgres
def test_begun_later_play_needs_a_decision(decided):
    semi, other = encounters_of(decided)[-3:-1]
    play_hand(semi)
    sides = list(semi.sides.order_by("letter").values_list("entrant", flat=True))
    assert preview(decided, **FLAT).later_play == [semi]
    before = stored_state(decided)
    with pytest.raises(LaterPlayAffected) as refusal:
        amend(decided, **FLAT)
    assert refusal.value.encounters == [semi]
    assert stored_state(decided) == before
    amendment = amend(decided, later=LaterPlayChoice.STANDS, **FLAT)
    assert amendment.later_play == [semi]
    assert list(semi.sides.order_by("letter").values_list("entrant", flat=True)) == sides
    assert {slot.encounter for slot in amendment.effects.slots} <= {other}
    assert json.loads(LogRow.objects.get(action="rules_amended").after)["later_play_stands"] is True
    assert verify(decided).discrepancies == []


@pytest.mark.postgres
def test_begun_later_play_can_be_replayed(decided):
    semi, other = encounters_of(decided)[-3:-1]
    play_hand(semi)
    sides = set(semi.sides.values_list("entrant", flat=True))
    amendment = amend(decided, later=LaterPlayChoice.REOPENS, **FLAT)
    assert amendment.later_play == []
    semi.refresh_from_db()
    assert semi.annulled_at == NOW
    fresh = Encounter.objects.not_annulled().get(stage=semi.stage, round=1, position=semi.position)
    assert set(fresh.sides.values_list("entrant", flat=True)) != sides
    assert fresh.state == other.state == EncounterState.READY
    assert json.loads(LogRow.objects.get(action="rules_amended").after)["later_play_stands"] is False


def test_refusal_names_every_later_encounter(decided):
    semis = encounters_of(decided)[-3:-1]
    play_hand(semis[0])
    play_turning_hands(semis[1])
    final = encounters_of(decided)[-1]
    play_encounter(semis[0])
    play_hand(final)
    assert preview(decided, **FLAT).later_play == [*semis, final]


def test_previously_kept_later_play_is_not_asked_about_again(decided):
    semi = encounters_of(decided)[-3]
    play_hand(semi)
    amend(decided, later=LaterPlayChoice.STANDS, **FLAT)
    play_encounter(semi)
    amendment = amend(decided, okey_left=OkeyLeft.NONE)
    assert amendment.later_play == []
    latest = LogRow.objects.filter(action="rules_amended").latest("pk")
    assert json.loads(latest.after)["later_play_stands"] is False
    assert verify(decided).discrepancies == []


def test_unchanged_winner_of_kept_play_is_not_asked_about_again():
    """The final keeps the loser of a corrected semi-final, in which a match turns but not the winner."""
    tournament = drawn_flow(replace(ELIMINATION, best_of=3), pairs=4)
    semi, other, final = encounters_of(tournament)
    for _hand in range(3):
        play_hand(semi, report(finisher="B1"))
    play_turning_hands(semi)
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    correct(semi, report(finisher="B1", points=(150, 150)), match=3, keep_later_play=True)
    amendment = amend(tournament, **FLAT)
    assert [(turned.number, turned.before, turned.after) for turned in amendment.effects.matches] == [
        (2, "A", "B")
    ]
    assert not amendment.later_play
    assert dict(semi.sides.values_list("letter", "wins")) == {"A": 0, "B": 2}


def test_walkover_is_kept_and_its_hands_do_not_count(tournament, encounter):
    for hand in turning_hands()[:2]:
        play_hand(encounter, hand)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    amendment = amend(tournament, **FLAT)
    encounter.refresh_from_db()
    assert len(amendment.hands) == 1
    assert (encounter.winner, amendment.effects.encounters) == ("A", [])
    assert not encounter.matches.get().counts
    walkovers.take_walkover_back(encounter=encounter, change=Change(CONSOLE, NOW))
    assert play_of(encounter).current.result.totals == {"A": -101 + 120, "B": 10 - 101}


# Level matches


def test_level_matches_are_decided_by_fewest_202s_if_the_rules_say_so(tournament, encounter):
    for _hand in range(3):
        play_hand(encounter, uneven_report())
    encounter.refresh_from_db()
    assert encounter.winner is None
    amendment = amend(tournament, level_match=LevelMatch.FEWEST_UNOPENED)
    encounter.refresh_from_db()
    assert encounter.winner == "B"
    assert not amendment.hands
    assert [(turned.before, turned.after) for turned in amendment.effects.matches] == [(None, "B")]
    amend(tournament, level_match=LevelMatch.EXTRA_HAND)
    encounter.refresh_from_db()
    assert encounter.winner is None
    assert play_of(encounter).current.next_number == 4
