"""`python -m tests.browser.scenes.extreme_content`: create extreme pages, print paths as JSON."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

from rules.games.okey101.reports import parse_report
from rules.hands import HandReport

NAME = "Karşıyakalıhüseyinoğullarıyıldırımsporluemekliler {}"


def main() -> None:
    from django.urls import reverse  # noqa: PLC0415

    from tests.factories import drawn_tournament, encounters_of, play_encounter, play_hand  # noqa: PLC0415
    from tournaments.enums import TournamentState  # noqa: PLC0415

    tournament = drawn_tournament(pairs=16, groups=4)
    while tournament.state != TournamentState.FINISHED:
        for number, encounter in enumerate(encounters_of(tournament), 1):
            if encounter.sides.exclude(entrant=None).count() > 1:
                play_encounter(encounter, points=(30 + number % 17, 40))
        tournament.refresh_from_db()
    for entrant in tournament.entrants.all():
        entrant.name = NAME.format(entrant.number)
        entrant.save(update_fields=["name"])

    dear = encounters_of(drawn_tournament(pairs=4, groups=1))[0]
    for _hand in range(3):
        play_hand(dear, expensive_report())
    paths = {
        page: reverse(f"scoring:{page}", args=[tournament.public_id])
        for page in (
            *("tournament", "groups", "bracket", "tables", "schedule"),
            *("final_ranking", "entrants", "rules", "follow"),
        )
    }
    sys.stdout.write(json.dumps({**paths, "encounter": reverse("scoring:encounter", args=[dear.public_id])}))


def expensive_report() -> HandReport:
    fouls = [{"code": "okey_discard", "count": 20}]
    seats: dict[str, Any] = {seat: {"opening": "series", "infractions": fouls} for seat in ("A1", "A2")}
    for seat in ("B1", "B2"):
        seats[seat] = {"opening": "series", "infractions": fouls, "rack": {"points": 100}}
    return parse_report(
        {"outcome": "finished", "finisher": "A1", "seats": seats, "accepted": ["many_infractions"]}
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
