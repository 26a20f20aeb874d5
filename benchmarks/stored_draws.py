"""Store a draw and recompute standings, on SQLite in memory.

The floor is storing as many log rows one by one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report, result_lines

os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SIZES = (64, 256, 2048)
ROUNDS = 2
"""A draw is stored once, so each round needs a new tournament, whose setup takes longest."""
MILLISECONDS = 1000
UNITS = {"stored": "ms", "statements": ""}
Measured = dict[str, float]


def measure() -> Iterator[Line]:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    drawn = {"single elimination": "knockout", "double elimination": "double", "Swiss": "swiss"}
    works: dict[str, Callable[[int], Measured]] = {
        name: partial(measure_draw, kind) for name, kind in (drawn | {"groups of four": "groups"}).items()
    }
    works["Swiss, one round over, standings"] = measure_refresh
    for size in SIZES:
        floors, *ours = alternate_rounds(
            *(partial(work, size) for work in (measure_floor, *works.values())), rounds=ROUNDS
        )
        for name, measured in zip(works, ours, strict=True):
            yield from result_lines(f"{name}, {size:,} entrants", UNITS, measured, floors)


def measure_cost(work: Callable[[], object]) -> Measured:
    from django.db import connection, reset_queries  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    reset_queries()  # only the latest queries are kept
    with CaptureQueriesContext(connection) as captured:
        stored = milliseconds_of(work)
    return {"stored": stored, "statements": len(captured)}


def milliseconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * MILLISECONDS


def measure_floor(size: int) -> Measured:
    from tests.factories import NOW, open_tournament  # noqa: PLC0415
    from tournaments.log import audit_log  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415

    tournament = open_tournament()

    def write() -> None:
        for _row in range(size):
            audit_log.write([audit_log.build_log_row("floor", by=CONSOLE, at=NOW, tournament=tournament)])

    return {"stored": milliseconds_of(write)}


def measure_draw(kind: str, size: int) -> Measured:
    from tests.factories import NOW, enter_pairs, first_stage, open_tournament  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.draws.domain.compute_draw import DrawChoices  # noqa: PLC0415
    from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw  # noqa: PLC0415
    from tournaments.formats.drawing import Method  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.stages.stage_settings import FeedSettings, StageSettings  # noqa: PLC0415

    stages: tuple[StageSettings, ...] = (StageSettings(kind, best_of=1, hands=3),)
    if kind == "groups":
        stages += (StageSettings("knockout", best_of=1, hands=3, feeds=(FeedSettings(1, 1, 2),)),)
    tournament = open_tournament(stages=stages, tables=64)
    enter_pairs(tournament, size)
    stage = first_stage(tournament)
    chosen = DrawChoices(Method.RANDOM, "kura", size // 4 if kind == "groups" else 1)
    proposal_digest = preview_draw(stage, entrants_of_stage(stage), chosen).digest
    return measure_cost(
        lambda: draw.draw_stage(
            stage=stage, choices=chosen, previewed_digest=proposal_digest, by=CONSOLE, at=NOW
        )
    )


def measure_refresh(size: int) -> Measured:
    """After a round of walkovers; hands use the same statements."""
    from scoring.standings import standings_cache  # noqa: PLC0415
    from tests.factories import NOW  # noqa: PLC0415
    from tournaments.enums import DecidedBy, EncounterState  # noqa: PLC0415
    from tournaments.models import Stage  # noqa: PLC0415

    measure_draw("swiss", size)
    stage = Stage.objects.select_related("tournament").order_by("-pk")[0]
    stage.encounters.update(state=EncounterState.DECIDED, decided_by=DecidedBy.WALKOVER, winner="A")
    Stage.objects.filter(pk=stage.pk).update(ledger_version=1)
    return measure_cost(lambda: standings_cache.refresh(stage=stage, at=NOW))


if __name__ == "__main__":
    report("stages", measure())
