from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.standings.statements import Code
from scoring.play.walkovers import record_walkover
from scoring.standings.ranking import (
    rank_across_groups,
    rank_group,
    rank_groups,
    tied_at_cut,
)
from scoring.standings.records import records_of_groups
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    level_report,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.scoring.stage_flows import BEST_THIRDS, SWISS, drawn_flow
from tournaments.enums import DecidedBy, EncounterState, Part, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Group, TieDecision, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def records(tournament: Tournament):
    group = Group.objects.filter(stage__tournament=tournament).order_by("position")[0]
    return records_of_groups([group])[group.pk]


def first_of(tournament: Tournament) -> Encounter:
    return next(
        encounter
        for encounter in encounters_of(tournament)
        if encounter.group and encounter.group.position == 0
    )


def test_finishes_and_unopened_hands_are_counted_for_each_side():
    tournament = drawn_tournament(pairs=6)
    encounter = first_of(tournament)
    play_hand(
        encounter,
        report(
            finisher="A1",
            seats={
                "A1": {"opening": "series"},
                "A2": {"opening": "series"},
                "B1": {},
                "B2": {"opening": "series", "rack": {"points": 7}},
            },
        ),
    )
    play_hand(encounter, report(finisher="B2"))
    play_hand(encounter, void_report())
    (record,) = [candidate for candidate in records(tournament) if any(candidate.penalties)]
    assert record.finishes == (1, 1)
    assert record.unopened == (0, 1)


def test_nobody_finishes_when_the_deck_runs_out():
    tournament = drawn_tournament(pairs=6)
    play_hand(first_of(tournament), level_report())
    (record,) = [candidate for candidate in records(tournament) if any(candidate.penalties)]
    assert record.finishes == (0, 0)
    assert record.unopened == (2, 2)


def test_walkover_has_the_needed_matches_and_no_figures():
    tournament = drawn_tournament(pairs=6, groups_best_of=3)
    encounter = first_of(tournament)
    play_hand(encounter)
    encounter.refresh_from_db()
    record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    (record,) = [candidate for candidate in records(tournament) if candidate.decided]
    assert (record.walkover, record.matches_won, record.penalties, record.finishes) == (
        True,
        (0, 2),
        (0, 0),
        (0, 0),
    )
    assert record.winner == record.sides[1]


def test_both_sides_lose_a_double_walkover():
    tournament = drawn_tournament(pairs=6, groups_best_of=3)
    encounter = first_of(tournament)
    Encounter.objects.filter(pk=encounter.pk).update(
        state=EncounterState.DECIDED, decided_by=DecidedBy.DOUBLE_WALKOVER
    )
    (record,) = [candidate for candidate in records(tournament) if candidate.decided]
    assert (record.winner, record.lost_by_both, record.matches_won) == (None, 2, (0, 0))


def test_annulled_encounter_does_not_count():
    tournament = drawn_tournament(pairs=6)
    encounter = first_of(tournament)
    play_encounter(encounter)
    Encounter.objects.filter(pk=encounter.pk).update(annulled_at=NOW)
    assert all(not any(record.penalties) and not record.decided for record in records(tournament))
    assert len(records(tournament)) == 2


def test_extra_encounter_does_not_count_in_rows():
    tournament = drawn_tournament(pairs=6)
    encounter = first_of(tournament)
    play_encounter(encounter)
    Encounter.objects.filter(pk=encounter.pk).update(part=Part.EXTRA)
    assert [record.extra for record in records(tournament)].count(True) == 1
    group = Group.objects.select_related("stage").get(encounters=encounter)
    assert {ranked.row.encounters_played for ranked in rank_group(group)} == {0}


def test_swiss_bye_is_a_won_encounter_without_hands():
    tournament = drawn_flow(SWISS, pairs=5)
    group = Group.objects.select_related("stage").get(stage__tournament=tournament)
    first, *other_rows = rank_group(group)
    assert (first.row.encounters_won, first.row.matches_won, first.row.penalties) == (1, 1, 0)
    assert {ranked.row.encounters_won for ranked in other_rows} == {0}


def thirds() -> tuple[Tournament, list[Group]]:
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    groups = list(first_stage(tournament).groups.select_related("stage").order_by("position"))
    return tournament, groups


def play_group(group: Group, *, points: int) -> None:
    encounters = group.encounters.prefetch_related("sides__entrant").select_related("stage__tournament")
    for encounter in encounters:
        earlier = min(encounter.sides.all(), key=lambda side: side.entrant.number if side.entrant else 0)
        play_encounter(encounter, earlier.letter, points=(points, 40))


def test_thirds_are_compared_by_their_own_figures():
    tournament, groups = thirds()
    for group, points in zip(groups, (90, 10, 50), strict=True):
        play_group(group, points=points)
    best = rank_across_groups(first_stage(tournament), 3)
    ranked = rank_groups(groups)
    assert [third.entrant for third in best] == [ranked[groups[index].pk][2].entrant for index in (1, 2, 0)]
    assert [third.rank for third in best] == [1, 2, 3]
    assert [(reason.code, reason.step) for reason in best[0].reasons] == [(Code.ABOVE, "average")]


def test_tied_thirds_share_a_rank_until_a_lot():
    tournament, groups = thirds()
    for group in groups[:2]:
        play_group(group, points=30)
    play_group(groups[2], points=20)
    best = rank_across_groups(first_stage(tournament), 3)
    assert [(third.rank, third.tied) for third in best] == [(1, False), (2, True), (2, True)]
    assert tied_at_cut(best, 2) == best[1:]
    assert tied_at_cut(best, 1) == tied_at_cut(best, 3) == []
    order = [str(third.entrant.public_id) for third in best[:0:-1]]
    TieDecision.objects.create(stage=first_stage(tournament), order=order, decided_at=NOW)
    parted = rank_across_groups(first_stage(tournament), 3)
    assert [str(third.entrant.public_id) for third in parted[1:]] == order
    assert not any(third.tied for third in parted)


@pytest.mark.postgres
def test_ranking_takes_a_constant_number_of_queries():
    counts = []
    for pairs, count in ((12, 4), (96, 32)):
        tournament = drawn_tournament(pairs=pairs, groups=count)
        play_hand(encounters_of(tournament)[0])
        groups = list(Group.objects.filter(stage__tournament=tournament).select_related("stage"))
        with CaptureQueriesContext(connection) as queries:
            rank_groups(groups)
        counts.append(len(queries))
    assert counts[0] == counts[1]
