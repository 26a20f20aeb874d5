"""`python -m tests.browser.managed`: a drawn tournament and somebody who organizes it.

Two hands of its first encounter are played if HANDS is set; the first was finished with the okey. ROLE makes
him something else. Prints JSON: his e-mail and password, the public ids of the tournament, of that encounter
and of its table, and the table's token.
"""

from __future__ import annotations

import json
import os
import sys

import django

PASSWORD = "ıstaka-101-okey"


def main() -> None:
    from tests.factories import (  # noqa: PLC0415
        MembershipFactory,
        drawn_tournament,
        encounters_of,
        play_hand,
        report,
    )

    role = os.environ.get("ROLE", "organizer")
    member = MembershipFactory.create(user__email=f"organizator{os.getpid()}@example.org", role=role)
    tournament = drawn_tournament(club=member.club)
    encounter = encounters_of(tournament)[0]
    if os.environ.get("HANDS"):
        play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
        play_hand(encounter, report(finisher="B1"))
    table = encounter.table
    assert table is not None
    told = {
        "email": member.user.email,
        "password": PASSWORD,
        "tournament": str(tournament.public_id),
        "encounter": str(encounter.public_id),
        "table": str(table.public_id),
        "token": table.links.get().token,
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
