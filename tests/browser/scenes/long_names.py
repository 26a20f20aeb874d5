"""`python -m tests.browser.scenes.long_names N`: create 8, 16 or 64 pairs with names of forty letters."""

from __future__ import annotations

import json
import os
import sys

import django

NAME = "Karaosmanoğlu – Büyükyılmaz kardeşler {:02}"
PLAYERS = ("Abdurrahmangazi Karaosmanoğullarından {:02}", "Gülümsernihal Büyükyılmaztürkoğulları {:02}")


def main(pairs: int) -> None:
    from django.urls import reverse  # noqa: PLC0415

    from tests.factories import (  # noqa: PLC0415
        NOW,
        encounters_of,
        enter_named,
        open_tournament,
        play_encounter,
        play_hand,
        report,
    )
    from tests.pages.page_crawl import values_of  # noqa: PLC0415
    from tests.test_rights import EVERYBODY, PARAMETERS, RIGHTS  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.enums import StageKind  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415

    tournament = open_tournament(tables=8)
    named = [(NAME.format(at), tuple(player.format(at) for player in PLAYERS)) for at in range(1, pairs + 1)]
    enter_named(tournament, named)
    draw.draw_groups(tournament=tournament, groups=pairs // 4, seed="101", by=CONSOLE, at=NOW)
    for number, encounter in enumerate(encounters_of(tournament)):
        if encounter.group is not None:
            play_encounter(encounter, "AB"[number % 3 == 0], points=(30 + number % 17, 40))
    first = [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.stage.kind == StageKind.KNOCKOUT and encounter.sides.exclude(entrant=None).count() > 1
    ]
    for encounter in first[: len(first) // 2]:
        play_encounter(encounter, points=(97, 148))
    play_hand(first[-1], report(fouls=1))
    values = values_of(tournament) | {"encounter_id": first[-1].public_id}
    names = [name for name, right in RIGHTS.items() if right.who == EVERYBODY and "GET" in right.methods]
    needed = {name: PARAMETERS[name] for name in names}
    output = {
        name: reverse(name, kwargs={key: values[key] for key in needs})
        for name, needs in needed.items()
        if needs <= set(values)
    }
    sys.stdout.write(json.dumps(output))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(int(sys.argv[1]))
