from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.officials.domain import departures, late_entries, ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import walkovers
from scoring.play.change_preview import ChangePreview, preview_change
from scoring.standings.ranking import rank_group
from scoring.table.views.consequences import show_preview
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_table,
    report,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    entrant_at,
    groups_of,
    knockout,
    members,
    play_as_entered,
    tied_and_clear_group,
)
from tests.scoring.stage_flows import GROUPS, SWISS, draw_stage
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TURNING = report(finisher="B1", points=(150, 150))


@module_fixture
def level() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    return tournament


@module_fixture
def fresh() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def preview_differences(tournament: Tournament, act: Callable[[], object]) -> ChangePreview:
    return preview_change(tournament, lambda change: act(), change=Change(CONSOLE, NOW))


def withdraw(entrant: Entrant, results: LeaverResults = LeaverResults.KEPT) -> None:
    departures.withdraw(entrant=entrant, results=results, change=Change(CONSOLE, NOW))


def encounters_of_entrant(entrant: Entrant) -> list[Encounter]:
    return list(Encounter.objects.filter(sides__entrant=entrant).order_by("pk"))


def draw_lot(group: Group) -> None:
    ties.record_lot(scope=GroupTieScope(group), order=members(group), change=Change(CONSOLE, NOW))


def test_unchanged_rank_that_is_no_longer_shared_is_listed(level):
    tied = groups_of(level)[0]
    [reordered] = preview_differences(level, lambda: draw_lot(tied)).effects.groups
    assert [
        (entrant.before.rank, entrant.before.tied, entrant.after.rank, entrant.after.tied)
        for entrant in reordered.changed_ranks
    ] == [
        (1, True, 1, False),
        (1, True, 2, False),
        (1, True, 3, False),
    ]


def test_unchanged_results_are_not_listed(level, fresh):
    tied = groups_of(level)[0]
    for preview in (
        preview_differences(level, lambda: draw_lot(tied)),
        preview_differences(fresh, lambda: withdraw(members(groups_of(fresh)[0])[0], LeaverResults.ANNULLED)),
        preview_differences(fresh, lambda: play_encounter(encounters_of(fresh)[0])),
    ):
        for group in preview.effects.groups:
            for moved in group.changed_ranks:
                assert (moved.before.rank, moved.before.tied) != (moved.after.rank, moved.after.tied)
        assert all(
            (slot.before, slot.was_vacant) != (slot.after, slot.vacant) for slot in preview.effects.slots
        )
        assert all(
            (turned.winner_before, turned.lost_by_both_before)
            != (turned.winner_after, turned.lost_by_both_after)
            for turned in preview.effects.encounters
        )


def test_change_without_effect_is_reported_as_such(fresh):
    preview = preview_differences(fresh, lambda: None)
    assert not preview.effects.has_changes
    assert show_preview(preview).is_empty


def test_double_walkover_is_a_result(fresh):
    encounter = encounters_of(fresh)[0]
    preview = preview_differences(
        fresh, lambda: walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, NOW))
    )
    [turned] = preview.effects.encounters
    assert (turned.winner_after, turned.lost_by_both_after, turned.lost_by_both_before) == (None, True, False)
    assert show_preview(preview).decides


def test_annulled_encounters_are_listed_and_restored_when_taken_back(fresh):
    entrant = members(groups_of(fresh)[0])[0]
    own = encounters_of_entrant(entrant)
    leaving = preview_differences(fresh, lambda: withdraw(entrant, LeaverResults.ANNULLED)).effects
    assert {annulment.encounter for annulment in leaving.annulled} == set(own)
    assert leaving.encounters == []
    withdraw(entrant, LeaverResults.ANNULLED)
    entrant.refresh_from_db()
    back = preview_differences(
        fresh, lambda: departures.undo_departure(entrant=entrant, change=Change(CONSOLE, NOW))
    ).effects
    assert set(back.restored) == set(own)


def test_extra_encounter_is_previewed_before_it_exists():
    tied, _clear = tied_and_clear_group()
    pair = members(tied)[1:]
    preview = preview_differences(
        tied.stage.tournament,
        lambda: ties.add_extra_encounter(group=tied, entrants=pair, change=Change(CONSOLE, NOW)),
    )
    [added] = preview.effects.added
    assert {side.entrant for side in added.sides_in_order} == set(pair)


def test_late_entrant_is_removed_with_its_encounters():
    tournament = drawn_tournament(pairs=7, groups=2)
    late = late_entries.add_late(
        tournament=tournament, entry=ListedEntrant("Geç", ("Deniz Ak", "Ege Su")), change=Change(CONSOLE, NOW)
    )
    own = encounters_of_entrant(late)
    preview = preview_differences(
        tournament, lambda: late_entries.remove_late(entrant=late, change=Change(CONSOLE, NOW))
    )
    assert (preview.effects.removed, preview.effects.groups) == (own, [])


@pytest.mark.slow
def test_stage_with_other_qualifiers_is_listed_as_redrawn():
    swiss = replace(SWISS, feeds=(FeedSettings(1, 1, 2),), rounds=2)
    tournament = open_tournament(pairs=8, stages=(GROUPS, swiss))
    draw_stage(first_stage(tournament), groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    group, later = groups_of(tournament)[0], tournament.stages.get(position=2)
    second, third = (ranked.entrant for ranked in rank_group(group)[1:3])
    turned = group.encounters.filter(sides__entrant=second).get(sides__entrant=third)
    letter = turned.sides.get(entrant=third).letter
    other = report(finisher=f"{letter}1", points=(150, 150))
    preview = preview_differences(
        tournament,
        lambda: correct(Encounter.objects.select_related("stage__tournament").get(pk=turned.pk), other),
    )
    assert (preview.effects.undrawn, preview.effects.drawn) == ([later], [later])
    assert preview.effects.removed == preview.effects.added == []


def test_places_at_a_table_of_four_are_listed():
    tournament = singles_tournament(players=8)
    table = encounters_of(tournament)[0]
    preview = preview_differences(tournament, lambda: play_table(table, 0, 20, 30, 40))
    assert [(place.before, place.after) for place in preview.effects.places] == [
        (None, 1),
        (None, 2),
        (None, 3),
        (None, 4),
    ]


def test_winner_by_absence_is_listed_although_the_side_stays_the_same():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    semi, other, final = knockout(tournament)
    play_encounter(semi)
    withdraw(entrant_at(semi, "A"))
    play_encounter(other)
    preview = preview_differences(tournament, lambda: correct(other, TURNING))
    own, last = preview.effects.encounters
    assert (own.encounter, last.encounter, last.before, last.after) == (other, final, "B", "B")
    assert (last.winner_before, last.winner_after) == (entrant_at(other, "A"), entrant_at(other, "B"))
