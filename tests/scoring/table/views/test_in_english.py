from __future__ import annotations

import re
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.table.views.service_worker import CACHED_PAGES_PATTERN
from tests.factories import drawn_tournament, encounters_of, play_hand
from tests.keeper_phone import HiddenFields
from tests.languages import path_in_language
from tests.scoring.table.table_phones import table_of
from tournaments.languages import LANGUAGES
from tournaments.models import Table

pytestmark = pytest.mark.django_db

KNOWN = 'class="s-me'
"""Appears where a side's phone names its player."""


class CookiePathBrowser:
    """A browser that sends each cookie only below its path and follows redirects."""

    def __init__(self) -> None:
        self.left: dict[tuple[str, str], str] = {}

    def ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        client = Client()
        sent = ((name, value) for (name, below), value in self.left.items() if path.startswith(below))
        client.cookies = SimpleCookie(dict(sent))
        response = getattr(client, method)(path, data or {})
        for cookie in response.cookies.values():
            self.left[cookie.key, cookie["path"]] = cookie.value
        location = response.headers.get("Location")
        return self.ask("get", location) if location else response


@pytest.fixture
def table() -> Table:
    return table_of(drawn_tournament())


def html(answer: Any) -> str:
    return answer.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_keepers_phone_works_in_each_language(table, language):
    other = next(code for code in LANGUAGES if code != language)
    phone, at = (
        CookiePathBrowser(),
        path_in_language(reverse("scoring:table", args=[table.public_id]), language),
    )
    link = path_in_language(reverse("scoring:open_table", args=[table.links.get().token]), language)
    page = phone.ask("get", link)
    assert (page.status_code, page.request["PATH_INFO"]) == (200, at)
    seats = phone.ask("post", f"{at}keep/", {"name": "Nermin"})
    assert {"tr": "Kim nerede oturuyor", "en": "Who sits where"}[language] in html(seats)
    form_page = phone.ask("get", f"{at}hand/")
    fields = HiddenFields(html(form_page), f"{at}hand/").values
    assert fields is not None
    assert f'data-worker="{path_in_language("/table/worker.js", language)}"' in html(form_page)
    refused = phone.ask("post", f"{at}hand/outbox/", {**fields, "end": "A1"})
    assert (refused.status_code, refused.json()["state"]) == (409, "refused")
    assert refused.headers["Content-Language"] == language
    assert phone.ask("get", path_in_language(at, other)).status_code == 200


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_sides_phone_works_in_each_language(table, language):
    other = next(code for code in LANGUAGES if code != language)
    phone, at = (
        CookiePathBrowser(),
        path_in_language(reverse("scoring:side_page", args=[table.public_id]), language),
    )
    encounter = next(
        candidate for candidate in encounters_of(table.tournament) if candidate.table_id == table.pk
    )
    play_hand(encounter)
    entrant = table.tournament.entrants.get(encounter_sides__encounter=encounter, encounter_sides__letter="A")
    player = entrant.players.order_by("pk")[0]
    page = phone.ask(
        "post",
        path_in_language(reverse("scoring:type_side_code"), language),
        {"code": table.sides_links.get().short_code},
    )
    assert (page.status_code, page.request["PATH_INFO"]) == (200, at)
    assert KNOWN not in html(page)
    chosen = phone.ask("post", f"{at}who/", {"player": str(player.public_id)})
    for shown in (chosen, phone.ask("get", path_in_language(at, other))):
        assert (shown.status_code, KNOWN in html(shown)) == (200, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_service_worker_matches_pages_of_its_language(language):
    script = html(Client().get(path_in_language("/table/worker.js", language)))
    assert f'new RegExp("{CACHED_PAGES_PATTERN}")' in script.replace("\\u002D", "-")
    table = path_in_language(reverse("scoring:table", args=[uuid4()]), language)
    assert re.search(CACHED_PAGES_PATTERN, table)
    assert not re.search(CACHED_PAGES_PATTERN, f"{table}hand/")
