from __future__ import annotations

import pytest

from tests.factories import NOW, drawn_tournament, first_stage
from tests.tournaments.draws.domain.playing_rounds import (
    decide,
    decide_all,
    draw_next,
    drawn_stage,
    ids_of,
    meetings,
    propose,
    standings,
)
from tournaments.draws.domain import rounds
from tournaments.draws.domain.compute_draw import AlterationNotPossible
from tournaments.draws.domain.draw import DrawHasBegun
from tournaments.draws.domain.draw_preview import DrawOutOfDate
from tournaments.draws.domain.round_inputs import RoundInputs, pair_next_round
from tournaments.enums import EntrantState
from tournaments.formats.drawing import Alteration, AlterationKind, DrawResult
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, EncounterSide, Entrant, GroupPlace, LogRow
from tournaments.play.advancing import begin

pytestmark = pytest.mark.django_db


def swap(entrant: str, other: str) -> Alteration:
    return Alteration(AlterationKind.SWAP, entrant, other)


def test_round_waits_until_the_previous_is_decided():
    stage = drawn_stage("swiss", 6)
    assert rounds.round_to_draw(stage) is None
    with pytest.raises(rounds.RoundNotOver) as refusal:
        propose(stage)
    assert refusal.value.details == {"round": 1, "open": 3}
    decide_all(stage)
    assert rounds.round_to_draw(stage) == 2


def test_undrawn_stage_has_no_round_to_draw():
    stage = drawn_tournament(pairs=6).stages.order_by("position")[1]
    with pytest.raises(rounds.NoRoundToDraw):
        rounds.round_inputs(stage, [])


def test_entrants_with_equal_points_meet_without_repeats():
    stage = drawn_stage("swiss", 8)
    decide_all(stage)
    draw_next(stage)
    assert [set(pair) for pair in meetings(stage, 2)] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    decide_all(stage)
    draw_next(stage)
    seen = {frozenset(pair) for number in (1, 2, 3) for pair in meetings(stage, number)}
    assert len(seen) == 12
    decide_all(stage)
    assert rounds.round_to_draw(stage) is None
    with pytest.raises(rounds.NoRoundLeft):
        propose(stage)


def test_recorded_round_can_be_paired_again():
    stage = drawn_stage("swiss", 7)
    decide_all(stage)
    draw_next(stage)
    row = Draw.objects.get(stage=stage, round=2)
    inputs = RoundInputs.from_json(row.inputs)
    assert inputs.to_json() == row.inputs
    assert pair_next_round(inputs) == DrawResult.from_json(row.drawn)
    assert "Takım" not in row.inputs + row.drawn
    assert LogRow.objects.filter(action="round_drawn").count() == 1


def test_nobody_has_a_second_bye_while_another_had_none():
    stage = drawn_stage("swiss", 5, played_rounds=4)
    for _round in range(3):
        decide_all(stage)
        draw_next(stage)
    byes = [pair[0] for number in (1, 2, 3, 4) for pair in meetings(stage, number) if len(pair) == 1]
    assert len(set(byes)) == len(byes) == 4


def test_exchange_is_stored_and_its_faults_are_reported():
    stage = drawn_stage("swiss", 8)
    decide_all(stage)
    plain = propose(stage)
    assert not plain.faults.repeats
    three, five = ids_of(stage, 3, 5)
    altered = propose(stage, swap(three, five))
    assert [set(pair) for pair in altered.faults.repeats] == [{1, 5}, {3, 7}]
    draw_next(stage, swap(three, five))
    assert {1, 5} in [set(pair) for pair in meetings(stage, 2)]
    assert three in Draw.objects.get(stage=stage, round=2).alterations


def test_exchange_with_an_unknown_entrant_is_refused():
    stage = drawn_stage("swiss", 4)
    decide_all(stage)
    with pytest.raises(AlterationNotPossible):
        propose(stage, swap(ids_of(stage, 1)[0], "nobody"))
    with pytest.raises(AlterationNotPossible):
        propose(stage, Alteration(AlterationKind.MOVE, *ids_of(stage, 1, 2)))


def test_round_leaves_out_withdrawn_and_includes_late_entrants():
    stage = drawn_stage("swiss", 6)
    decide_all(stage)
    tournament = stage.tournament
    tournament.entrants.filter(number=2).update(state=EntrantState.WITHDRAWN)
    late = Entrant.objects.create(tournament=tournament, name="Sonradan", number=7)
    GroupPlace.objects.create(group=stage.groups.get(), entrant=late, position=6)
    everybody = [*standings(stage), rounds.RankedEntrant(late)]
    inputs = rounds.round_inputs(stage, everybody)
    paired_round = pair_next_round(inputs)
    assert paired_round is not None
    paired = {entrant_id for ids in paired_round.groups for entrant_id in ids}
    assert paired == set(ids_of(stage, 1, 3, 4, 5, 6, 7))


def test_round_that_differs_from_its_preview_is_refused():
    stage = drawn_stage("swiss", 4)
    decide_all(stage)
    looked_at = propose(stage).digest
    stage.tournament.entrants.filter(number=1).update(name="Zirve")
    with pytest.raises(DrawOutOfDate):
        rounds.draw_round(
            stage=stage,
            number=2,
            standings=standings,
            alterations=(),
            previewed_digest=looked_at,
            by=CONSOLE,
            at=NOW,
        )
    assert meetings(stage, 2) == []


def test_second_organizer_gets_a_refusal():
    stage = drawn_stage("swiss", 4)
    decide_all(stage)
    looked_at = propose(stage).digest
    draw_next(stage)
    with pytest.raises(rounds.RoundAlreadyDrawn):
        rounds.draw_round(
            stage=stage,
            number=2,
            standings=standings,
            alterations=(),
            previewed_digest=looked_at,
            by=CONSOLE,
            at=NOW,
        )
    assert len(meetings(stage, 2)) == 2


def test_revoked_round_stays_recorded_and_can_be_drawn_again():
    stage = drawn_stage("swiss", 6)
    assert not rounds.can_revoke_round(stage)
    decide_all(stage)
    draw_next(stage)
    assert rounds.can_revoke_round(stage)
    rounds.revoke_round(stage=stage, by=CONSOLE, at=NOW)
    rounds.revoke_round(stage=stage, by=CONSOLE, at=NOW)
    assert (meetings(stage, 2), len(meetings(stage, 1))) == ([], 3)
    assert Draw.objects.get(stage=stage, round=2).undone_at == NOW
    assert LogRow.objects.filter(action="round_undone").count() == 1
    draw_next(stage)
    assert Draw.objects.filter(stage=stage, round=2, undone_at=None).count() == 1


def test_round_that_has_begun_cannot_be_revoked():
    stage = drawn_stage("swiss", 6)
    decide_all(stage)
    draw_next(stage)
    begin(stage.encounters.filter(round=2).order_by("pk")[0], at=NOW)
    assert not rounds.can_revoke_round(stage)
    with pytest.raises(DrawHasBegun):
        rounds.revoke_round(stage=stage, by=CONSOLE, at=NOW)


def test_groups_have_no_rounds_to_draw():
    assert rounds.round_to_draw(first_stage(drawn_tournament())) is None


def test_two_of_each_table_advance_until_one_table_is_left():
    stage = drawn_stage("tables", 12)
    tables = []
    while True:
        decide_all(stage)
        tables.append(len(meetings(stage, rounds.last_round(stage))))
        if rounds.round_to_draw(stage) is None:
            break
        draw_next(stage)
    assert tables == [3, 3, 1]
    assert sorted(map(len, meetings(stage, 2))) == [1, 1, 4]


def test_corrected_table_changes_players_in_the_next_round():
    stage = drawn_stage("tables", 8)
    decide_all(stage)
    draw_next(stage)
    final = meetings(stage, 2)[0]
    table = stage.encounters.filter(round=1).order_by("position")[0]
    before = {
        side.place: side.entrant.number for side in table.sides.select_related("entrant") if side.entrant
    }
    worst = table.sides.get(place=4)
    decide(table, winner=worst.letter)
    after = meetings(stage, 2)[0]
    assert worst.entrant is not None
    assert set(final) - set(after) == {before[2]}
    assert set(after) - set(final) == {worst.entrant.number}
    fed = EncounterSide.objects.filter(encounter__stage=stage, encounter__round=2)
    assert {side.from_encounter.round for side in fed if side.from_encounter} == {1}


def test_refilled_table_keeps_seeds_of_the_following_round():
    stage = drawn_stage("tables", 16)
    decide_all(stage)
    draw_next(stage)
    table = stage.encounters.filter(round=1).order_by("position")[0]
    decide(table, winner=table.sides.get(place=4).letter)
    decide_all(stage)
    draw_next(stage)
    last = meetings(stage, 3)
    assert len(set(last[0])) == 4
