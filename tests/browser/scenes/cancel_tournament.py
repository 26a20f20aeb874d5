"""Cancel or resume a table's tournament.

`python -m tests.browser.scenes.cancel_tournament TABLE [REASON]`
"""

from __future__ import annotations

import os
import sys

import django


def main(table: str, reason: str = "") -> None:
    from django.utils import timezone  # noqa: PLC0415

    from scoring.setup.domain import cancellation  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Tournament  # noqa: PLC0415

    tournament = Tournament.objects.get(tables__public_id=table)
    now = timezone.now()
    if reason:
        cancellation.cancel(tournament=tournament, reason=reason, by=CONSOLE, at=now)
    else:
        cancellation.resume(tournament=tournament, by=CONSOLE, at=now)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(*sys.argv[1:])
