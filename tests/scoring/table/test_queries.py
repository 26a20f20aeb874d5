from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from rules.hands import HandReport
from scoring.ledger import refusals
from scoring.play import corrections, undo_hand
from scoring.play.change_effects import ChangedEncounter, HandTotals, RefilledSlot
from scoring.play.dry_run import run_and_roll_back
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
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import stored_state
from tournaments.enums import StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

TURNING = report(finisher="B1", points=(150, 150))
"""A hand that turns a match of three, won by small hands, against side A."""


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def decided() -> Tournament:
    tournament = drawn_tournament()
    play_groups(tournament)
    return tournament


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def correction(encounter: Encounter, hand_report: HandReport, **extra: Any) -> Write[object]:
    return partial(correct, encounter, hand_report, **extra)


def dry_run(encounter: Encounter, hand_report: HandReport, **extra: Any) -> Consequences:
    return consequences_of(
        encounter=encounter, write=correction(encounter, hand_report, **extra), change=Change(CONSOLE, NOW)
    )


def group_of(tournament: Tournament, name: str) -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.group is not None and encounter.group.name == name
    ]


def play_groups(tournament: Tournament) -> None:
    for encounter in encounters_of(tournament):
        if encounter.stage.kind == StageKind.GROUPS:
            play_encounter(encounter)


def knockout_of(tournament: Tournament) -> list[Encounter]:
    return [
        encounter for encounter in encounters_of(tournament) if encounter.stage.kind == StageKind.KNOCKOUT
    ]


@pytest.mark.slow
def test_hand_in_mid_match_changes_only_figures(encounter):
    play_hand(encounter, report(points=(30, 40)))
    play_hand(encounter, report(points=(10, 10)))
    consequences = dry_run(encounter, report(points=(31, 40)))
    assert consequences.hand is not None
    assert (consequences.hand.match, consequences.hand.deal) == (1, 1)
    assert consequences.hand.before == HandTotals({"A": -101, "B": 70}, void=False)
    assert consequences.hand.after == HandTotals({"A": -101, "B": 71}, void=False)
    assert (consequences.hand.totals_before, consequences.hand.totals_after) == (
        {"A": -202, "B": 90},
        {"A": -202, "B": 91},
    )
    assert not consequences.decides


def test_void_hand_reopens_the_encounter(encounter):
    play_encounter(encounter)
    consequences = dry_run(encounter, void_report())
    assert consequences.hand is not None
    assert consequences.hand.after == HandTotals({"A": 0, "B": 0}, void=True)
    [turned] = consequences.effects.encounters
    assert (turned.encounter, turned.before, turned.after) == (encounter, "A", None)
    assert consequences.decides


def test_turned_match_is_reported_with_its_winners(encounter):
    play_encounter(encounter)
    consequences = dry_run(encounter, TURNING)
    assert [
        (turned_match.number, turned_match.before, turned_match.after)
        for turned_match in consequences.effects.matches
    ] == [(1, "A", "B")]
    [turned] = consequences.effects.encounters
    assert (turned.winner_before, turned.winner_after) == tuple(
        encounter.sides.get(letter=letter).entrant for letter in "AB"
    )


def test_changed_ranks_and_slots_are_reported(decided):
    group_a = group_of(decided, "A")
    consequences = next(
        consequences
        for consequences in (dry_run(encounter, TURNING) for encounter in group_a)
        if consequences.effects.groups and consequences.effects.slots
    )
    [group] = consequences.effects.groups
    assert group.group == consequences.encounter.group
    assert [ranked.entrant for ranked in group.before] != [ranked.entrant for ranked in group.after]
    assert {slot.encounter.stage.kind for slot in consequences.effects.slots} == {StageKind.KNOCKOUT}
    assert all(slot.before != slot.after for slot in consequences.effects.slots)
    assert consequences.later_play == []


def test_changed_slot_of_the_next_round_is_reported(decided):
    semi, _other, final = knockout_of(decided)
    play_encounter(semi)
    consequences = dry_run(semi, TURNING)
    [slot] = consequences.effects.slots
    before, after = (semi.sides.get(letter=letter).entrant for letter in "AB")
    assert (slot.encounter, slot.before, slot.after) == (final, before, after)


def test_begun_later_play_is_reported_and_kept(decided):
    semi, other, final = knockout_of(decided)
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    consequences = dry_run(semi, TURNING)
    assert consequences.later_play == [final]
    assert consequences.effects.slots == []
    assert [turned.encounter for turned in consequences.effects.encounters] == [semi]


def test_a_hand_that_completes_the_groups_draws_the_knockout(tournament):
    *others, last = [
        encounter for encounter in encounters_of(tournament) if encounter.stage.kind == StageKind.GROUPS
    ]
    for encounter in others:
        play_encounter(encounter)
    play_hand(last)
    play_hand(last)

    def write(*, change: Change) -> object:
        return play_hand(last)

    consequences = consequences_of(encounter=last, write=write, change=Change(CONSOLE, NOW))
    assert consequences.effects.drawn
    assert knockout_of(tournament) == []


def test_withdrawn_and_new_hands_have_figures_on_one_side_only(encounter):
    play_hand(encounter)

    def take_back(*, change: Change) -> object:
        return undo_hand.take_hand_back(
            encounter=encounter, match=1, deal=1, entry_key=uuid.uuid4().hex, by=CONSOLE, at=NOW
        )

    consequences = consequences_of(encounter=encounter, write=take_back, change=Change(CONSOLE, NOW))
    assert consequences.hand is not None
    assert (consequences.hand.before, consequences.hand.after) == (
        HandTotals({"A": -101, "B": 70}, void=False),
        None,
    )
    added = consequences_of(
        encounter=encounter, write=lambda change: play_hand(encounter), change=Change(CONSOLE, NOW)
    )
    assert added.hand is not None
    assert (added.hand.deal, added.hand.before) == (2, None)


def test_a_write_that_changes_no_hand_has_no_consequences(encounter):
    play_hand(encounter)
    consequences = consequences_of(
        encounter=encounter, write=lambda change: None, change=Change(CONSOLE, NOW)
    )
    assert consequences.hand is None
    assert not consequences.decides


def test_refusals_of_the_write_are_raised(encounter):
    play_hand(encounter)
    with pytest.raises(refusals.HandRefused):
        dry_run(encounter, report(points=(500, 1)))
    with pytest.raises(refusals.HandChangedMeanwhile):
        dry_run(encounter, report(points=(1, 2)), version=7)


def test_consequences_equal_the_effect_of_the_correction(decided):
    encounter = group_of(decided, "B")[0]
    consequences = dry_run(encounter, TURNING)
    correct(encounter, TURNING)
    again = dry_run(encounter, TURNING, version=2)
    assert consequences.decides
    assert not again.decides
    encounter.refresh_from_db()
    assert [turned.after for turned in consequences.effects.encounters] == [encounter.winner]


@pytest.fixture
def semi_with_begun_final(decided: Tournament) -> Encounter:
    semi, other, final = knockout_of(decided)
    for encounter in (semi, other):
        play_encounter(encounter)
    play_hand(final)
    return semi


@pytest.mark.slow
def test_dry_run_stores_nothing_inside_or_outside_a_transaction(decided, semi_with_begun_final):
    before = stored_state(decided)
    for _time in range(2):
        dry_run(semi_with_begun_final, TURNING)
        with transaction.atomic():
            dry_run(semi_with_begun_final, TURNING)
    assert stored_state(decided) == before


@pytest.mark.parametrize("outside", [False, True])
def test_dry_run_sends_no_task(tournament, django_capture_on_commit_callbacks, outside):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    standings_cache.refresh(stage=encounter.stage, at=NOW)
    with django_capture_on_commit_callbacks() as waiting:
        if outside:
            with transaction.atomic():
                dry_run(encounter, TURNING)
        else:
            dry_run(encounter, TURNING)
    assert waiting == []
    with django_capture_on_commit_callbacks() as waiting:
        correct(encounter, TURNING)
    assert len(waiting) == 1


def test_dry_run_keeps_other_changes_of_the_transaction(tournament):
    encounter = encounters_of(tournament)[0]
    with transaction.atomic():
        first = play_hand(encounter).entry
        dry_run(encounter, TURNING)
    assert (
        corrections.correct_hand(
            encounter=encounter,
            match=1,
            deal=1,
            version=1,
            report=TURNING,
            reason="?",
            entry_key=uuid.uuid4().hex,
            change=Change(CONSOLE, NOW),
        ).entry.previous_hash
        == first.hash
    )


def test_failed_dry_run_raises_and_stores_nothing(tournament):
    before = stored_state(tournament)

    def fail() -> None:
        play_hand(encounters_of(tournament)[0])
        raise refusals.NoSuchHand

    with pytest.raises(refusals.NoSuchHand):
        run_and_roll_back(fail)
    assert stored_state(tournament) == before


def statements(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (64, 16)])
def test_number_of_queries_does_not_depend_on_the_tournament_size(pairs, groups):
    encounter = encounters_of(drawn_tournament(pairs=pairs, groups=groups))[0]
    play_hand(encounter)
    count = statements(lambda: dry_run(encounter, report(points=(31, 40))))
    assert count == 50


def test_names_of_affected_encounters_take_no_query(tournament, semi_with_begun_final):
    consequences = dry_run(semi_with_begun_final, TURNING)
    turned: list[ChangedEncounter | RefilledSlot] = [
        *consequences.effects.encounters,
        *consequences.effects.slots,
    ]
    named = [consequences.encounter, *consequences.later_play, *(affected.encounter for affected in turned)]
    count = statements(
        lambda: (
            [side.entrant and side.entrant.name for affected in named for side in affected.sides.all()]
            + [affected.table and affected.table.number for affected in named]
        )
    )
    assert count == 0
