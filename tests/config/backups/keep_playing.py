"""`python -m tests.config.backups.keep_playing`: play evenings until ended, and print the number of stored
hands.

Each line follows the commit of a hand, as the response to a phone does.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone  # noqa: E402

from scoring.evening_replay import Replay  # noqa: E402
from scoring.models import Entry  # noqa: E402
from tests.parts.play_hands import EVENING  # noqa: E402

if __name__ == "__main__":
    while True:
        replay = Replay(clock=timezone.now)
        for line in EVENING.read_text(encoding="utf-8").splitlines():
            replay.play_line(line)
            sys.stdout.write(f"{Entry.objects.count()}\n")
            sys.stdout.flush()
