"""`python -m tests.parts.play_hands N`: play the first N lines of the small evening."""

import os
import sys
from pathlib import Path

import django

EVENING = Path(__file__).resolve().parent.parent / "data" / "evenings" / "small_8.jsonl"


def main(lines: int) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from scoring.evening_replay import Replay, play_lines  # noqa: PLC0415

    replay = Replay(clock=timezone.now)
    play_lines(replay, EVENING.read_text(encoding="utf-8").splitlines()[:lines])
    assert replay.tournament is not None
    print(replay.tournament.public_id)  # noqa: T201


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(int(sys.argv[1]))
