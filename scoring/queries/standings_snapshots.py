from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import StandingsSnapshot
from scoring.standings.snapshots import FIGURES
from tournaments.models import Entrant, Stage


@dataclass(frozen=True)
class SnapshotRow:
    entrant: Entrant
    place: int
    rank: int
    tied: bool
    figures: Mapping[str, int]

    @property
    def penalties(self) -> int:
        return self.figures["penalties"]

    @property
    def hands(self) -> int:
        return self.figures["hands"]

    @property
    def average(self) -> int:
        return self.figures["opponents_penalties"] - self.figures["penalties"]


@dataclass(frozen=True)
class SnapshotStandings:
    drawn_at: datetime
    groups: Mapping[int, Sequence[SnapshotRow]]


def read_snapshot(stage: Stage) -> SnapshotStandings | None:
    """Read the newest snapshot; None without one or unless a stage that this one feeds is drawn."""
    snapshot = (
        StandingsSnapshot.objects.filter(stage=stage, stage__feeds_out__stage__drawn_at__isnull=False)
        .order_by("-drawn_at", "-pk")
        .first()
    )
    if snapshot is None:
        return None
    content = json.loads(snapshot.content)
    public_ids = [row["entrant"] for group in content for row in group["rows"]]
    entrants = {
        str(entrant.public_id): entrant for entrant in Entrant.objects.filter(public_id__in=public_ids)
    }
    groups = {group["group"]: [_row(row, entrants) for row in group["rows"]] for group in content}
    return SnapshotStandings(snapshot.drawn_at, groups)


def _row(row: dict[str, Any], entrants: Mapping[str, Entrant]) -> SnapshotRow:
    return SnapshotRow(
        entrant=entrants[str(row["entrant"])],
        place=row["place"],
        rank=row["rank"],
        tied=row["tied"],
        figures={name: row[name] for name in FIGURES},
    )
