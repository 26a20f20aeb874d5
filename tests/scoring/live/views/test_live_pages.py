from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from scoring.live.queries.counters import Kind, tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import MembershipFactory, UserFactory, drawn_tournament, open_tournament, play_hand
from tests.languages import english
from tests.scoring.live.page_counters import (
    HTMX,
    TABS,
    address,
    begin,
    counter,
    encounter_address,
    statements,
    text,
)
from tournaments.enums import Role
from tournaments.web.http import PageRequest

pytestmark = pytest.mark.django_db


@pytest.mark.release
@pytest.mark.postgres
@pytest.mark.parametrize("page", TABS)
def test_unchanged_page_answers_204_in_one_query(client: Client, page: str):
    client.force_login(UserFactory.create())
    tournament = drawn_tournament()
    kind = Kind.RESULTS if page in ("schedule", "entrants") else Kind.TOURNAMENT
    url = address(page, tournament) + f"?seen={counter(kind, tournament)}"
    assert client.get(url, headers=HTMX).status_code == 204
    assert statements(client, url, HTMX) == 1


@pytest.mark.postgres
def test_unchanged_encounter_answers_204_in_one_query(client: Client):
    encounter = begin(drawn_tournament(), 1)[0]
    url = encounter_address(encounter) + f"?match=1&seen={counter(Kind.ENCOUNTER, encounter)}"
    assert client.get(url, headers=HTMX).status_code == 204
    assert statements(client, url, HTMX) == 1


def test_hand_brings_the_fragment_with_the_new_counter(client: Client):
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    tournament.refresh_from_db()
    seen = tournament.counter
    play_hand(encounter)
    tournament.refresh_from_db()
    part = client.get(address("tournament", tournament) + f"?seen={seen}", headers=HTMX)
    assert part.status_code == 200
    assert f"?seen={tournament.counter}" in text(part)


def test_hand_during_a_page_read_is_fetched_next_time(rf: RequestFactory):
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    before = counter(Kind.TOURNAMENT, tournament)
    request: Any = rf.get("/")
    request.htmx, request.user, request.session = HtmxDetails(request), AnonymousUser(), SessionStore()

    @live_page(tournament_topic)
    def page_during_which_a_hand_is_played(_request: PageRequest, tournament_id: UUID) -> LivePage:
        play_hand(encounter)
        context = read_tournament_context(tournament_id)
        return "scoring/public/groups.html", {"tournament_context": context, "tournament": context.tournament}

    page = text(page_during_which_a_hand_is_played(request, tournament_id=tournament.public_id))
    assert f"?seen={before}" in page
    assert before != counter(Kind.TOURNAMENT, tournament)


@pytest.mark.postgres
def test_an_unchanged_page_is_304(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    page = client.get(url)
    tag = page["ETag"]
    again = client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again["ETag"] == tag
    for header in ("Cache-Control", "Vary"):  # a revalidating cache stores both with its copy
        assert again[header] == page[header]
    assert statements(client, url, {"If-None-Match": tag}) == 1


def test_etag_differs_by_language_and_counter(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    tags = {client.get(url)["ETag"], client.get(english(url))["ETag"]}
    begin(tournament, 1)
    tags.add(client.get(url)["ETag"])
    assert len(tags) == 3


@pytest.mark.postgres
def test_staff_page_changes_with_the_rights_of_its_reader(client: Client):
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    member = MembershipFactory.create(club=tournament.club, role=Role.ORGANIZER)
    client.force_login(member.user)
    url = encounter_address(encounter) + "?as=staff"
    tag = client.get(url)["ETag"]
    known = {"If-None-Match": tag}
    assert client.get(url, headers=known).status_code == 304
    assert statements(client, url, known) == 4  # counter, session, user and rights
    member.role = Role.SCOREKEEPER
    member.save()
    assert client.get(url, headers=known).status_code == 200
    member.delete()
    response = client.get(url, headers=known)
    assert response.status_code == 200
    assert f"/manage/e/{encounter.public_id}/" not in text(response)


def test_messages_wait_until_the_reader_data_is_fetched(client: Client, rf: RequestFactory):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    before = client.get(url)
    waiting, storage = HttpResponse(), CookieStorage(rf.get("/"))
    storage.add(constants.SUCCESS, "Kaydedildi.")
    storage.update(waiting)
    client.cookies.update(waiting.cookies)
    assert client.get(url).content == before.content
    assert client.get(url, headers={"If-None-Match": before["ETag"]}).status_code == 304
    assert "Kaydedildi." in client.get(reverse("scoring:reader_roles")).json()["messages"]
    assert client.get(reverse("scoring:reader_roles")).json()["messages"] == ""


@pytest.mark.release
def test_public_page_has_no_token_and_sets_no_cookie(client: Client):
    tournament = drawn_tournament()
    for page in TABS:
        got = client.get(address(page, tournament))
        assert "csrfmiddlewaretoken" not in text(got)
        assert not got.cookies


def test_public_page_varies_and_must_be_revalidated(client: Client):
    page = client.get(address("tournament", open_tournament()))
    assert {name.strip() for name in page["Vary"].split(",")} == {"Accept-Encoding", "HX-Request"}
    assert {"public", "max-age=0", "must-revalidate", "s-maxage=1"} <= set(page["Cache-Control"].split(", "))


def test_fragment_without_version_is_not_cached(client: Client):
    """An open page must not receive a version it already has or has replaced."""
    tournament = open_tournament()
    seen = counter(Kind.TOURNAMENT, tournament)
    for query, caching in (
        ("", "private, no-cache"),
        ("?seen=0", "private, no-cache"),
        (f"?seen={seen}", "no-store"),
    ):
        part = client.get(address("tournament", tournament) + query, headers=HTMX)
        assert part["Cache-Control"] == caching
