from __future__ import annotations

import json

import pytest

from scoring.officials.domain import departures, ties
from scoring.officials.domain.tie_scopes import BestPlacedTieScope
from scoring.play.change_preview import preview_change
from scoring.standings.standings_cache import refresh
from scoring.table.views.consequences import show_preview
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    play_encounter,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import knockout
from tests.scoring.stage_flows import BEST_THIRDS, draw_stage, earlier_entered_side
from tournaments.draws.domain.draw_preview import SourceNotDecided
from tournaments.enums import TieDecidedBy
from tournaments.log.actor import CONSOLE
from tournaments.models import CrossGroupPlace, Draw, Encounter, Entrant, LogRow, Stage, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

LEVEL = (30, 30, 20)
"""Points of the losers by group: the third of the last group is ahead, the other two are level."""


DEAR = {"last_tile": "double_okey", "direct": False}


def finished_groups_of_three(*losers_keep: int, **changes) -> Tournament:
    """Three finished groups of three, of which the best two thirds advance."""
    tournament = drawn_tournament(pairs=9, groups=3, **{"stages": BEST_THIRDS, **changes})
    for encounter in encounters_of(tournament):
        assert encounter.group is not None
        points = losers_keep[encounter.group.position]
        play_encounter(encounter, earlier_entered_side(encounter), points=(points, 40))
    return tournament


@module_fixture
def tournament() -> Tournament:
    return finished_groups_of_three(*LEVEL)


def thirds(tournament: Tournament) -> list[Entrant]:
    places = first_stage(tournament).groups.order_by("position").prefetch_related("places__entrant")
    return [place.entrant for group in places for place in group.places.all() if place.rank == 3]


def stored_thirds(tournament: Tournament) -> dict[int, Entrant]:
    """Who is best across groups, by place; without places that await a lot."""
    places = CrossGroupPlace.objects.filter(feed__source__tournament=tournament).order_by("place")
    return {row.place: row.group_place.entrant for row in places.select_related("group_place__entrant")}


def best_placed_scope(tournament: Tournament) -> BestPlacedTieScope:
    return BestPlacedTieScope(first_stage(tournament))


def record_lot(
    tournament: Tournament, order: list[Entrant], *, keep_later_play: bool = False, **extra
) -> None:
    ties.record_lot(
        scope=best_placed_scope(tournament),
        order=order,
        change=Change(CONSOLE, NOW, keep_later_play=keep_later_play),
        **extra,
    )


def knockout_entrants(tournament: Tournament) -> set[Entrant]:
    return {
        side.entrant for encounter in knockout(tournament) for side in encounter.sides.all() if side.entrant
    }


def test_next_stage_waits_for_the_lot_and_then_draws_itself(tournament):
    first, other, ahead = thirds(tournament)
    assert ties.open_ties(best_placed_scope(tournament)) == [[first, other]]
    assert knockout(tournament) == []
    record_lot(tournament, [other, first], witness=" Işık Hakem ")
    assert ties.open_ties(best_placed_scope(tournament)) == []
    assert knockout_entrants(tournament) >= {ahead, other}
    assert first not in knockout_entrants(tournament)
    row = LogRow.objects.get(action="lot_recorded")
    order = [str(entrant.public_id) for entrant in (other, first)]
    assert json.loads(row.after) == {
        "order": order,
        "decided_by": "lot",
        "witness": "Işık Hakem",
        "reason": "",
    }


def test_no_lot_is_needed_when_points_decide():
    tournament = finished_groups_of_three(30, 20, 10)
    assert ties.ties_before_decisions(best_placed_scope(tournament)) == []
    assert len(knockout_entrants(tournament)) == 8
    with pytest.raises(ties.LotNotNeeded):
        record_lot(tournament, thirds(tournament))


def test_tie_away_from_the_cut_needs_no_lot():
    tournament = finished_groups_of_three(20, 20, 30)
    assert ties.open_ties(best_placed_scope(tournament)) == []
    assert len(knockout_entrants(tournament)) == 8


def test_no_lot_is_needed_while_a_group_is_open():
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    assert ties.open_ties(best_placed_scope(tournament)) == []


def test_stage_drawn_by_hand_waits_too(tournament):
    knockouts = Stage.objects.select_related("tournament").get(tournament=tournament, position=2)
    with pytest.raises(SourceNotDecided):
        draw_stage(knockouts)
    assert stored_thirds(tournament) == {1: thirds(tournament)[2]}


def test_lot_must_name_exactly_the_tied_thirds(tournament):
    first, other, ahead = thirds(tournament)
    for order in ([], [first], [first, other, ahead]):
        with pytest.raises(ties.LotIncomplete):
            record_lot(tournament, order)


def test_a_decision_needs_its_reason(tournament):
    first, other, _ahead = thirds(tournament)
    with pytest.raises(ties.DecisionWithoutReason):
        record_lot(tournament, [first, other], decided_by=TieDecidedBy.DECISION)
    record_lot(tournament, [first, other], decided_by=TieDecidedBy.DECISION, reason="Kura çekildi, tanıksız")
    assert first in knockout_entrants(tournament)


def test_lot_can_be_corrected_until_later_play_begins(tournament):
    first, other, _ahead = thirds(tournament)
    record_lot(tournament, [first, other])
    record_lot(tournament, [other, first])
    assert (other in knockout_entrants(tournament), first in knockout_entrants(tournament)) == (True, False)
    begun = next(
        encounter for encounter in knockout(tournament) if encounter.sides.filter(entrant=other).exists()
    )
    play_encounter(begun)
    with pytest.raises(LaterPlayAffected):
        record_lot(tournament, [first, other])
    record_lot(tournament, [first, other], keep_later_play=True)
    assert (other in knockout_entrants(tournament), first in knockout_entrants(tournament)) == (True, False)


@pytest.mark.slow
def test_correction_that_ties_thirds_empties_the_place_until_the_lot():
    tournament = finished_groups_of_three(30, 29, 20)
    first, other, ahead = thirds(tournament)
    assert knockout_entrants(tournament) >= {other, ahead}
    for encounter in encounters_of(tournament):
        if encounter.group and encounter.group.position == 1:
            correct_all(encounter, points=(30, 40))
    assert ties.open_ties(best_placed_scope(tournament)) == [[first, other]]
    assert ahead in knockout_entrants(tournament)
    assert not knockout_entrants(tournament) & {first, other}
    record_lot(tournament, [first, other])
    assert knockout_entrants(tournament) >= {first, ahead}


def correct_all(encounter: Encounter, *, points: tuple[int, int]) -> None:
    finisher = earlier_entered_side(encounter)
    for match in encounter.matches.order_by("number"):
        for hand in match.hands.order_by("deal"):
            new_report = report(finisher=f"{finisher}1", points=points)
            correct(encounter, new_report, match=match.number, deal=hand.deal)


def correct_third_of(group: int, tournament: Tournament) -> None:
    """Correct a hand that the third of a group lost, in its favour."""
    third = thirds(tournament)[group]
    lost = encounters_of_entrant(third)[0]
    winner = earlier_entered_side(lost)
    correct(lost, report(finisher=f"{winner}1", points=(1, 1)))


def encounters_of_entrant(entrant: Entrant) -> list[Encounter]:
    in_groups = Encounter.objects.filter(sides__entrant=entrant, group__isnull=False)
    return list(
        in_groups.select_related("stage__tournament").prefetch_related("sides__entrant").order_by("pk")
    )


def test_preview_says_when_first_and_third_of_one_group_would_meet():
    tournament = finished_groups_of_three(30, 20, 31)
    third = thirds(tournament)[2]
    assert third not in knockout_entrants(tournament)
    preview = preview_change(
        tournament, lambda change: correct_third_of(2, tournament), change=Change(CONSOLE, NOW)
    )
    [encounter] = preview.effects.same_group
    assert third in {side.entrant for side in encounter.sides_in_order}
    assert len({side.from_group_id for side in encounter.sides_in_order}) == 1
    assert show_preview(preview).same_group == [encounter]


def test_preview_is_silent_while_sides_of_one_group_stay_apart():
    tournament = finished_groups_of_three(31, 30, 20)
    preview = preview_change(
        tournament, lambda change: correct_third_of(0, tournament), change=Change(CONSOLE, NOW)
    )
    assert preview.effects.slots
    assert preview.effects.same_group == []


def test_thirds_are_seeded_by_strength():
    tournament = finished_groups_of_three(30, 20, 10)
    third_a, third_b, third_c = thirds(tournament)
    inputs = json.loads(Draw.objects.get(stage__position=2, stage__tournament=tournament).inputs)
    among = {drawee["id"]: drawee["among"] for drawee in inputs["drawees"] if drawee["among"]}
    assert among == {str(third_c.public_id): 1, str(third_b.public_id): 2}
    assert third_a not in knockout_entrants(tournament)


def test_standings_show_who_advances_and_who_waits_for_the_lot(tournament):
    stage = first_stage(tournament)
    refresh(stage=stage, at=NOW)
    first, other, ahead = thirds(tournament)
    rows = {row.entrant: row for row in stage.standings.all()}
    assert [rows[entrant].qualified for entrant in (first, other, ahead)] == [False, False, True]
    assert [rows[entrant].outlook for entrant in (first, other, ahead)] == [
        "can_still",
        "can_still",
        "through",
    ]
    record_lot(tournament, [other, first])
    refresh(stage=first_stage(tournament), at=NOW)
    rows = {row.entrant: row for row in stage.standings.all()}
    assert [rows[entrant].qualified for entrant in (first, other, ahead)] == [False, True, True]
    assert [rows[entrant].outlook for entrant in (first, other, ahead)] == ["out", "through", "through"]


def test_leaver_is_never_a_best_third():
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    *before, last = encounters_of(tournament)
    for encounter in before:
        assert encounter.group is not None
        play_encounter(
            encounter, earlier_entered_side(encounter), points=((30, 20, 10)[encounter.group.position], 40)
        )
    last.refresh_from_db()
    leaver = last.sides.exclude(letter=earlier_entered_side(last)).get().entrant
    assert leaver is not None
    departures.withdraw(entrant=leaver, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    assert leaver not in knockout_entrants(tournament)
    assert len(knockout_entrants(tournament)) == 8


def test_second_and_best_third_swapped_by_a_correction_both_advance():
    tournament = finished_groups_of_three(100, 20, 90)
    group = first_stage(tournament).groups.get(position=1)
    second, third = (group.places.get(rank=rank).entrant for rank in (2, 3))
    between = group.encounters.filter(sides__entrant=second).get(sides__entrant=third)
    letter = between.sides.get(entrant=third).letter
    correct(between, report(finisher=f"{letter}1", points=(90, 90), finish=DEAR))
    assert (group.places.get(entrant=third).rank, group.places.get(entrant=second).rank) == (2, 3)
    assert {second, third} <= knockout_entrants(tournament)
