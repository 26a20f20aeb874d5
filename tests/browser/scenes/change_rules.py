"""Change rules of a table's tournament: `python -m tests.browser.scenes.change_rules TOKEN JSON`."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace

import django


def main(token: str, changes: str) -> None:
    from scoring.ledger.rulebooks import rules_of  # noqa: PLC0415
    from scoring.officials.domain.amendments import change_rules  # noqa: PLC0415
    from tests.factories import NOW  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Tournament  # noqa: PLC0415

    tournament = Tournament.objects.select_related("rule_book").get(tables__links__token=token)
    rules = replace(rules_of(tournament.rule_book), **json.loads(changes))
    change_rules(tournament=tournament, rules=rules, by=CONSOLE, at=NOW)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(*sys.argv[1:])
