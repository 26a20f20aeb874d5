from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.officials.domain import departures, late_entries, ties
from scoring.officials.domain.tie_scopes import InGroup
from scoring.play import walkovers
from scoring.play.change_preview import Preview, preview_of
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
from tests.kept import kept
from tests.scoring.chains import GROUPS, SWISS, draw_stage
from tests.scoring.officials.domain.deciding import (
    by_walkover,
    entrant_at,
    groups_of,
    knockout,
    level_two,
    members,
    play_as_entered,
)
from tournaments.entrants.domain.entry_list import Entry
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, Tournament
from tournaments.play.leaving import Results
from tournaments.stages.stage_settings import FeedSettings

pytestmark = pytest.mark.django_db

TURNING = report(finisher="B1", points=(150, 150))


@kept
def level() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    by_walkover(clear)
    by_walkover(tied, cycle=3)
    return tournament


@kept
def fresh() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def previewed(tournament: Tournament, act: Callable[[], object]) -> Preview:
    return preview_of(tournament, lambda _let_stand: act())


def withdraw(entrant: Entrant, results: Results = Results.KEPT) -> None:
    departures.withdraw(entrant=entrant, results=results, by=CONSOLE, at=NOW)


def encounters_of_entrant(entrant: Entrant) -> list[Encounter]:
    return list(Encounter.objects.filter(sides__entrant=entrant).order_by("pk"))


def draw_lot(group: Group) -> None:
    ties.record_lot(scope=InGroup(group), order=members(group), by=CONSOLE, at=NOW)


def test_unchanged_rank_that_is_no_longer_shared_is_listed(level):
    tied = groups_of(level)[0]
    [reordered] = previewed(level, lambda: draw_lot(tied)).effects.groups
    assert [
        (entrant.before.rank, entrant.before.tied, entrant.after.rank, entrant.after.tied)
        for entrant in reordered.moved
    ] == [
        (1, True, 1, False),
        (1, True, 2, False),
        (1, True, 3, False),
    ]


def test_unchanged_results_are_not_listed(level, fresh):
    tied = groups_of(level)[0]
    for preview in (
        previewed(level, lambda: draw_lot(tied)),
        previewed(fresh, lambda: withdraw(members(groups_of(fresh)[0])[0], Results.ANNULLED)),
        previewed(fresh, lambda: play_encounter(encounters_of(fresh)[0])),
    ):
        for group in preview.effects.groups:
            for moved in group.moved:
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
    preview = previewed(fresh, lambda: None)
    assert not preview.effects.decides
    assert show_preview(preview).nothing


def test_double_walkover_is_a_result(fresh):
    encounter = encounters_of(fresh)[0]
    preview = previewed(
        fresh, lambda: walkovers.record_double_walkover(encounter=encounter, by=CONSOLE, at=NOW)
    )
    [turned] = preview.effects.encounters
    assert (turned.winner_after, turned.lost_by_both_after, turned.lost_by_both_before) == (None, True, False)
    assert show_preview(preview).decides


def test_annulled_encounters_are_listed_and_restored_when_taken_back(fresh):
    entrant = members(groups_of(fresh)[0])[0]
    own = encounters_of_entrant(entrant)
    leaving = previewed(fresh, lambda: withdraw(entrant, Results.ANNULLED)).effects
    assert {annulment.encounter for annulment in leaving.annulled} == set(own)
    assert leaving.encounters == []
    withdraw(entrant, Results.ANNULLED)
    entrant.refresh_from_db()
    back = previewed(fresh, lambda: departures.undo_departure(entrant=entrant, by=CONSOLE, at=NOW)).effects
    assert set(back.restored) == set(own)


def test_extra_encounter_is_previewed_before_it_exists():
    tied, _clear = level_two()
    pair = members(tied)[1:]
    preview = previewed(
        tied.stage.tournament, lambda: ties.play_extra(group=tied, entrants=pair, by=CONSOLE, at=NOW)
    )
    [added] = preview.effects.added
    assert {side.entrant for side in added.sides_in_order} == set(pair)


def test_late_entrant_is_removed_with_its_encounters():
    tournament = drawn_tournament(pairs=7, groups=2)
    late = late_entries.add_late(
        tournament=tournament, entry=Entry("Geç", ("Deniz Ak", "Ege Su")), by=CONSOLE, at=NOW
    )
    own = encounters_of_entrant(late)
    preview = previewed(tournament, lambda: late_entries.remove_late(entrant=late, by=CONSOLE, at=NOW))
    assert (preview.effects.removed, preview.effects.groups) == (own, [])


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
    preview = previewed(
        tournament,
        lambda: correct(Encounter.objects.select_related("stage__tournament").get(pk=turned.pk), other),
    )
    assert (preview.effects.undrawn, preview.effects.drawn) == ([later], [later])
    assert preview.effects.removed == preview.effects.added == []


def test_places_at_a_table_of_four_are_listed():
    tournament = singles_tournament(players=8)
    table = encounters_of(tournament)[0]
    preview = previewed(tournament, lambda: play_table(table, 0, 20, 30, 40))
    assert [(place.before, place.after) for place in preview.effects.places] == [
        (None, 1),
        (None, 2),
        (None, 3),
        (None, 4),
    ]


def test_winner_by_absence_is_listed_although_the_side_stays_the_same():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        by_walkover(group)
    semi, other, final = knockout(tournament)
    play_encounter(semi)
    withdraw(entrant_at(semi, "A"))
    play_encounter(other)
    preview = previewed(tournament, lambda: correct(other, TURNING))
    own, last = preview.effects.encounters
    assert (own.encounter, last.encounter, last.before, last.after) == (other, final, "B", "B")
    assert (last.winner_before, last.winner_after) == (entrant_at(other, "A"), entrant_at(other, "B"))
