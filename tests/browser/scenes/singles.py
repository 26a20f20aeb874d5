"""`python -m tests.browser.scenes.singles`: create twelve singles players, print addresses as JSON."""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    from django.urls import reverse  # noqa: PLC0415

    from tests.factories import (  # noqa: PLC0415
        encounters_of,
        play_hand,
        play_table,
        singles_report,
        singles_tournament,
    )

    waiting, level, decided = encounters_of(singles_tournament())
    for _hand in range(3):
        play_hand(level, singles_report(20, 0, 20, 30))
    play_table(decided, 30, 0, 20, 10)
    assert waiting.table is not None
    assert level.table is not None
    assert decided.table is not None
    links = {
        "link": waiting.table.links.get(revoked_at=None).token,
        "level": level.table.links.get(revoked_at=None).token,
        "decided_link": decided.table.links.get(revoked_at=None).token,
        "sides": decided.table.sides_links.get(revoked_at=None).token,
        "decided": reverse("scoring:encounter", args=[decided.public_id]),
        "sheet": reverse("scoring:sheet", args=[decided.public_id]),
        "pdf": reverse("scoring:sheet_pdf", args=[decided.public_id]),
        "tables": reverse("scoring:tables", args=[decided.stage.tournament.public_id]),
        "practice": reverse("scoring:tournament_practice", args=[decided.stage.tournament.public_id]),
    }
    sys.stdout.write(json.dumps(links))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
