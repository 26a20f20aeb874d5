"""`python -m tests.browser.scenes.encounter_page`: create an encounter with every feature."""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    from django.urls import reverse  # noqa: PLC0415

    from scoring.models import Call, Hand  # noqa: PLC0415
    from tests.factories import (  # noqa: PLC0415
        NOW,
        correct,
        encounters_of,
        fixed,
        open_tournament,
        play_hand,
        report,
        rule,
        void_report,
    )
    from tests.scoring.officials.domain.amend_rules import FLAT, amend  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    tournament = open_tournament(pairs=4, groups=Length(3, hands=11))
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
    play_hand(encounter, report(fouls=2))
    play_hand(encounter, void_report())
    for points in ((10, 20), (30, 40), (50, 60)):
        play_hand(encounter, report(finisher="B2", points=points))
    correct(encounter, report(points=(31, 40)), deal=2)
    rule(encounter, fixed(1, 2, 3, 4), deal=4)
    hand = Hand.objects.get(match__encounter=encounter, deal=5)
    assert encounter.table
    Call.objects.create(table=encounter.table, encounter=encounter, hand=hand, side="A", asked_at=NOW)
    amend(tournament, **FLAT)
    sys.stdout.write(json.dumps(reverse("scoring:encounter", args=[encounter.public_id])))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
