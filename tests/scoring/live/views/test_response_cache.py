from __future__ import annotations

import gzip
from threading import Barrier, Thread
from typing import Any

import pytest
from django.test import Client

from scoring.live.views import rendered_pages
from scoring.live.views.rendered_pages import RenderedPage, SharedPages
from scoring.live.views.response_cache import ResponseCache, page_cache
from tests.factories import MembershipFactory, UserFactory, drawn_tournament, open_tournament
from tests.languages import english
from tests.processes import LONGEST_WAIT, free_port
from tests.scoring.live.page_counters import HTMX, address, begin, statements, text
from tests.services import redis_server
from tournaments.enums import Visibility
from tournaments.models import Tournament

OUTDATED_QUERY = "?seen=0"


@pytest.fixture(autouse=True)
def _clear_response_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start with an empty cache whose entries never expire, however slow the machine is."""
    monkeypatch.setattr(page_cache, "_seconds", LONGEST_WAIT)
    page_cache.clear()


def fragment_of(client: Client, tournament: Tournament, query: str = OUTDATED_QUERY, **headers: str) -> Any:
    return client.get(address("groups", tournament) + query, headers={**HTMX, **headers})


@pytest.mark.both_databases
@pytest.mark.django_db
def test_fragment_is_rendered_once_for_simultaneous_requests(client: Client):
    tournament = drawn_tournament()
    first = fragment_of(client, tournament)
    assert first["X-Live-Counter"] == str(counter_of(tournament))
    assert text(fragment_of(Client(), tournament, "?seen=1")) == text(first)
    assert statements(Client(), address("groups", tournament) + OUTDATED_QUERY, HTMX) == 1


@pytest.mark.django_db
def test_change_renders_a_new_fragment(client: Client):
    tournament = drawn_tournament()
    first = text(fragment_of(client, tournament))
    begin(tournament, 1)
    assert text(fragment_of(client, tournament)) != first


@pytest.mark.django_db
def test_fragments_differ_by_language(client: Client):
    tournament = drawn_tournament()
    turkish = text(fragment_of(client, tournament))
    english_part = client.get(english(address("groups", tournament)) + OUTDATED_QUERY, headers=HTMX)
    assert text(english_part) != turkish


@pytest.mark.both_databases
@pytest.mark.django_db
def test_page_is_rendered_once_for_all_visitors(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    first = client.get(url)
    member, stranger = Client(), Client()
    member.force_login(UserFactory.create())
    stranger.cookies["something"] = "else"
    for other in (member, stranger):
        assert other.get(f"{url}?utm=1").content == first.content
        assert statements(other, url) == 1


@pytest.mark.django_db
def test_draft_is_never_shared(client: Client):
    draft = open_tournament(visibility=Visibility.DRAFT)
    client.force_login(MembershipFactory.create(club=draft.club).user)
    answer = client.get(address("tournament", draft))
    assert "Cookie" in answer["Vary"]
    assert "X-Live-Counter" not in answer
    assert "data-shared" not in text(answer)
    assert Client().get(address("tournament", draft)).status_code == 404


@pytest.mark.django_db
def test_page_is_compressed_once(client: Client, monkeypatch: pytest.MonkeyPatch):
    url, reads_gzip = address("groups", drawn_tournament()), {"Accept-Encoding": "gzip"}
    plain, first = client.get(url), client.get(url, headers=reads_gzip)
    monkeypatch.setattr("gzip.compress", None)
    again = Client().get(url, headers=reads_gzip)
    assert again.content == first.content
    assert gzip.decompress(again.content) == plain.content
    assert again["Content-Length"] == str(len(again.content))
    assert (plain["ETag"], again["ETag"]) == (plain["ETag"], f"W/{plain['ETag']}")
    assert plain["Vary"] == again["Vary"]
    assert "Accept-Encoding" in again["Vary"]
    assert client.get(url, headers={**reads_gzip, "If-None-Match": again["ETag"]}).status_code == 304


def test_processes_share_rendered_pages(settings: Any):
    with redis_server() as (settings.LIVE_REDIS_URL, _process):
        assert (
            SharedPages().get_or_render("one", lambda: RenderedPage(b"here"), seconds=LONGEST_WAIT).content
            == b"here"
        )
        other = SharedPages()
        assert (
            other.get_or_render("one", lambda: RenderedPage(b"there"), seconds=LONGEST_WAIT).content
            == b"here"
        )
        assert (
            other.get_or_render("another", lambda: RenderedPage(b"there"), seconds=LONGEST_WAIT).content
            == b"there"
        )


def test_without_redis_each_process_renders_and_logs_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    port, pages = free_port(), SharedPages()
    settings.LIVE_REDIS_URL = f"redis://127.0.0.1:{port}/0"
    monkeypatch.setattr(rendered_pages, "SECONDS_BEFORE_RETRY", 0.0)

    def taken(content: bytes) -> bytes:
        return pages.get_or_render("key", lambda: RenderedPage(content), seconds=LONGEST_WAIT).content

    assert [taken(b"1"), taken(b"2")] == [b"1", b"2"]
    assert len(caplog.records) == 1
    with redis_server(port=port):
        assert [taken(b"3"), taken(b"4")] == [b"3", b"3"]


def test_failed_redis_is_not_asked_for_a_while(settings: Any, monkeypatch: pytest.MonkeyPatch):
    port, pages = free_port(), SharedPages()
    settings.LIVE_REDIS_URL = f"redis://127.0.0.1:{port}/0"
    monkeypatch.setattr(rendered_pages, "SECONDS_BEFORE_RETRY", LONGEST_WAIT)
    assert pages.get_or_render("key", lambda: RenderedPage(b"1"), seconds=1).content == b"1"
    monkeypatch.setattr(rendered_pages, "redis_client", None)
    assert pages.get_or_render("key", lambda: RenderedPage(b"2"), seconds=1).content == b"2"


def counter_of(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.counter


def test_concurrent_threads_wait_for_one_result():
    times: list[int] = []
    results: list[bytes] = []
    cache, together = ResponseCache[bytes](), Barrier(8)

    def make() -> bytes:
        times.append(1)
        return b"part"

    def take() -> None:
        together.wait()
        results.append(cache.get_or_compute("key", make))

    threads = [Thread(target=take) for _number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(times), results) == (1, [b"part"] * 8)


def test_exception_is_not_cached():
    cache = ResponseCache[bytes]()

    def fail() -> bytes:
        raise LookupError

    with pytest.raises(LookupError):
        cache.get_or_compute("key", fail)
    assert cache.get_or_compute("key", lambda: b"part") == b"part"


def test_entries_expire_and_oldest_is_dropped():
    short, narrow = ResponseCache[bytes](seconds=0), ResponseCache[bytes](max_entries=1)
    assert short.get_or_compute("key", lambda: b"1") == b"1"
    assert short.get_or_compute("key", lambda: b"2") == b"2"
    assert narrow.get_or_compute("one", lambda: b"1") == b"1"
    assert narrow.get_or_compute("other", lambda: b"2") == b"2"
    assert narrow.get_or_compute("one", lambda: b"3") == b"3"
