"""Public pages are the same for everyone, byte for byte, and read no session."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import pytest
from django.template.defaulttags import NowNode
from django.test import Client

from scoring.live.public_pages import PAGE_CACHE_CONTROL, PRIVATE_CACHE_CONTROL
from scoring.live.views.follow_cookie import COOKIE, SHORT_ID_LENGTH
from tests.languages import english
from tests.scoring.live.page_counters import HTMX
from tests.scoring.live.streams.test_shared_fragments import SHARED_VIEWS
from tests.test_rights import World
from tournaments.enums import Role
from tournaments.live.fragment_store import fragment_store

pytestmark = pytest.mark.django_db

TELLS_THE_MINUTE = "scoring:tv"
PAGES = sorted(SHARED_VIEWS - {TELLS_THE_MINUTE})


def readers(world: World) -> list[Client]:
    stranger, follower, owner = Client(), Client(), world.member(Role.OWNER)
    entrant = world.tournament.entrants.order_by("number")[0]
    follower.cookies[COOKIE] = f"{world.tournament.public_id.hex[:SHORT_ID_LENGTH]}-{entrant.public_id.hex}"
    return [stranger, follower, owner, world.phone(), world.side()]


def fetch(client: Client, address: str, headers: Mapping[str, str]) -> Any:
    fragment_store.clear()
    return client.get(address, headers=headers)


@pytest.mark.release
def test_every_page_and_fragment_is_the_same_for_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is cleared so that each visitor gets a page of their own."""
    monkeypatch.setattr(NowNode, "render", lambda *_: "")  # a minute may end in between
    world = World()
    clients = readers(world)
    for name in PAGES:
        for headers in ({}, HTMX):
            answers = [fetch(client, english(world.address(name)), headers) for client in clients]
            assert len({(answer.status_code, answer.content) for answer in answers}) == 1, name
            assert {answer.get("ETag") for answer in answers} == {answers[0].get("ETag")}, name
            assert not any("Cookie" in answer.get("Vary", "") or answer.cookies for answer in answers), name
            cache_control = (
                PAGE_CACHE_CONTROL
                if answers[0].status_code == HTTPStatus.OK and not headers
                else PRIVATE_CACHE_CONTROL
            )
            assert {answer["Cache-Control"] for answer in answers} == {cache_control}, name


def test_response_that_deletes_an_invalid_session_cookie_is_private() -> None:
    client = Client()
    client.cookies["istaka_session"] = "short"
    answer = client.get(World().address("scoring:groups"))
    assert "istaka_session" in answer.cookies
    assert answer["Cache-Control"] == PRIVATE_CACHE_CONTROL
