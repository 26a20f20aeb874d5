"""`python -m tests.browser.scenes.table_links JSON`: create a drawn tournament, print its tables as JSON.

`length` is best of and hands of a match; null if points end it.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django


def main(settings: dict[str, Any]) -> None:
    from tests.factories import drawn_tournament  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length, groups_then_knockout  # noqa: PLC0415
    from tournaments.tables.domain.tables import current_encounter  # noqa: PLC0415

    if length := settings.pop("length", None):
        settings["stages"] = groups_then_knockout(Length(*length), Length(*length))
    tournament = drawn_tournament(**settings)
    tables = []
    for table in tournament.tables.order_by("number"):
        encounter = current_encounter(table)
        assert encounter is not None
        row = {"table": table.public_id, "token": table.links.get().token, "encounter": encounter.public_id}
        tables.append({name: str(value) for name, value in row.items()})
    sys.stdout.write(json.dumps({"tournament": str(tournament.public_id), "tables": tables}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(json.loads(sys.argv[1]))
