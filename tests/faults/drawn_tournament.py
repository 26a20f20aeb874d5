"""`python -m tests.faults.drawn_tournament PAIRS GROUPS`: create it, print its tables as JSON."""

from __future__ import annotations

import json
import os
import sys

import django


def main(pairs: int, groups: int) -> None:
    from tests.factories import NOW, open_tournament  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    tournament = open_tournament(pairs=pairs, groups=Length(best_of=5, hands=11), tables=4)
    draw.draw_groups(tournament=tournament, groups=groups, seed="101", by=CONSOLE, at=NOW)
    links = [
        {"table": str(table.public_id), "token": table.links.get().token}
        for table in tournament.tables.order_by("number")
    ]
    sys.stdout.write(json.dumps({"tournament": str(tournament.public_id), "links": links}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
