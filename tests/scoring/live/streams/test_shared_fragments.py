"""Fragments served without Django equal those of the views, and only public ones are served."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import decompress
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.platform.django_handler import DjangoHandler
from scoring.live.public_pages import COUNTER_HEADER
from scoring.live.queries.counters import Kind
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.live_fragments import VARYING_HEADERS, FragmentCache
from tests.factories import MembershipFactory, drawn_tournament, open_tournament, play_hand
from tests.languages import path_in_language
from tests.scoring.live.page_counters import HTMX, begin, counter
from tests.scoring.live.streams.stream_clients import FakeCounters, streams_of
from tests.test_rights import EVERYBODY, RIGHTS, World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

FOLLOWS_PLAY = {
    "scoring:tournaments",
    "scoring:tournament_search",
    "scoring:tournament",
    "scoring:groups",
    "scoring:bracket",
    "scoring:final_ranking",
    "scoring:tables",
    "scoring:schedule",
    "scoring:entrants",
    "scoring:entrant",
    "scoring:rules",
    "scoring:tv",
    "scoring:player",
    "scoring:encounter",
    "scoring:hand_history",
    "scoring:followed_status",
}
SHARED_VIEWS = FOLLOWS_PLAY | {
    "scoring:draw_list",
    "scoring:draw_detail",
    "scoring:archive",
    "scoring:sheet",
}
"""Also pages that do not follow play, of which no fragment is requested."""
PUBLIC_VIEWS = [name for name, right in RIGHTS.items() if right.who == EVERYBODY and "GET" in right.methods]
LANGUAGES = ("tr", "en")


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@pytest.fixture
def live_app() -> FragmentCache:
    """Return the ASGI application, with Django in the test's own thread."""
    django = DjangoHandler()

    async def pages(scope: Scope, receive: Receive, send: Send) -> None:
        await django.handle(scope, receive, send)

    return FragmentCache(pages, streams_of(FakeCounters()))


@contextmanager
def keep_connection() -> Iterator[None]:
    """Keep the test's connection open at the end of a request, as Django's test client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def fetch(live: FragmentCache, path: str, *, counter: int = 1, **headers: str) -> Answer:
    page, _mark, words = path.partition("?")
    sent: list[Mapping[str, Any]] = []
    request_headers = {"host": "testserver", "hx-request": "true"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": f"/live{page}",
        "query_string": f"{words}&seen=0&heard={counter}".lstrip("&").encode(),
        "headers": [(name.encode(), value.encode()) for name, value in request_headers.items()],
    }

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.disconnect"}

    with keep_connection():
        async_to_sync(live)(scope, receive, send)
    response_headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(
        sent[0]["status"], response_headers, b"".join(message.get("body", b"") for message in sent[1:])
    )


def fetch_from_view(path: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(
        path, headers={**HTMX, **{name.replace("_", "-"): value for name, value in headers.items()}}
    )


@pytest.mark.parametrize("name", PUBLIC_VIEWS)
def test_fragment_equals_that_of_the_view_in_both_languages(live_app: FragmentCache, name: str):
    path = World().address(name)
    for language in LANGUAGES:
        page = path_in_language(path, language)
        before = fetch_from_view(page)
        fragment = fetch(live_app, page)
        view = fetch_from_view(page)
        assert (COUNTER_HEADER in view.headers) == (name in SHARED_VIEWS)
        if name in SHARED_VIEWS:
            # The large screen shows the minute, which may change in between.
            assert (fragment.status, fragment.body in (before.content, view.content)) == (200, True)
            assert without_caching(fragment.headers) == without_caching(view.headers)
        else:
            assert fragment.status == 307
            assert fragment.headers["location"].startswith(page)


def without_caching(headers: Mapping[str, str]) -> Mapping[str, str]:
    return {key.lower(): value for key, value in headers.items() if key.lower() != "cache-control"}


@pytest.mark.postgres
def test_second_fetch_takes_no_query(live_app: FragmentCache):
    path = f"/t/{drawn_tournament().public_id}/"
    first = fetch(live_app, path)
    with CaptureQueriesContext(connection) as queries:
        assert fetch(live_app, path) == first
    assert not queries.captured_queries


def test_fragment_is_compressed_for_browsers_that_accept_gzip(live_app: FragmentCache):
    path = f"/t/{drawn_tournament().public_id}/"
    small, plain = fetch(live_app, path, accept_encoding="gzip, deflate"), fetch(live_app, path)
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert decompress(small.body) == plain.body


def test_fragments_are_keyed_by_all_vary_headers(live_app: FragmentCache):
    varies = fetch(live_app, f"/t/{drawn_tournament().public_id}/", accept_encoding="gzip").headers["vary"]
    vary_headers = {name.strip().lower().encode() for name in varies.split(",")}
    assert vary_headers - {b"hx-request"} <= set(VARYING_HEADERS)


def test_fragment_includes_the_hand_that_was_heard_of(live_app: FragmentCache):
    encounter = begin(drawn_tournament(), 1)[0]
    path, before = f"/e/{encounter.public_id}/", counter(Kind.ENCOUNTER, encounter)
    old = fetch(live_app, path, counter=before)
    play_hand(encounter)
    after = counter(Kind.ENCOUNTER, encounter)
    new = fetch(live_app, path, counter=after)
    assert (old.headers[COUNTER_HEADER.lower()], new.headers[COUNTER_HEADER.lower()]) == (
        str(before),
        str(after),
    )
    assert "max-age=0, must-revalidate, s-maxage=10" in new.headers["cache-control"]
    newer, invented = (fetch(live_app, path, counter=counter) for counter in (before, after + 1))
    assert newer.body == invented.body == new.body
    assert newer.headers["cache-control"].endswith("s-maxage=1")
    assert invented.headers["cache-control"] == "no-store"
    assert new.body == fetch_from_view(path).content != old.body


def test_fragment_ignores_if_none_match(client: Client, live_app: FragmentCache):
    path = f"/t/{drawn_tournament().public_id}/"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    fragment = fetch(live_app, path, if_none_match=tag)
    assert (fragment.status, fragment.body) == (200, fetch_from_view(path, if_none_match=tag).content)


@pytest.mark.release
def test_cookies_are_ignored_and_private_pages_redirect(client: Client, live_app: FragmentCache):
    tournament = drawn_tournament()
    path = f"/e/{begin(tournament, 1)[0].public_id}/"
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.ORGANIZER).user)
    cookie = "; ".join(f"{name}={cookie_.value}" for name, cookie_ in client.cookies.items())
    assert fetch(live_app, path, cookie=cookie) == fetch(live_app, path)
    redirect = fetch(live_app, f"{path}?as=staff", cookie=cookie)
    assert (redirect.status, redirect.headers["location"]) == (307, f"{path}?as=staff&seen=0&heard=1")
    assert (
        fetch_from_view(f"{path}?as=staff", client).content
        != fetch_from_view(path).content
        == fetch_from_view(path, client).content
    )


@pytest.mark.slow
def test_pages_that_are_not_found_redirect_to_the_view(live_app: FragmentCache):
    tournament, other_tournament = drawn_tournament(), open_tournament(pairs=1)
    stranger = other_tournament.entrants.get()
    for path in (
        "/t/00000000-0000-4000-8000-000000000000/",
        f"/t/{tournament.public_id}/entrants/{stranger.public_id}/",
        f"/manage/t/{tournament.public_id}/",
        "/manage/",
        "/nowhere/",
    ):
        assert fetch(live_app, path).headers["location"].startswith(path)
        assert Client().get(path).status_code in (302, 404)
