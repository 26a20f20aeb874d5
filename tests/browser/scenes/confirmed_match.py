"""`python -m tests.browser.scenes.confirmed_match`: create a tournament with one match just played.

Prints JSON. Environment: HANDS played (all three), BEST_OF matches (1), AGREEMENT (match).
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Sequence

import django


def main() -> None:
    from tests.factories import drawn_tournament, encounters_of  # noqa: PLC0415
    from tournaments.models import Tournament  # noqa: PLC0415

    tournament = drawn_tournament(groups_best_of=int(os.environ.get("BEST_OF", "1")))
    agreement = os.environ.get("AGREEMENT", "match")
    Tournament.objects.filter(pk=tournament.pk).update(agreement=agreement)
    encounter = encounters_of(tournament)[0]
    hands = [("A1", (30, 40)), ("B2", (112, 9)), ("A2", (6, 85)), ("B1", (17, 23))]
    for finisher, points in hands[: int(os.environ.get("HANDS", "3"))]:
        play_now(encounter.pk, finisher, points)
    table = encounter.table
    assert table is not None
    sides = table.sides_links.get()
    output = {
        "tournament": str(tournament.public_id),
        "table": str(table.public_id),
        "encounter": str(encounter.public_id),
        "token": table.links.get().token,
        "sides_token": sides.token,
        "short_code": sides.short_code,
        "players": [player.name for side in encounter.sides.order_by("letter") for player in side.players],
    }
    sys.stdout.write(json.dumps(output))


def play_now(key: int, finisher: str, points: Sequence[int]) -> None:
    """Record the next hand of an encounter now, since time limits count from it."""
    from django.utils import timezone  # noqa: PLC0415

    from scoring.play import recording  # noqa: PLC0415
    from tests.factories import play_of, report  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Encounter  # noqa: PLC0415

    encounter = Encounter.objects.select_related("stage__tournament__rule_book").get(pk=key)
    current = play_of(encounter).current
    recording.record_hand(
        encounter=encounter,
        match=current.number,
        deal=current.next_deal,
        report=report(finisher=finisher, points=points),
        entry_key=uuid.uuid4().hex,
        by=CONSOLE,
        at=timezone.now(),
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
