from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus

import pytest

from tests.parts.compose import PUBLIC
from tests.parts.nginx import Answer, Front, behind_nginx
from tests.parts.standings import play_hands
from tests.parts.streams import listen, play_on
from tests.processes import wait_for

pytestmark = pytest.mark.slow

PART = {"HX-Request": "true"}
WITHOUT_ASKING = {"HIT", "STALE", "UPDATING"}
"""Cache statuses of responses for which nginx waited for none of our services."""
STAFF = """
from django.test import Client
from tests.factories import MembershipFactory, open_tournament
from tournaments.enums import Visibility
from tournaments.models import Tournament
shown = Tournament.objects.get(public_id="{}")
draft = open_tournament(club=shown.club, visibility=Visibility.DRAFT)
client = Client()
client.force_login(MembershipFactory.create(club=shown.club, role="owner").user)
print(client.cookies["istaka_session"].value, draft.public_id, shown.tables.first().links.get().token)
"""
HIDE = """
from tournaments.models import Tournament
Tournament.objects.filter(public_id="{}").update(visibility="draft")
"""


@pytest.fixture(scope="module")
def nginx_front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with behind_nginx(tmp_path_factory.mktemp("nginx")) as running:
        yield running


@pytest.fixture(scope="module")
def tournament(nginx_front: Front) -> str:
    return play_hands(1, scripts=nginx_front.scripts)


def counter_on(page: Answer) -> int:
    match = re.search(r'data-counter="(\d+)"', page.text)
    assert match
    return int(match[1])


def test_hundred_readers_of_a_page_cost_one_response(nginx_front: Front, tournament: str) -> None:
    path = f"/t/{tournament}/"
    nginx_front.get(f"/en{path}")  # the first page of a server is slow
    with ThreadPoolExecutor(50) as readers:
        pages = list(readers.map(lambda _reader: nginx_front.get(path), range(100)))
    kinds = Counter(page.cache_status for page in pages)
    assert kinds["MISS"] == 1
    assert sum(kinds[status] for status in WITHOUT_ASKING) > 90
    assert {page.sent for page in pages} == {nginx_front.get(path, port=nginx_front.ports["web"]).sent}


def test_hand_is_announced_at_once_and_its_update_rendered_once(nginx_front: Front, tournament: str) -> None:
    """If nginx buffered events, the first one would never arrive."""
    path = f"/t/{tournament}/groups/"
    old = nginx_front.get(path)
    with listen(nginx_front.port, tournament, host=PUBLIC) as stream:
        assert stream.counter() >= counter_on(old)
        play_on(tournament, scripts=nginx_front.scripts)
        latest = stream.counter()
    get_update = partial(nginx_front.get, f"/live{path}?heard={latest}", PART)
    first, second = get_update(), get_update()
    assert counter_on(first) >= latest > counter_on(old)
    assert (first.cache_status, second.cache_status in WITHOUT_ASKING, second.sent) == (
        "MISS",
        True,
        first.sent,
    )
    wait_for(lambda: counter_on(nginx_front.get(path)) >= latest, "the page stays old")


def test_future_version_is_never_answered_with_old_content(nginx_front: Front, tournament: str) -> None:
    counter = counter_on(nginx_front.get(f"/t/{tournament}/schedule/"))
    get_update = partial(nginx_front.get, f"/live/t/{tournament}/schedule/?heard={counter + 1000}", PART)
    for part in (get_update(), get_update()):
        assert (part.headers["Cache-Control"], part.cache_status, counter_on(part)) == (
            "no-store",
            "MISS",
            counter,
        )


def test_languages_encodings_and_fragments_do_not_mix(nginx_front: Front, tournament: str) -> None:
    bare = f"/t/{tournament}/entrants/"
    requests = [
        (path, headers) for path in (bare, f"/en{bare}") for headers in ({}, {"Accept-Encoding": "gzip"})
    ]

    def all_of_them() -> list[Answer]:
        responses = [nginx_front.get(path, headers) for path, headers in requests]
        for (path, headers), response in zip(requests, responses, strict=True):
            assert response.headers["Content-Language"] == ("en" if path.startswith("/en/") else "tr")
            assert ("Content-Encoding" in response.headers) == bool(headers)
            assert nginx_front.get(path, {**headers, **PART}).text != response.text
        return responses

    turkish, small_turkish, english, small_english = all_of_them()
    assert turkish.text == small_turkish.text != english.text == small_english.text
    assert "MISS" not in {cached.cache_status for cached in all_of_them()}
    wait_for(
        lambda: nginx_front.get(bare).cache_status == "STALE", "it stays fresh for ever"
    )  # and is refreshed in the background
    wait_for(lambda: nginx_front.get(bare).cache_status == "HIT", "it is not made new")
    assert all_of_them()[0].headers["Vary"] == turkish.headers["Vary"]
    tag = turkish.headers["ETag"]
    assert nginx_front.get(bare, {"If-None-Match": tag}).status == HTTPStatus.NOT_MODIFIED


def test_personal_responses_bypass_the_cache(nginx_front: Front, tournament: str) -> None:
    session, draft, token = nginx_front.tell(STAFF.format(tournament)).split()
    known, path = {"Cookie": f"istaka_session={session}; istaka_known=1"}, f"/t/{tournament}/bracket/"
    personal, anonymous = nginx_front.get(path, known), nginx_front.get(path)
    assert (personal.cache_status, "Set-Cookie" in personal.headers) == ("MISS", False)
    assert anonymous.cache_status != "MISS"
    assert anonymous.sent == personal.sent == nginx_front.get(path, port=nginx_front.ports["web"]).sent
    for own, allowed in ((f"/manage/t/{tournament}/", 200), (f"/t/{draft}/", 200), ("/me/", 200), ("/", 200)):
        for response in (nginx_front.get(own, known), nginx_front.get(own, known)):
            assert (response.status, response.cache_status in WITHOUT_ASKING) == (allowed, False)
            assert "public" not in response.headers["Cache-Control"]
    assert nginx_front.get(f"/t/{draft}/").status == HTTPStatus.NOT_FOUND
    assert nginx_front.get(f"/manage/t/{tournament}/").status == HTTPStatus.FOUND  # to sign-in
    led = nginx_front.get(f"/m/{token}/")
    assert (led.cache_status, "Set-Cookie" in led.headers) == ("", True)
    keeper = {"Cookie": led.headers["Set-Cookie"].partition(";")[0]}
    table = nginx_front.get(led.headers["Location"], keeper)
    assert (table.status, table.cache_status) == (HTTPStatus.OK, "")
    assert nginx_front.get(led.headers["Location"]).status != HTTPStatus.OK


def test_hidden_page_disappears_from_the_cache(nginx_front: Front) -> None:
    hidden = play_hands(1, scripts=nginx_front.scripts)
    assert nginx_front.get(f"/t/{hidden}/").status == HTTPStatus.OK
    nginx_front.tell(HIDE.format(hidden))
    wait_for(lambda: nginx_front.get(f"/t/{hidden}/").status == HTTPStatus.NOT_FOUND, "it is still shown")


def test_static_files_are_cached_forever(nginx_front: Front, tournament: str) -> None:
    match = re.search(r'href="(/static/css/istaka\.[^"]+)"', nginx_front.get(f"/t/{tournament}/").text)
    assert match
    first, second = nginx_front.get(match[1]), nginx_front.get(match[1])
    assert (first.cache_status, second.cache_status) == ("MISS", "HIT")
    assert "immutable" in second.headers["Cache-Control"]


def test_cached_pages_are_served_while_the_web_is_down(nginx_front: Front, tournament: str) -> None:
    """The last test: nothing restarts the web."""
    path, web = f"/t/{tournament}/tables/", f"127.0.0.1:{nginx_front.ports['web']}"
    before = nginx_front.get(path)
    nginx_front.end("web")
    for method, own in (("GET", "/manage/"), ("GET", "/"), ("POST", "/sign-in/")):
        response = nginx_front.get(own, method=method)
        assert (response.status, response.headers["Retry-After"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "10")
        assert (response.headers["Cache-Control"], response.headers["Content-Type"]) == (
            "no-store",
            "text/html",
        )
        assert "Şu anda yapılamıyor" in response.text
        assert "This can’t be done right now" in response.text

    def is_shown_in_spite_of_it() -> bool:
        page = nginx_front.get(path)
        assert (page.status, page.sent) == (HTTPStatus.OK, before.sent)
        return (page.cache_status, page.upstream_status) == ("STALE", web)

    wait_for(is_shown_in_spite_of_it, "it is never asked for again")
