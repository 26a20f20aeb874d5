import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client, RequestFactory

from scoring.views import public
from tests.factories import UserFactory, drawn_tournament, open_tournament, play_hand
from tests.scoring.views.watching import HTMX, TABS, address, begin, encounter_address, statements, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", TABS)
def test_nothing_new_is_204_in_one_statement(client: Client, page: str):
    client.force_login(UserFactory.create())
    tournament = drawn_tournament()
    url = address(page, tournament) + f"?seen={tournament.counter}"
    assert client.get(url, headers=HTMX).status_code == 204
    assert statements(client, url, HTMX) == 1


def test_an_encounter_asks_in_one_statement_too(client: Client):
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    tournament.refresh_from_db()
    url = encounter_address(encounter) + f"?match=1&seen={tournament.counter}"
    assert client.get(url, headers=HTMX).status_code == 204
    assert statements(client, url, HTMX) == 1


def test_a_hand_brings_the_live_part_with_the_new_counter(client: Client):
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    tournament.refresh_from_db()
    seen = tournament.counter
    play_hand(encounter)
    tournament.refresh_from_db()
    part = client.get(address("tournament", tournament) + f"?seen={seen}", headers=HTMX)
    assert part.status_code == 200
    assert f"?seen={tournament.counter}" in text(part)


def test_the_counter_is_read_before_the_data(client: Client, monkeypatch: pytest.MonkeyPatch):
    """A hand that falls between the two is asked for again, never missed."""
    tournament = drawn_tournament()
    encounter = begin(tournament, 1)[0]
    tournament.refresh_from_db()
    seen = tournament.counter
    read = public.read_frame

    def late(tournament_id):
        play_hand(encounter)
        return read(tournament_id)

    monkeypatch.setattr(public, "read_frame", late)
    page = text(client.get(address("tournament", tournament)))
    assert f"?seen={seen}" in page


def test_an_unchanged_page_is_304(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    tag = client.get(url)["ETag"]
    again = client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again["ETag"] == tag
    assert again["Cache-Control"] == "private, no-cache"
    assert statements(client, url, {"If-None-Match": tag}) == 1


def test_a_page_is_another_for_another_reader_language_or_counter(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    tags = {client.get(url)["ETag"], client.get(url, headers={"Accept-Language": "en"})["ETag"]}
    client.force_login(UserFactory.create())
    tags.add(client.get(url)["ETag"])
    begin(tournament, 1)
    tags.add(client.get(url)["ETag"])
    assert len(tags) == 4


def test_a_page_with_a_message_is_never_answered_from_before(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    tag = client.get(url)["ETag"]
    storage = CookieStorage(RequestFactory().get("/"))
    client.cookies["messages"] = storage._encode([Message(constants.SUCCESS, "Kaydedildi.")])
    shown = client.get(url, headers={"If-None-Match": tag})
    assert shown.status_code == 200
    assert "Kaydedildi." in text(shown)
    assert "ETag" not in shown


def test_a_cached_page_holds_no_token_and_sets_no_cookie(client: Client):
    tournament = drawn_tournament()
    for page in TABS:
        got = client.get(address(page, tournament))
        assert "csrfmiddlewaretoken" not in text(got)
        assert not got.cookies


def test_caches_are_told_what_an_answer_depends_on(client: Client):
    varies = client.get(address("tournament", open_tournament()))["Vary"]
    assert {"Cookie", "Accept-Language", "HX-Request"} <= {name.strip() for name in varies.split(",")}
