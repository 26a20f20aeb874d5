"""Public pages are the same for everybody, byte for byte, and look at nobody who asks."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.live.views.followed import COOKIE, SHORT
from tests.languages import english
from tests.scoring.live.streams.test_handed_out import THE_SAME_FOR_ALL
from tests.scoring.live.watching import HTMX
from tests.test_rights import World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

TELLS_THE_MINUTE = "scoring:tv"
PAGES = sorted(THE_SAME_FOR_ALL - {TELLS_THE_MINUTE})


def readers(world: World) -> list[Client]:
    """Nobody, a follower, the owner, with a mark of his session, and a phone of each of a table's links."""
    nobody, follower, owner = Client(), Client(), world.member(Role.OWNER)
    entrant = world.tournament.entrants.order_by("number")[0]
    follower.cookies[COOKIE] = f"{world.tournament.public_id.hex[:SHORT]}-{entrant.public_id.hex}"
    return [nobody, follower, owner, world.phone(), world.side()]


def test_every_page_and_part_is_the_same_for_all_who_ask() -> None:
    world = World()
    asking = readers(world)
    for name in PAGES:
        for headers in ({}, HTMX):
            answers = [client.get(english(world.address(name)), headers=headers) for client in asking]
            assert len({(one.status_code, one.content) for one in answers}) == 1, name
            assert {one.get("ETag") for one in answers} == {answers[0].get("ETag")}, name
            assert not any("Cookie" in one.get("Vary", "") or one.cookies for one in answers), name
