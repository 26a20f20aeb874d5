"""Renew a table's code and print the new token: `python -m tests.browser.scenes.renew_link TABLE`."""

from __future__ import annotations

import os
import sys

import django


def main(public_id: str) -> None:
    from tests.factories import NOW  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Table  # noqa: PLC0415
    from tournaments.tables.domain.tables import renew_link  # noqa: PLC0415

    table = Table.objects.select_related("tournament").get(public_id=public_id)
    sys.stdout.write(renew_link(table=table, by=CONSOLE, at=NOW).token)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(sys.argv[1])
