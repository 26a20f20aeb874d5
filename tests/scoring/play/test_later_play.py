from __future__ import annotations

import json
from functools import partial

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.ledger.locks import EncounterAnnulled
from scoring.models import Entry, Hand
from scoring.play import walkovers
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
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
from tests.scoring.officials.domain.official_actions import play_as_entered, prepared_bracket
from tournaments.enums import EncounterState, Part, SideLetter, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, LogRow, Tournament
from tournaments.schedule import replacements
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TURNING = report(finisher="B1", points=(150, 150))
"""A hand that turns a match of three which the other side won by small hands."""


def bracket(tournament: Tournament) -> list[Encounter]:
    active = Encounter.objects.not_annulled().filter(
        stage__tournament=tournament, stage__kind=StageKind.KNOCKOUT
    )
    return list(active.select_related("stage__tournament").order_by("round", "position"))


def sides_of(encounter: Encounter) -> list[Entrant | None]:
    return [side.entrant for side in encounter.sides.select_related("entrant").order_by("letter")]


@module_fixture
def tournament() -> Tournament:
    """A finished tournament: earlier entered pairs win in groups, side A in the bracket."""
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    for encounter in bracket(tournament):
        play_encounter(encounter)
    return tournament


def turn_result(encounter: Encounter, later: LaterPlayChoice):
    return apply_with_later_play(
        partial(correct, encounter, TURNING),
        tournament=encounter.stage.tournament,
        choice=later,
        change=Change(CONSOLE, NOW),
    )


@pytest.mark.slow
def test_change_is_refused_while_nothing_is_chosen(tournament):
    semi, _other, final = bracket(tournament)
    with pytest.raises(LaterPlayAffected) as refusal:
        turn_result(semi, LaterPlayChoice.ASKS)
    assert refusal.value.encounters == [final]
    assert Entry.objects.filter(version=2).count() == 0


def test_kept_later_play_is_unchanged(tournament):
    semi, _other, final = bracket(tournament)
    before = sides_of(final)
    turn_result(semi, LaterPlayChoice.STANDS)
    assert sides_of(final) == before
    final.refresh_from_db()
    assert (final.winner, final.annulled_at) == ("A", None)


def test_reopened_later_play_waits_with_the_corrected_sides(tournament):
    semi, other, final = bracket(tournament)
    loser, winner_of_other = sides_of(semi)[1], sides_of(other)[0]
    turn_result(semi, LaterPlayChoice.REOPENS)
    semi, other, fresh = bracket(tournament)
    assert fresh != final
    assert (fresh.state, fresh.winner) == (EncounterState.READY, None)
    assert sides_of(fresh) == [loser, winner_of_other]
    assert (fresh.round, fresh.position, fresh.part) == (final.round, final.position, final.part)
    tournament.refresh_from_db()
    assert (tournament.champion, tournament.state) == (None, TournamentState.PLAYING)
    play_encounter(fresh)
    tournament.refresh_from_db()
    assert (tournament.champion, tournament.state) == (loser, TournamentState.FINISHED)


def test_annulled_encounter_keeps_its_hands_but_they_do_not_count(tournament):
    semi, _other, final = bracket(tournament)
    hands = Hand.objects.filter(match__encounter=final).count()
    turn_result(semi, LaterPlayChoice.REOPENS)
    final.refresh_from_db()
    assert final.annulled_at == NOW
    assert Hand.objects.filter(match__encounter=final).count() == hands
    assert not Hand.objects.counting().filter(match__encounter=final).exists()
    fresh = bracket(tournament)[-1]
    assert replacements.replacement_of(final) == fresh
    assert replacements.replacement_of(fresh) is None
    assert (replacements.replaced_encounter(fresh), replacements.replaced_encounter(semi)) == (final, None)
    row = LogRow.objects.get(action="encounter_annulled")
    assert (row.subject, json.loads(row.after)) == (
        str(final.public_id),
        {"replaced_by": str(fresh.public_id)},
    )


def test_replacement_gets_the_table_and_queue_place_of_the_annulled(tournament):
    semi, _other, final = bracket(tournament)
    table, place = final.table, final.queue_place
    turn_result(semi, LaterPlayChoice.REOPENS)
    final.refresh_from_db()
    fresh = bracket(tournament)[-1]
    assert (fresh.table, fresh.queue_place) == (table, place)
    assert final.queue_place is None


def test_dependents_of_an_annulled_encounter_are_annulled_too(tournament):
    """The order of a group turns: its qualifiers play in both semi-finals, and the final depends on these."""
    before = bracket(tournament)
    semi = before[0]
    first = sides_of(semi)[0]
    group = semi.sides.get(letter="A").from_group
    won = next(
        candidate
        for candidate in encounters_of(tournament)
        if candidate.group == group
        and first in sides_of(candidate)
        and sides_of(candidate)["AB".index(candidate.winner or "")] == first
    )
    apply_with_later_play(
        partial(correct, won, void_report()),
        tournament=tournament,
        choice=LaterPlayChoice.REOPENS,
        change=Change(CONSOLE, NOW),
    )
    after = bracket(tournament)
    assert set(before).isdisjoint(after)
    assert [candidate.state for candidate in after] == [EncounterState.PENDING] * 3
    assert Encounter.objects.exclude(annulled_at=None).count() == 3
    play_encounter(won)
    assert [candidate.state for candidate in bracket(tournament)] == [
        EncounterState.READY,
        EncounterState.READY,
        EncounterState.PENDING,
    ]
    for encounter in bracket(tournament):
        play_encounter(encounter)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


def test_encounter_can_be_annulled_repeatedly(tournament):
    for times, correction in enumerate((TURNING, report(), TURNING), start=1):
        semi, _other, final = bracket(tournament)
        play_encounter(final)
        apply_with_later_play(
            partial(correct, semi, correction, version=times),
            tournament=tournament,
            choice=LaterPlayChoice.REOPENS,
            change=Change(CONSOLE, NOW),
        )
        assert Encounter.objects.exclude(annulled_at=None).count() == times
        assert bracket(tournament)[-1].state == EncounterState.READY


def test_nothing_is_annulled_without_later_play(tournament):
    *_semis, final = bracket(tournament)
    turn_result(final, LaterPlayChoice.REOPENS)
    assert not Encounter.objects.exclude(annulled_at=None).exists()
    tournament.refresh_from_db()
    assert tournament.champion == sides_of(final)[1]


def test_refused_change_annuls_nothing(tournament):
    semi, _other, final = bracket(tournament)
    with pytest.raises(refusals.HandChangedMeanwhile):
        apply_with_later_play(
            partial(correct, semi, TURNING, version=7),
            tournament=tournament,
            choice=LaterPlayChoice.REOPENS,
            change=Change(CONSOLE, NOW),
        )
    final.refresh_from_db()
    assert final.annulled_at is None


def test_annulled_encounter_can_not_be_changed(tournament):
    semi, _other, final = bracket(tournament)
    turn_result(semi, LaterPlayChoice.REOPENS)
    with pytest.raises(EncounterAnnulled):
        correct(final, void_report())
    with pytest.raises(EncounterAnnulled):
        play_hand(final)
    with pytest.raises(EncounterAnnulled):
        walkovers.record_walkover(encounter=final, winner=SideLetter.A, change=Change(CONSOLE, NOW))


def test_taking_a_walkover_back_can_reopen_later_play():
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    semi, other, final = bracket(tournament)
    walkovers.record_walkover(encounter=semi, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    play_encounter(other)
    play_hand(final)
    apply_with_later_play(
        partial(walkovers.take_walkover_back, encounter=semi),
        tournament=tournament,
        choice=LaterPlayChoice.REOPENS,
        change=Change(CONSOLE, NOW),
    )
    semi, other, fresh = bracket(tournament)
    assert (semi.state, fresh.state) == (EncounterState.READY, EncounterState.PENDING)
    assert sides_of(fresh) == [None, sides_of(other)[0]]


def finals(tournament: Tournament) -> list[Encounter]:
    active = Encounter.objects.not_annulled().filter(stage__tournament=tournament, part=Part.FINAL)
    return list(active.select_related("stage__tournament").order_by("round"))


@module_fixture
def two_finals() -> Tournament:
    tournament = prepared_bracket("double", 4)
    while ready := [
        encounter for encounter in encounters_of(tournament) if encounter.state == EncounterState.READY
    ]:
        play_encounter(ready[0], "B" if ready[0].part == Part.FINAL else "A")
        if len(finals(tournament)) == len("AB"):
            break
    return tournament


TO_SIDE_A = report(finisher="A1", points=(150, 150))


def test_second_final_that_is_not_needed_any_more_is_removed(two_finals):
    first, second = finals(two_finals)
    correct(first, TO_SIDE_A)
    assert finals(two_finals) == [first]
    two_finals.refresh_from_db()
    assert two_finals.champion == sides_of(first)[0]
    correct(first, report(finisher="B1"), version=2)
    both_finals = finals(two_finals)
    assert len(both_finals) == len([first, second])
    assert both_finals[1].state == EncounterState.READY
    two_finals.refresh_from_db()
    assert (two_finals.champion, two_finals.state) == (None, TournamentState.PLAYING)
    assert verify(two_finals).discrepancies == []


def test_second_final_that_has_begun_needs_a_decision(two_finals):
    first, second = finals(two_finals)
    play_hand(second)
    with pytest.raises(LaterPlayAffected) as refusal:
        correct(first, TO_SIDE_A)
    assert refusal.value.encounters == [second]
    apply_with_later_play(
        partial(correct, first, TO_SIDE_A),
        tournament=two_finals,
        choice=LaterPlayChoice.REOPENS,
        change=Change(CONSOLE, NOW),
    )
    assert finals(two_finals) == [first]
    second.refresh_from_db()
    assert second.annulled_at == NOW
    two_finals.refresh_from_db()
    assert two_finals.champion == sides_of(first)[0]
