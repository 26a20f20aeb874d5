"""What a correction would change, seen before it is saved; and that seeing it leaves no trace."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from rules.hands import HandReport
from scoring.ledger import refusals
from scoring.play import corrections, undo_hand
from scoring.play.change_effects import Figures, RefilledSlot, TurnedEncounter
from scoring.play.dry_run import rehearse
from scoring.play.later_play import Write
from scoring.standings import standings_cache
from scoring.table.queries import Consequences, consequences_of
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
from tests.kept import kept
from tests.scoring.officials.domain.amending import stored
from tournaments.enums import StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.decides]

TURNING = report(finisher="B1", points=(150, 150))
"""A hand that loses side A a match of three which it won by small hands."""


@kept
def tournament() -> Tournament:
    return drawn_tournament()


@kept
def decided() -> Tournament:
    """The groups are played to their end, and the knock-out is drawn."""
    tournament = drawn_tournament()
    play_groups(tournament)
    return tournament


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def correction(encounter: Encounter, said: HandReport, **extra: Any) -> Write:
    return lambda let_stand: correct(encounter, said, let_stand=let_stand, **extra)


def seen(encounter: Encounter, said: HandReport, **extra: Any) -> Consequences:
    return consequences_of(encounter=encounter, write=correction(encounter, said, **extra))


def group_of(tournament: Tournament, name: str) -> list[Encounter]:
    return [one for one in encounters_of(tournament) if one.group is not None and one.group.name == name]


def play_groups(tournament: Tournament) -> None:
    for encounter in encounters_of(tournament):
        if encounter.stage.kind == StageKind.GROUPS:
            play_encounter(encounter)


def knockout_of(tournament: Tournament) -> list[Encounter]:
    return [one for one in encounters_of(tournament) if one.stage.kind == StageKind.KNOCKOUT]


# What is seen


def test_a_hand_in_the_middle_of_a_match_changes_its_figures_and_nothing_else(encounter):
    play_hand(encounter, report(points=(30, 40)))
    play_hand(encounter, report(points=(10, 10)))
    found = seen(encounter, report(points=(31, 40)))
    assert found.hand is not None
    assert (found.hand.match, found.hand.deal) == (1, 1)
    assert found.hand.before == Figures({"A": -101, "B": 70}, void=False)
    assert found.hand.after == Figures({"A": -101, "B": 71}, void=False)
    assert (found.hand.totals_before, found.hand.totals_after) == ({"A": -202, "B": 90}, {"A": -202, "B": 91})
    assert not found.decides


def test_a_hand_that_becomes_void_costs_nothing_and_opens_the_encounter_again(encounter):
    play_encounter(encounter)
    found = seen(encounter, void_report())
    assert found.hand is not None
    assert found.hand.after == Figures({"A": 0, "B": 0}, void=True)
    [turned] = found.effects.encounters
    assert (turned.encounter, turned.before, turned.after) == (encounter, "A", None)
    assert found.decides


def test_a_match_that_turns_is_told_with_its_winners(encounter):
    play_encounter(encounter)
    found = seen(encounter, TURNING)
    assert [(one.number, one.before, one.after) for one in found.effects.matches] == [(1, "A", "B")]
    [turned] = found.effects.encounters
    assert (turned.winner_before, turned.winner_after) == tuple(
        encounter.sides.get(letter=letter).entrant for letter in "AB"
    )


def test_ranks_and_slots_that_turn_are_told(decided):
    group_a = group_of(decided, "A")
    found = next(
        found
        for found in (seen(encounter, TURNING) for encounter in group_a)
        if found.effects.groups and found.effects.slots
    )
    [group] = found.effects.groups
    assert group.group == found.encounter.group
    assert [ranked.entrant for ranked in group.before] != [ranked.entrant for ranked in group.after]
    assert {slot.encounter.stage.kind for slot in found.effects.slots} == {StageKind.KNOCKOUT}
    assert all(slot.before != slot.after for slot in found.effects.slots)
    assert found.later_play == []


def test_a_slot_of_the_next_round_is_told(decided):
    semi, _other, final = knockout_of(decided)
    play_encounter(semi)
    found = seen(semi, TURNING)
    [slot] = found.effects.slots
    before, after = (semi.sides.get(letter=letter).entrant for letter in "AB")
    assert (slot.encounter, slot.before, slot.after) == (final, before, after)


def test_later_encounters_that_have_begun_are_named_and_left_as_they_are(decided):
    semi, other, final = knockout_of(decided)
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    found = seen(semi, TURNING)
    assert found.later_play == [final]
    assert found.effects.slots == []
    assert [turned.encounter for turned in found.effects.encounters] == [semi]


def test_a_hand_that_completes_the_groups_draws_the_knockout(tournament):
    *others, last = [one for one in encounters_of(tournament) if one.stage.kind == StageKind.GROUPS]
    for encounter in others:
        play_encounter(encounter)
    play_hand(last)
    play_hand(last)

    def write(_let_stand: bool) -> object:
        return play_hand(last)

    found = consequences_of(encounter=last, write=write)
    assert found.effects.drawn
    assert knockout_of(tournament) == []


def test_a_hand_that_is_taken_back_or_new_has_no_figures_on_one_side(encounter):
    play_hand(encounter)

    def take_back(_let_stand: bool) -> object:
        return undo_hand.take_hand_back(
            encounter=encounter, match=1, deal=1, entry_key=uuid.uuid4().hex, by=CONSOLE, at=NOW
        )

    found = consequences_of(encounter=encounter, write=take_back)
    assert found.hand is not None
    assert (found.hand.before, found.hand.after) == (Figures({"A": -101, "B": 70}, void=False), None)
    added = consequences_of(encounter=encounter, write=lambda _let_stand: play_hand(encounter))
    assert added.hand is not None
    assert (added.hand.deal, added.hand.before) == (2, None)


def test_a_write_that_changes_no_hand_has_no_consequences(encounter):
    play_hand(encounter)
    found = consequences_of(encounter=encounter, write=lambda _let_stand: None)
    assert found.hand is None
    assert not found.decides


def test_what_the_write_refuses_is_refused(encounter):
    play_hand(encounter)
    with pytest.raises(refusals.HandRefused):
        seen(encounter, report(points=(500, 1)))
    with pytest.raises(refusals.HandChangedMeanwhile):
        seen(encounter, report(points=(1, 2)), version=7)


def test_what_is_seen_is_what_the_correction_does(decided):
    encounter = group_of(decided, "B")[0]
    found = seen(encounter, TURNING)
    correct(encounter, TURNING)
    again = seen(encounter, TURNING, version=2)
    assert found.decides
    assert not again.decides
    encounter.refresh_from_db()
    assert [turned.after for turned in found.effects.encounters] == [encounter.winner]


# No trace


@pytest.fixture
def turned_later(decided: Tournament) -> Encounter:
    """A semi-final on whose result the final has begun."""
    semi, other, final = knockout_of(decided)
    for encounter in (semi, other):
        play_encounter(encounter)
    play_hand(final)
    return semi


def test_nothing_is_stored_within_a_transaction_or_without(decided, turned_later):
    before = stored(decided)
    for _time in range(2):
        seen(turned_later, TURNING)
        with transaction.atomic():
            seen(turned_later, TURNING)
    assert stored(decided) == before


@pytest.mark.parametrize("outside", [False, True])
def test_no_task_is_sent(tournament, django_capture_on_commit_callbacks, outside):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    standings_cache.refresh(stage=encounter.stage, at=NOW)
    with django_capture_on_commit_callbacks() as waiting:
        if outside:
            with transaction.atomic():
                seen(encounter, TURNING)
        else:
            seen(encounter, TURNING)
    assert waiting == []
    with django_capture_on_commit_callbacks() as waiting:
        correct(encounter, TURNING)
    assert len(waiting) == 1


def test_what_else_happens_in_the_same_transaction_is_kept(tournament):
    encounter = encounters_of(tournament)[0]
    with transaction.atomic():
        first = play_hand(encounter).entry
        seen(encounter, TURNING)
    assert (
        corrections.correct_hand(
            encounter=encounter,
            match=1,
            deal=1,
            version=1,
            report=TURNING,
            reason="?",
            entry_key=uuid.uuid4().hex,
            by=CONSOLE,
            at=NOW,
        ).entry.previous_hash
        == first.hash
    )


def test_a_rehearsal_that_fails_raises_what_it_raised_and_stores_nothing(tournament):
    before = stored(tournament)

    def fail() -> None:
        play_hand(encounters_of(tournament)[0])
        raise refusals.NoSuchHand

    with pytest.raises(refusals.NoSuchHand):
        rehearse(fail)
    assert stored(tournament) == before


# Size


def statements(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (64, 16)])
def test_the_size_of_the_tournament_costs_no_statement(pairs, groups):
    encounter = encounters_of(drawn_tournament(pairs=pairs, groups=groups))[0]
    play_hand(encounter)
    taken = statements(lambda: seen(encounter, report(points=(31, 40))))
    assert taken == {"sqlite": 49, "postgresql": 46}[connection.vendor]


def test_pages_need_no_more_queries_to_name_what_is_seen(tournament, turned_later):
    found = seen(turned_later, TURNING)
    turned: list[TurnedEncounter | RefilledSlot] = [*found.effects.encounters, *found.effects.slots]
    named = [found.encounter, *found.later_play, *(one.encounter for one in turned)]
    count = statements(
        lambda: (
            [side.entrant and side.entrant.name for one in named for side in one.sides.all()]
            + [one.table and one.table.number for one in named]
        )
    )
    assert count == 0
