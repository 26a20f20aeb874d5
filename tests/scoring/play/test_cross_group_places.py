from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.integrity.integrity_checks import verify
from scoring.officials.domain import departures
from scoring.play.change_preview import preview_change
from scoring.play.cross_group_places import is_ranked_across_groups
from scoring.play.reopening import close_encounter, reopen_encounter
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    play_encounter,
    play_hand,
    report,
)
from tests.scoring.officials.domain.amend_rules import FLAT, amend
from tests.scoring.officials.domain.test_best_placed_ties import (
    DEAR,
    LEVEL,
    correct_all,
    correct_third_of,
    encounters_of_entrant,
    finished_groups_of_three,
    knockout_entrants,
    record_lot,
    stored_thirds,
    thirds,
)
from tests.scoring.stage_flows import (
    BEST_THIRDS,
    ELIMINATION,
    GROUPS,
    draw_stage,
    earlier_entered_side,
    of_group,
    play_ready,
    refresh_standings,
)
from tournaments.log.actor import CONSOLE
from tournaments.models import CrossGroupPlace, Entrant, Stage, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

APART = (30, 20, 10)
"""Points of the losers by group: the third of the last group is best, that of the first is out."""
DRAWN_BY_THE_ORGANIZER = (GROUPS, replace(BEST_THIRDS[1], draws_itself=False))


def second_stage(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").get(position=2)


def withdraw(entrant: Entrant, **extra) -> None:
    departures.withdraw(entrant=entrant, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW), **extra)


def agrees_with_ledger(tournament: Tournament) -> bool:
    refresh_standings(tournament)
    return not verify(Tournament.objects.get(pk=tournament.pk)).discrepancies


def test_best_are_stored_by_place_once_every_group_is_ranked():
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    *others, last = encounters_of(tournament)
    for encounter in others:
        assert encounter.group is not None
        points = (APART[encounter.group.position], 40)
        play_encounter(encounter, earlier_entered_side(encounter), points=points)
    assert stored_thirds(tournament) == {}
    play_encounter(last, earlier_entered_side(last), points=(10, 40))
    _first, second, best = thirds(tournament)
    assert stored_thirds(tournament) == {1: best, 2: second}


def test_nobody_is_stored_where_no_feed_takes_the_best():
    both = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 2),))
    finished_groups_of_three(*APART, stages=(GROUPS, both))
    assert not CrossGroupPlace.objects.exists()


def test_correction_before_the_draw_decides_who_is_drawn():
    tournament = finished_groups_of_three(*APART, stages=DRAWN_BY_THE_ORGANIZER)
    first, second, best = thirds(tournament)
    assert stored_thirds(tournament) == {1: best, 2: second}
    correct_third_of(0, tournament)
    assert stored_thirds(tournament) == {1: best, 2: first}
    draw_stage(second_stage(tournament))
    assert first in knockout_entrants(tournament)
    assert second not in knockout_entrants(tournament)


def test_correction_after_the_draw_exchanges_the_best():
    tournament = finished_groups_of_three(*APART)
    first, second, best = thirds(tournament)
    assert second in knockout_entrants(tournament)
    correct_third_of(0, tournament)
    assert stored_thirds(tournament) == {1: best, 2: first}
    assert first in knockout_entrants(tournament)
    assert second not in knockout_entrants(tournament)
    assert agrees_with_ledger(tournament)


@pytest.mark.slow
def test_amended_rules_exchange_the_best_though_every_rank_stays():
    tournament = finished_groups_of_three(*APART)
    first, second, best = thirds(tournament)
    lost = encounters_of_entrant(second)[0]
    correct(lost, report(finisher=f"{earlier_entered_side(lost)}1", points=(20, 40), finish=DEAR))
    assert stored_thirds(tournament) == {1: best, 2: first}
    amend(tournament, **FLAT)
    assert thirds(tournament) == [first, second, best]
    assert stored_thirds(tournament) == {1: best, 2: second}
    assert second in knockout_entrants(tournament)


def test_preview_of_a_correction_shows_the_exchange_and_stores_nothing():
    tournament = finished_groups_of_three(*APART)
    before = stored_thirds(tournament)
    preview = preview_change(
        tournament, lambda change: correct_third_of(0, tournament), change=Change(CONSOLE, NOW)
    )
    assert preview.effects.slots
    assert stored_thirds(tournament) == before


def test_place_that_awaits_a_lot_is_missing():
    tournament = finished_groups_of_three(*LEVEL)
    first, other, ahead = thirds(tournament)
    assert stored_thirds(tournament) == {1: ahead}
    assert knockout_entrants(tournament) == set()
    record_lot(tournament, [other, first])
    assert stored_thirds(tournament) == {1: ahead, 2: other}


def test_leaver_before_the_draw_is_followed_by_the_next_best_until_their_return():
    tournament = finished_groups_of_three(*APART, stages=DRAWN_BY_THE_ORGANIZER)
    first, second, best = thirds(tournament)
    withdraw(best)
    assert stored_thirds(tournament) == {1: second, 2: first}
    departures.undo_departure(entrant=best, change=Change(CONSOLE, NOW))
    assert stored_thirds(tournament) == {1: best, 2: second}


def test_leaver_after_the_draw_passes_the_place_on_until_their_return():
    tournament = finished_groups_of_three(*APART)
    first, second, best = thirds(tournament)
    withdraw(best, next_takes_place=True)
    assert stored_thirds(tournament) == {1: second, 2: first}
    departures.undo_departure(entrant=best, change=Change(CONSOLE, NOW))
    assert stored_thirds(tournament) == {1: best, 2: second}


@pytest.mark.slow
def test_tie_that_a_leaver_resolves_advances_the_other():
    tournament = finished_groups_of_three(30, 29, 20)
    first, other, ahead = thirds(tournament)
    for encounter in of_group(tournament, 1):
        correct_all(encounter, points=(30, 40))
    assert stored_thirds(tournament) == {1: ahead}
    assert other not in knockout_entrants(tournament)
    withdraw(first)
    assert stored_thirds(tournament) == {1: ahead, 2: other}
    assert other in knockout_entrants(tournament)
    assert agrees_with_ledger(tournament)


def test_reopened_group_leaves_the_best_of_the_others_in_their_slots():
    tournament = finished_groups_of_three(*APART)
    _first, second, best = thirds(tournament)
    reopened = of_group(tournament, 0)[0]
    reopen_encounter(encounter=reopened, reason="", change=Change(CONSOLE, NOW))
    assert is_ranked_across_groups(first_stage(tournament))
    assert stored_thirds(tournament) == {1: best, 2: second}
    assert {second, best} <= knockout_entrants(tournament)
    close_encounter(encounter=reopened, change=Change(CONSOLE, NOW))
    assert stored_thirds(tournament) == {1: best, 2: second}
    assert agrees_with_ledger(tournament)


@pytest.mark.slow
def test_places_wait_for_a_reopened_encounter():
    tournament = finished_groups_of_three(*APART)
    before, first = stored_thirds(tournament), thirds(tournament)[0]
    lost = encounters_of_entrant(first)[0]
    reopen_encounter(encounter=lost, reason="", change=Change(CONSOLE, NOW))
    correct(lost, report(finisher=f"{earlier_entered_side(lost)}1", points=(1, 1)))
    assert stored_thirds(tournament) == before
    assert agrees_with_ledger(tournament)
    close_encounter(encounter=lost, change=Change(CONSOLE, NOW))
    assert stored_thirds(tournament)[2] == first
    assert agrees_with_ledger(tournament)


def test_stage_fed_by_a_bracket_and_the_best_of_the_groups_is_drawn_with_both():
    of_winners = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 1),))
    final = replace(ELIMINATION, feeds=(FeedSettings(2, 1, 2), FeedSettings(1, 3, 3, best=2)))
    tournament = finished_groups_of_three(*APART, stages=(GROUPS, of_winners, final))
    for _round in ("semi-final", "final"):
        play_ready(tournament)
    seated = set(Entrant.objects.filter(encounter_sides__encounter__stage__position=3))
    assert len(seated) == 4
    assert set(stored_thirds(tournament).values()) < seated


@pytest.mark.slow
def test_statements_of_a_deciding_hand_do_not_grow_with_the_groups():
    counts = set()
    for groups in (3, 6):
        tournament = drawn_tournament(pairs=3 * groups, groups=groups, stages=DRAWN_BY_THE_ORGANIZER)
        *others, last = encounters_of(tournament)
        for number, encounter in enumerate(others):
            play_encounter(encounter, earlier_entered_side(encounter), points=(10 + number, 40))
        for _hand in range(2):
            play_hand(last)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            play_hand(last)
        assert first_stage(tournament).feeds_out.filter(cross_group_places__place=2).exists()
        counts.add(len(captured))
    assert len(counts) == 1
