from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef

from rules.standings.statements import Code, Statement
from scoring.models import StandingsSnapshot
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.enums import STANDINGS_KINDS
from tournaments.models import Feed, Group, Stage, Tournament

FIGURES = (
    "encounters_played",
    "encounters_won",
    "matches_won",
    "matches_lost",
    "penalties",
    "opponents_penalties",
    "infractions",
    "unopened",
    "finishes",
    "hands",
)


def store_snapshots(tournament: Tournament) -> None:
    """Store, once for each draw, the standings that a drawn stage follows.

    Call it before earlier results change, and after a result has drawn a stage.
    """
    stored = StandingsSnapshot.objects.filter(stage=OuterRef("source"), drawn_at=OuterRef("followed_at"))
    due = (
        Feed.objects.filter(source__tournament=tournament, source__kind__in=STANDINGS_KINDS)
        .exclude(stage__drawn_at=None)
        .annotate(followed_at=F("stage__drawn_at"))
        .filter(~Exists(stored))
    )
    for key, followed_at in sorted(set(due.values_list("source", "followed_at"))):
        _store_snapshot(Stage.objects.get(pk=key), drawn_at=followed_at)


def is_readable(content: str) -> bool:
    try:
        rows = [row for group in json.loads(content) for row in group["rows"] if int(group["group"]) >= 0]
        return all(_is_readable_row(row) for row in rows)
    except (ValueError, LookupError, TypeError, AttributeError):
        return False


def _is_readable_row(row: dict[str, Any]) -> bool:
    """Raises what `is_readable` catches."""
    reasons = [Statement.from_json(reason) for reason in row["reasons"]]
    columns = {"entrant", "place", "rank", "tied", "reasons", *FIGURES}
    return (
        columns == row.keys()
        and {reason.code for reason in reasons} <= {Code.ABOVE, Code.BELOW}
        and [reason.to_json() for reason in reasons] == row["reasons"]
    )


def _store_snapshot(stage: Stage, *, drawn_at: datetime) -> None:
    groups = list(stage.groups.select_related("stage").order_by("position"))
    rankings = rank_groups(groups)
    content = [_group(group, rankings[group.pk]) for group in groups]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    StandingsSnapshot.objects.create(stage=stage, drawn_at=drawn_at, content=text)


def _group(group: Group, ranking: Sequence[RankedEntrant]) -> dict[str, Any]:
    return {"group": group.position, "name": group.name, "rows": [_row(ranked) for ranked in ranking]}


def _row(ranked: RankedEntrant) -> dict[str, Any]:
    return {
        "entrant": str(ranked.entrant.public_id),
        "place": ranked.place,
        "rank": ranked.rank,
        "tied": ranked.tied,
        "reasons": [reason.to_json() for reason in ranked.reasons],
        **{name: getattr(ranked.row, name) for name in FIGURES},
    }
