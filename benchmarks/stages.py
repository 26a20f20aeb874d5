"""How long it takes to store a draw and to make standings anew, as entrants grow from 16 to 2,048.

On SQLite in memory. Each time stands beside a floor of the same run, storing as many log rows one by one, and
beside the number of statements. Growth is the time for 2,048 entrants over that for 256: 8 is linear.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SIZES = (16, 64, 256, 1024, 2048)
Measured = tuple[float, int]
"""Seconds, and statements."""


def main() -> None:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    print(f"{'milliseconds (statements)':34}" + "".join(f"{size:>16,}" for size in SIZES) + "   growth")
    show("log rows, one by one (floor)", floor)
    show("single elimination: draw", lambda size: draw("knockout", size))
    show("double elimination: draw", lambda size: draw("double", size))
    show("Swiss: draw", lambda size: draw("swiss", size))
    show("groups of four: draw", lambda size: draw("groups", size))
    show("Swiss, one round over: standings", refresh)


def show(name: str, work: Callable[[int], Measured]) -> None:
    times = {size: work(size) for size in SIZES}
    columns = "".join(f"{seconds * 1000:10.1f} ({count:3})" for seconds, count in times.values())
    print(f"{name:34}{columns}{times[2048][0] / times[256][0]:8.1f} x", flush=True)


def measured(work: Callable[[], object]) -> Measured:
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    with CaptureQueriesContext(connection) as asked:
        began = time.process_time()
        work()
        took = time.process_time() - began
    return took, len(asked)


def floor(size: int) -> Measured:
    from tests.factories import NOW, open_tournament  # noqa: PLC0415
    from tournaments.domain import log  # noqa: PLC0415
    from tournaments.domain.actor import CONSOLE  # noqa: PLC0415

    tournament = open_tournament()

    def write() -> None:
        for _row in range(size):
            log.write("floor", by=CONSOLE, at=NOW, tournament=tournament)

    return measured(write)


def draw(kind: str, size: int) -> Measured:
    from tests.factories import NOW, enter_pairs, first_stage, open_tournament  # noqa: PLC0415
    from tournaments.domain.actor import CONSOLE  # noqa: PLC0415
    from tournaments.domain.draws import draw as drawing  # noqa: PLC0415
    from tournaments.domain.draws.drawing import DrawChoices  # noqa: PLC0415
    from tournaments.domain.draws.proposals import propose, who_plays  # noqa: PLC0415
    from tournaments.domain.plans.stage_settings import FeedSettings, StageSettings  # noqa: PLC0415
    from tournaments.formats.drawing import Method  # noqa: PLC0415

    stages: tuple[StageSettings, ...] = (StageSettings(kind, best_of=1, hands=3),)
    if kind == "groups":
        stages += (StageSettings("knockout", best_of=1, hands=3, feeds=(FeedSettings(1, 1, 2),)),)
    tournament = open_tournament(stages=stages, tables=64)
    enter_pairs(tournament, size)
    stage = first_stage(tournament)
    chosen = DrawChoices(Method.RANDOM, "kura", size // 4 if kind == "groups" else 1)
    seen = propose(stage, who_plays(stage, None), chosen).digest
    return measured(
        lambda: drawing.draw_stage(stage=stage, chosen=chosen, looked_at=seen, by=CONSOLE, at=NOW)
    )


def refresh(size: int) -> Measured:
    """The standings after a round that walkovers decided; hands would be read in the same statements."""
    from scoring.standings import kept_tables  # noqa: PLC0415
    from tests.factories import NOW  # noqa: PLC0415
    from tournaments.enums import DecidedBy, EncounterState  # noqa: PLC0415
    from tournaments.models import Stage  # noqa: PLC0415

    draw("swiss", size)
    stage = Stage.objects.select_related("tournament").order_by("-pk")[0]
    stage.encounters.update(state=EncounterState.DECIDED, decided_by=DecidedBy.WALKOVER, winner="A")
    Stage.objects.filter(pk=stage.pk).update(ledger_version=1)
    return measured(lambda: kept_tables.refresh(stage=stage, at=NOW))


if __name__ == "__main__":
    main()
