"""`python -m tests.browser.every_page`: a club in play, and every address of the project that shows a page.

Prints JSON: the addresses by name, an owner's e-mail and password, the public ids of table and encounter.
"""

from __future__ import annotations

import json
import os
import sys

import django

PASSWORD = "ıstaka-101-okey"


def main() -> None:
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415

    from tests.factories import MembershipFactory, correct, encounters_of, play_hand, report  # noqa: PLC0415
    from tests.test_rights import RIGHTS, World  # noqa: PLC0415
    from tournaments.enums import Role  # noqa: PLC0415

    world = World()
    encounter = encounters_of(world.tournament)[0]
    play_hand(encounter, report(finisher="B2", finish={"last_tile": "okey", "direct": False}, fouls=1))
    correct(encounter, report(points=(31, 40)))
    owner = MembershipFactory.create(club=world.club, role=Role.OWNER).user
    owner.password = make_password(PASSWORD)
    owner.save(update_fields=["password"])
    shown = [name for name, right in RIGHTS.items() if "GET" in right.methods]
    told = {
        "pages": {name: world.address(name) for name in shown},
        "email": owner.email,
        "password": PASSWORD,
        "sides": world.table.sides_links.get().token,
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
