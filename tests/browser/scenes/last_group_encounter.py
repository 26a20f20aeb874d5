"""`python -m tests.browser.scenes.last_group_encounter`: create 8 pairs, one encounter left."""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    from tests.factories import NOW, drawn_tournament, encounters_of, play_encounter  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.tables.domain.tables import call_next_encounter  # noqa: PLC0415

    tournament = drawn_tournament(pairs=8, groups=2)
    *others, last = encounters_of(tournament)
    for number, encounter in enumerate(others, 1):
        play_encounter(encounter, "A" if number % 3 else "B")
        call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    table = last.table
    side_a = last.sides.get(letter="A").entrant
    assert table is not None
    assert side_a is not None
    output = {
        "tournament": str(tournament.public_id),
        "table": str(table.public_id),
        "token": table.links.get().token,
        "side_a": side_a.name,
    }
    sys.stdout.write(json.dumps(output))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
