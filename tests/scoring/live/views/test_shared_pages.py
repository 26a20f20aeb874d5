from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.test import Client

from scoring.live.views import live_pages
from tests.factories import MembershipFactory, UserFactory, drawn_tournament, open_tournament
from tests.languages import english
from tests.processes import LONGEST_WAIT
from tests.scoring.live.page_counters import HTMX, address, begin, statements, text
from tournaments.enums import Visibility
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Tournament

OUTDATED_QUERY = "?seen=0"


@pytest.fixture(autouse=True)
def _clear_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start with an empty store whose pages never expire, however slow the machine is."""
    monkeypatch.setattr(live_pages, "PAGE_SECONDS", LONGEST_WAIT)
    fragment_store.clear()


def fragment_of(client: Client, tournament: Tournament, query: str = OUTDATED_QUERY, **headers: str) -> Any:
    return client.get(address("groups", tournament) + query, headers={**HTMX, **headers})


@pytest.mark.postgres
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


@pytest.mark.postgres
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
def test_page_and_fragment_of_an_address_are_stored_apart(client: Client):
    tournament = drawn_tournament()
    page = client.get(address("groups", tournament))
    part = fragment_of(client, tournament, query="")
    assert "<html" in text(page)
    assert "<html" not in text(part)


@pytest.mark.django_db
def test_own_schedule_is_never_shared(client: Client):
    answer = client.get(address("schedule", drawn_tournament()) + "?by=mine")
    assert "Cookie" in answer["Vary"]
    assert "X-Live-Counter" not in answer


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


def counter_of(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.counter
