"""The recipe of config/deploy/nginx before `web` and `live`: it absorbs crowds and leaks no private page."""

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

pytestmark = [pytest.mark.processes, pytest.mark.merging]

PART = {"HX-Request": "true"}
WITHOUT_ASKING = {"HIT", "STALE", "UPDATING"}
"""What nginx calls it when an answer of before is given, and nobody of ours is waited for."""
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
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with behind_nginx(tmp_path_factory.mktemp("nginx")) as running:
        yield running


@pytest.fixture(scope="module")
def tournament(front: Front) -> str:
    return play_hands(1, scripts=front.scripts)


def counter_on(page: Answer) -> int:
    found = re.search(r'data-counter="(\d+)"', page.text)
    assert found
    return int(found[1])


def test_a_hundred_readers_of_a_page_cost_us_one_answer(front: Front, tournament: str) -> None:
    path = f"/t/{tournament}/"
    front.get(f"/en{path}")  # its first page takes a server longest
    with ThreadPoolExecutor(50) as readers:
        pages = list(readers.map(lambda _reader: front.get(path), range(100)))
    kept = Counter(page.kept for page in pages)
    assert kept["MISS"] == 1
    assert sum(kept[one] for one in WITHOUT_ASKING) > 90
    assert {page.sent for page in pages} == {front.get(path, port=front.ports["web"]).sent}


def test_a_hand_is_heard_of_at_once_and_what_it_changed_is_made_once_for_all(
    front: Front, tournament: str
) -> None:
    """Were events held back until a buffer is full, the first one would never be here."""
    path = f"/t/{tournament}/groups/"
    old = front.get(path)
    with listen(front.port, tournament, host=PUBLIC) as stream:
        assert stream.counter() >= counter_on(old)
        play_on(tournament, scripts=front.scripts)
        heard = stream.counter()
    asked = partial(front.get, f"/live{path}?heard={heard}", PART)
    first, second = asked(), asked()
    assert counter_on(first) >= heard > counter_on(old)
    assert (first.kept, second.kept in WITHOUT_ASKING, second.sent) == ("MISS", True, first.sent)
    wait_for(lambda: counter_on(front.get(path)) >= heard, "the page stays old")


def test_a_version_that_is_still_to_come_holds_nothing_old(front: Front, tournament: str) -> None:
    counter = counter_on(front.get(f"/t/{tournament}/schedule/"))
    asked = partial(front.get, f"/live/t/{tournament}/schedule/?heard={counter + 1000}", PART)
    for part in (asked(), asked()):
        assert (part.headers["Cache-Control"], part.kept, counter_on(part)) == ("no-store", "MISS", counter)


def test_languages_small_and_plain_pages_and_their_parts_do_not_mix(front: Front, tournament: str) -> None:
    bare = f"/t/{tournament}/entrants/"
    ways = [(path, how) for path in (bare, f"/en{bare}") for how in ({}, {"Accept-Encoding": "gzip"})]

    def all_of_them() -> list[Answer]:
        answers = [front.get(path, how) for path, how in ways]
        for (path, how), answer in zip(ways, answers, strict=True):
            assert answer.headers["Content-Language"] == ("en" if path.startswith("/en/") else "tr")
            assert ("Content-Encoding" in answer.headers) == bool(how)
            assert front.get(path, {**how, **PART}).text != answer.text
        return answers

    turkish, small_turkish, english, small_english = all_of_them()
    assert turkish.text == small_turkish.text != english.text == small_english.text
    assert "MISS" not in {one.kept for one in all_of_them()}
    wait_for(lambda: front.get(bare).kept == "STALE", "it stays fresh for ever")  # and is asked for behind it
    wait_for(lambda: front.get(bare).kept == "HIT", "it is not made new")
    assert all_of_them()[0].headers["Vary"] == turkish.headers["Vary"]
    tag = turkish.headers["ETag"]
    assert front.get(bare, {"If-None-Match": tag}).status == HTTPStatus.NOT_MODIFIED


def test_who_is_known_leaves_nothing_of_his_and_is_shown_his_own_by_ourselves(
    front: Front, tournament: str
) -> None:
    session, draft, token = front.tell(STAFF.format(tournament)).split()
    known, path = {"Cookie": f"istaka_session={session}; istaka_known=1"}, f"/t/{tournament}/bracket/"
    his, anybodys = front.get(path, known), front.get(path)
    assert (his.kept, "Set-Cookie" in his.headers) == ("MISS", False)
    assert anybodys.kept != "MISS"
    assert anybodys.sent == his.sent == front.get(path, port=front.ports["web"]).sent
    for own, allowed in ((f"/manage/t/{tournament}/", 200), (f"/t/{draft}/", 200), ("/me/", 200), ("/", 200)):
        for answer in (front.get(own, known), front.get(own, known)):
            assert (answer.status, answer.kept in WITHOUT_ASKING) == (allowed, False)
            assert "public" not in answer.headers["Cache-Control"]
    assert front.get(f"/t/{draft}/").status == HTTPStatus.NOT_FOUND
    assert front.get(f"/manage/t/{tournament}/").status == HTTPStatus.FOUND  # to signing in
    led = front.get(f"/m/{token}/")
    assert (led.kept, "Set-Cookie" in led.headers) == ("", True)
    keeper = {"Cookie": led.headers["Set-Cookie"].partition(";")[0]}
    table = front.get(led.headers["Location"], keeper)
    assert (table.status, table.kept) == (HTTPStatus.OK, "")
    assert front.get(led.headers["Location"]).status != HTTPStatus.OK


def test_what_was_hidden_is_gone_in_a_moment(front: Front) -> None:
    hidden = play_hands(1, scripts=front.scripts)
    assert front.get(f"/t/{hidden}/").status == HTTPStatus.OK
    front.tell(HIDE.format(hidden))
    wait_for(lambda: front.get(f"/t/{hidden}/").status == HTTPStatus.NOT_FOUND, "it is still shown")


def test_files_are_kept_for_good(front: Front, tournament: str) -> None:
    found = re.search(r'href="(/static/css/istaka\.[^"]+)"', front.get(f"/t/{tournament}/").text)
    assert found
    first, second = front.get(found[1]), front.get(found[1])
    assert (first.kept, second.kept) == ("MISS", "HIT")
    assert "immutable" in second.headers["Cache-Control"]


def test_while_the_web_is_away_pages_stand_as_they_were(front: Front, tournament: str) -> None:
    """The last one here: nobody starts it again."""
    path, web = f"/t/{tournament}/tables/", f"127.0.0.1:{front.ports['web']}"
    before = front.get(path)
    front.end("web")
    for method, own in (("GET", "/manage/"), ("GET", "/"), ("POST", "/sign-in/")):
        told = front.get(own, method=method)
        assert (told.status, told.headers["Retry-After"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "10")
        assert (told.headers["Cache-Control"], told.headers["Content-Type"]) == ("no-store", "text/html")
        assert "Şu anda yapılamıyor" in told.text
        assert "This can’t be done right now" in told.text

    def is_shown_in_spite_of_it() -> bool:
        shown = front.get(path)
        assert (shown.status, shown.sent) == (HTTPStatus.OK, before.sent)
        return (shown.kept, shown.has_asked) == ("STALE", web)

    wait_for(is_shown_in_spite_of_it, "it is never asked for again")
