from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from tournaments.enums import DrawMethod
from tournaments.formats.drawing import DrawResult
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Draw, LogRow, Stage, TieDecision, Tournament

DRAW_ACTIONS: Final = ("stage_drawn", "round_drawn")
LOT_RECORDED: Final = "lot_recorded"


def record_draw(
    stage: Stage,
    result: DrawResult,
    *,
    method: DrawMethod,
    seed: str = "",
    inputs: str = "",
    alterations: str = "[]",
    by: Actor,
    at: datetime,
) -> None:
    """Store a draw's record, not its encounters, and log it; `inputs` and `alterations` are JSON."""
    draw = Draw.objects.create(
        stage=stage,
        kind=stage.kind,
        method=method,
        seed=seed,
        inputs=inputs,
        drawn=result.to_json(),
        alterations=alterations,
        drawn_at=at,
        user=by.user,
    )
    tournament = stage.tournament
    log_and_publish(
        "stage_drawn", by=by, at=at, tournament=tournament, subject=stage.position, after=draw_details(draw)
    )


def draw_details(draw: Draw) -> dict[str, object]:
    """Return what the log stores of a draw, without its inputs."""
    return {
        "stage": draw.stage.position,
        "kind": draw.kind,
        "round": draw.round,
        "method": draw.method,
        "seed": draw.seed,
        "drawn": json.loads(draw.drawn),
        "alterations": json.loads(draw.alterations),
    }


def logged_draw(draw: Draw) -> Mapping[str, Any] | None:
    """Return the draw's details in the log, preferably a row equal to the stored draw.

    Empty where texts are withheld, None without a row. Raises ValueError if unreadable.
    """
    position_and_round = draw.stage.position, draw.round
    rows = _logged_contents(DRAW_ACTIONS, draw.stage.tournament, draw.drawn_at)
    same_place = [
        row for row in rows if not row or (row.get("stage"), row.get("round")) == position_and_round
    ]
    summary = draw_details(draw)
    return next((row for row in same_place if row == summary), same_place[0] if same_place else None)


def logged_lot(decision: TieDecision, tournament: Tournament) -> Mapping[str, Any] | None:
    rows = _logged_contents((LOT_RECORDED,), tournament, decision.decided_at)
    matching = (row for row in rows if row.get("order") == decision.order)
    return next(matching, rows[0] if rows else None)


def _logged_contents(actions: Sequence[str], tournament: Tournament, at: datetime) -> list[dict[str, Any]]:
    rows = LogRow.objects.filter(tournament=tournament, action__in=actions, at=at).order_by("pk")
    return [{} if _is_overwritten(row) else _object(row.after) for row in rows]


def _is_overwritten(row: LogRow) -> bool:
    changed = audit_log.digest_of_texts(row.before, row.after) != row.texts_digest
    return changed or audit_log.is_withheld(row)


def _object(text: str) -> dict[str, Any]:
    decoded = json.loads(text)
    if not isinstance(decoded, dict):
        raise ValueError(text)
    return decoded
