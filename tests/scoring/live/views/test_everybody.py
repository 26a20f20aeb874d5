"""Public pages are the same for everybody, byte for byte, and look at nobody who asks."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import pytest
from django.template.defaulttags import NowNode
from django.test import Client

from scoring.live.public_pages import FOR_HIM_ALONE, PAGE
from scoring.live.views.follow_cookie import COOKIE, SHORT
from scoring.live.views.response_cache import shelf
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


def asked(client: Client, address: str, headers: Mapping[str, str]) -> Any:
    shelf.clear()
    return client.get(address, headers=headers)


def test_every_page_and_part_is_the_same_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is made by himself, of course: what lies on the shelf was made for another."""
    monkeypatch.setattr(NowNode, "render", lambda *_: "")  # a minute may end in between
    world = World()
    asking = readers(world)
    for name in PAGES:
        for headers in ({}, HTMX):
            answers = [asked(client, english(world.address(name)), headers) for client in asking]
            assert len({(one.status_code, one.content) for one in answers}) == 1, name
            assert {one.get("ETag") for one in answers} == {answers[0].get("ETag")}, name
            assert not any("Cookie" in one.get("Vary", "") or one.cookies for one in answers), name
            kept = PAGE if answers[0].status_code == HTTPStatus.OK and not headers else FOR_HIM_ALONE
            assert {one["Cache-Control"] for one in answers} == {kept}, name


def test_a_cookie_that_no_session_has_is_taken_away_from_him_alone() -> None:
    client = Client()
    client.cookies["istaka_session"] = "short"
    answer = client.get(World().address("scoring:groups"))
    assert "istaka_session" in answer.cookies
    assert answer["Cache-Control"] == FOR_HIM_ALONE
