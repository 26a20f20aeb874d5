from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import StandingsSnapshot
from scoring.queries.name_placeholders import with_names
from tournaments.models import Entrant, Stage


@dataclass(frozen=True)
class SnapshotRow:
    """A row at the draw; `reasons` as from `Text.to_dict`."""

    entrant: Entrant
    place: int
    rank: int
    tied: bool
    figures: Mapping[str, int]
    reasons: Sequence[Mapping[str, str]]

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
    names = {key: entrant.name for key, entrant in entrants.items()}
    groups = {group["group"]: [_row(row, entrants, names) for row in group["rows"]] for group in content}
    return SnapshotStandings(snapshot.drawn_at, groups)


def _row(row: dict[str, Any], entrants: Mapping[str, Entrant], names: Mapping[str, str]) -> SnapshotRow:
    fields = {name: row.pop(name) for name in ("place", "rank", "tied")}
    fields["reasons"] = [with_names(reason, names) for reason in row.pop("reasons")]
    return SnapshotRow(entrant=entrants[str(row.pop("entrant"))], figures=row, **fields)
