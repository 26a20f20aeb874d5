"""The record of a draw: a row of its own, and a row in the log."""

from __future__ import annotations

import json
from datetime import datetime

from tournaments.domain import log
from tournaments.domain.actor import Actor
from tournaments.enums import DrawMethod
from tournaments.formats.drawing import Drawn
from tournaments.models import Draw, Stage


def record_draw(
    stage: Stage,
    drawn: Drawn,
    *,
    method: DrawMethod,
    seed: str = "",
    inputs: str = "",
    alterations: str = "[]",
    by: Actor,
    at: datetime,
) -> None:
    made = Draw.objects.create(
        stage=stage,
        kind=stage.kind,
        method=method,
        seed=seed,
        inputs=inputs,
        drawn=drawn.to_json(),
        alterations=alterations,
        drawn_at=at,
        user=by.user,
    )
    tournament = stage.tournament
    log.write(
        "stage_drawn", by=by, at=at, tournament=tournament, subject=stage.position, after=told_of_draw(made)
    )


def told_of_draw(one: Draw) -> dict[str, object]:
    """A draw as the log keeps it."""
    return {
        "stage": one.stage.position,
        "kind": one.kind,
        "round": one.round,
        "method": one.method,
        "seed": one.seed,
        "drawn": json.loads(one.drawn),
        "alterations": json.loads(one.alterations),
    }
