"""`python -m tests.browser.scenes.every_page`: create a club in play, print all addresses as JSON."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tests.test_rights import World
    from tournaments.models import Tournament

PASSWORD = "ıstaka-101-okey"


def main() -> None:
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415

    from tests.browser.scenes.full_evening import full_evening, large_bracket  # noqa: PLC0415
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
    names = [name for name, right in RIGHTS.items() if "GET" in right.methods]
    output = {
        "pages": {name: world.address(name) for name in names},
        "public": public_addresses(world, full_evening(world.club), large_bracket(world.club)),
        "email": owner.email,
        "password": PASSWORD,
        "sides": world.table.sides_links.get().token,
    }
    sys.stdout.write(json.dumps(output))


def public_addresses(world: World, *tournaments: Tournament) -> list[tuple[str, str]]:
    from tests.pages.page_crawl import values_of  # noqa: PLC0415
    from tests.test_rights import EVERYBODY, PARAMETERS, RIGHTS  # noqa: PLC0415

    names = [name for name, right in RIGHTS.items() if right.who == EVERYBODY and "GET" in right.methods]
    addresses = {}
    for tournament in tournaments:
        values = values_of(tournament)
        for name in names:
            own = {key: value for key, value in values.items() if key in PARAMETERS[name]}
            addresses[world.address(name, **own)] = name
    return [(name, address) for address, name in addresses.items()]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
