from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Standing
from scoring.queries.standings_snapshots import SnapshotRow, read_snapshot
from scoring.queries.standings_tables import GroupTable, Place, StageStandings

COMPARED_FIGURES = ("encounters_won", "matches_won", "matches_lost", "penalties", "opponents_penalties")


@dataclass(frozen=True)
class CorrectedGroup:
    table: GroupTable
    drawn_at: datetime
    rows: Sequence[tuple[SnapshotRow | None, Place | None]]


def corrected_groups(stage_standings: StageStandings) -> list[CorrectedGroup]:
    """Return groups whose standings differ from those at the next stage's draw.

    Empty before that draw and while standings are stale.
    """
    targets_drawn = any(feed.stage.drawn_at for feed in stage_standings.stage.feeds_out)
    snapshot = (
        read_snapshot(stage_standings.stage.stage)
        if targets_drawn and stage_standings.as_of_hands is None
        else None
    )
    if snapshot is None:
        return []
    return [
        CorrectedGroup(table, snapshot.drawn_at, _side_by_side(before, table.places))
        for table in stage_standings.groups
        if _differ(
            before := _snapshot_rows(snapshot.groups.get(table.group.position, []), table), table.places
        )
    ]


def _snapshot_rows(rows: Sequence[SnapshotRow], table: GroupTable) -> Sequence[SnapshotRow]:
    return rows[table.first : table.first + len(table.places)] if table.cut else rows


def _differ(before: Sequence[SnapshotRow], places: Sequence[Place]) -> bool:
    rows = [place.standing for place in places if place.standing]
    return bool(rows and before) and [_snapshot_figures(row) for row in before] != [
        _figures(row) for row in rows
    ]


def _snapshot_figures(row: SnapshotRow) -> tuple[int, ...]:
    return (row.entrant.pk, row.rank, *(row.figures[name] for name in COMPARED_FIGURES))


def _figures(row: Standing) -> tuple[int, ...]:
    return (row.entrant_id, row.rank, *(getattr(row, name) for name in COMPARED_FIGURES))


def _side_by_side(
    before: Sequence[SnapshotRow], places: Sequence[Place]
) -> list[tuple[SnapshotRow | None, Place | None]]:
    return [
        (before[index] if index < len(before) else None, places[index] if index < len(places) else None)
        for index in range(max(len(before), len(places)))
    ]
