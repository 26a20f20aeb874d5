"""`python -m tests.browser.scenes.organized_tournament`: create a drawn tournament, print JSON.

Environment: HANDS plays two hands, ROLE is another role, ROUND_TIME_LIMIT gives a round that the bell may
stop, RULES is a preset of another game.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import django

if TYPE_CHECKING:
    from tournaments.models import Club, Tournament


def main() -> None:
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from tests.factories import (  # noqa: PLC0415
        MembershipFactory,
        drawn_tournament,
        encounters_of,
        play_hand,
        report,
    )
    from tournaments.models import User  # noqa: PLC0415

    role = os.environ.get("ROLE", "organizer")
    user = User.objects.create(email=f"organizator.{uuid4()}@example.org", name="Kişi 0")
    member = MembershipFactory.create(user=user, role=role)
    timed = os.environ.get("ROUND_TIME_LIMIT")
    rules = os.environ.get("RULES")
    played = by_rules(rules) if rules else {}
    tournament = timed_round(member.club) if timed else drawn_tournament(club=member.club, **played)
    encounter = encounters_of(tournament)[0]
    if os.environ.get("HANDS"):
        play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
        play_hand(encounter, report(finisher="B1"))
    table = encounter.table
    assert table is not None
    organizer_page = Client()
    organizer_page.force_login(user)
    output = {
        "cookie": settings.SESSION_COOKIE_NAME,
        "session": organizer_page.cookies[settings.SESSION_COOKIE_NAME].value,
        "tournament": str(tournament.public_id),
        "encounter": str(encounter.public_id),
        "table": str(table.public_id),
        "token": table.links.get().token,
    }
    sys.stdout.write(json.dumps(output))


def by_rules(rules: str) -> dict[str, Any]:
    from rules.games import game_of  # noqa: PLC0415
    from tests.scoring.play.test_open_length import OPEN, stages  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    counted_down = game_of(rules).ends_at is not None
    return {
        "rule_set_id": rules,
        "stages": stages(OPEN if counted_down else Length(best_of=3, hands=5)),
    }


def timed_round(club: Club) -> Tournament:
    from tests.scoring.play.timed_rounds import encounters_of_round, play, timed_knockout  # noqa: PLC0415

    tournament = timed_knockout(best_of=1, club=club)
    for encounter, hands in zip(encounters_of_round(tournament), ("AAB", "A"), strict=True):
        play(encounter, hands)
    return tournament


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
