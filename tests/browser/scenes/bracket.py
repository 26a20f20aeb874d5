"""`python -m tests.browser.scenes.bracket`: create a bracket in its quarter-finals, print its path."""

from __future__ import annotations

import os
import sys

import django


def main() -> None:
    from django.urls import reverse  # noqa: PLC0415

    from tests.factories import play_hand  # noqa: PLC0415
    from tests.scoring.stage_flows import drawn_flow, play_ready, ready_encounters  # noqa: PLC0415
    from tournaments.stages.stage_settings import StageSettings  # noqa: PLC0415

    tournament = drawn_flow(StageSettings("knockout", best_of=3, hands=3, third_place=True), pairs=16)
    play_ready(tournament)
    play_hand(ready_encounters(tournament)[0])
    sys.stdout.write(reverse("scoring:bracket", args=[tournament.public_id]))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
