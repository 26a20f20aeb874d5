"""`python -m tests.browser.scenes.front_page`: create a front page with every section and long names."""

from __future__ import annotations

import os
from datetime import date, timedelta

import django

NAME = "Karaosmanoğullarıgil – Büyükyılmazoğulları {}"
TITLE = "Geleneksel Yediveren Okey Kulübü Güz Kupası {}"
FIRST = date(2026, 3, 7)


def main() -> None:
    from scoring.setup.domain import cancellation  # noqa: PLC0415
    from scoring.standings import standings_cache  # noqa: PLC0415
    from tests.factories import (  # noqa: PLC0415
        LEAGUE,
        NOW,
        ClubFactory,
        drawn_tournament,
        encounters_of,
        first_stage,
        open_tournament,
        play_encounter,
        play_hand,
    )
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Entrant  # noqa: PLC0415

    club = ClubFactory.create(name="Yediveren Okey Kulübü")
    for pairs, groups, tables in ((32, 8, 14), (4, 1, 2)):
        title = TITLE.format(pairs)
        playing = drawn_tournament(club=club, pairs=pairs, groups=groups, tables=tables, name=title)
        encounters = encounters_of(playing)
        for encounter in encounters[1 : tables + 1]:
            play_hand(encounter)
        play_encounter(encounters[0])
        standings_cache.refresh(stage=first_stage(playing), at=NOW)
    for number in range(3):
        announced = open_tournament(
            club=club, pairs=2, name=TITLE.format(f"{number}."), first_day=FIRST, last_day=FIRST
        )
    cancellation.cancel(tournament=announced, reason="Su bastı", by=CONSOLE, at=NOW)
    for number in range(3):
        day = FIRST - timedelta(days=200 * number)
        over = drawn_tournament(
            club=club,
            pairs=3,
            groups=1,
            stages=LEAGUE,
            name=TITLE.format(number),
            first_day=day,
            last_day=day,
        )
        for won, encounter in enumerate(encounters_of(over)):
            play_encounter(encounter, points=(30 + won, 40))
    for entrant in Entrant.objects.filter(tournament__club=club):
        entrant.name = NAME.format(entrant.number)
        entrant.save(update_fields=["name"])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
