from __future__ import annotations

import json

import pytest

from scoring.models import StandingsSnapshot
from scoring.queries.standings_snapshots import read_snapshot
from scoring.standings import snapshots
from scoring.standings.ranking import rank_group
from tests.factories import (
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import groups_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in encounters_of(tournament):
        earlier = min(encounter.sides.all(), key=lambda side: side.entrant.number if side.entrant else 0)
        play_encounter(encounter, earlier.letter, points=(30, 40 + encounter.pk % 5))
    return tournament


def orders(tournament: Tournament) -> list[list[tuple[str, int, int]]]:
    return [
        [(ranked.entrant.name, ranked.rank, ranked.row.average) for ranked in rank_group(group)]
        for group in groups_of(tournament)
    ]


def snapshot_rows(tournament: Tournament) -> list[list[tuple[str, int, int]]] | None:
    snapshot = read_snapshot(groups_of(tournament)[0].stage)
    if snapshot is None:
        return None
    return [[(row.entrant.name, row.rank, row.average) for row in rows] for rows in snapshot.groups.values()]


def test_snapshot_is_stored_when_the_next_stage_is_drawn(tournament):
    assert StandingsSnapshot.objects.count() == 1
    assert snapshot_rows(tournament) == orders(tournament)
    content = StandingsSnapshot.objects.get().content
    assert snapshots.is_readable(content)
    reason = json.loads(content)[0]["rows"][0]["reasons"][0]
    assert (reason["code"], reason["step"]) == ("above", "encounters_won")


def test_no_snapshot_before_the_next_draw():
    tournament = drawn_tournament(pairs=6, groups=2)
    play_encounter(encounters_of(tournament)[0])
    assert not StandingsSnapshot.objects.filter(stage__tournament=tournament).exists()
    assert snapshot_rows(tournament) is None


def test_correction_changes_standings_but_not_the_snapshot(tournament):
    before = orders(tournament)
    encounter = encounters_of(tournament)[0]
    loser = "A" if encounter.winner == "B" else "B"
    for deal in (1, 2, 3):
        correct(encounter, report(finisher=f"{loser}1", points=(90, 90)), deal=deal)
    assert orders(tournament) != before
    assert snapshot_rows(tournament) == before
    assert StandingsSnapshot.objects.count() == 1


def test_missing_snapshot_is_stored_before_the_first_correction(tournament):
    StandingsSnapshot.objects.all().delete()
    before = orders(tournament)
    correct(encounters_of(tournament)[0], void_report())
    assert snapshot_rows(tournament) == before


def test_keep_is_idempotent(tournament, django_assert_num_queries):
    with django_assert_num_queries(1):
        snapshots.store_snapshots(tournament)
    assert StandingsSnapshot.objects.count() == 1


def test_later_play_stores_no_new_snapshot(tournament):
    play_hand(next(encounter for encounter in encounters_of(tournament) if encounter.group is None))
    assert StandingsSnapshot.objects.count() == 1
