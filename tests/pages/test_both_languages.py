from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from scoring.sharing.page_metadata import PUBLIC_PAGES
from tests.languages import english, path_in_language
from tests.module_fixtures import module_fixture
from tests.test_rights import EVERYBODY, NOT_OURS, PARAMETERS, RIGHTS, SIDES, STAFF, World, walk
from tournaments.enums import Role
from tournaments.languages import LANGUAGES, language_of

pytestmark = pytest.mark.django_db

LEADS: Final = re.compile(r'\s(?:href|action|formaction|data-[\w-]+|hx-get|hx-post|src|value)="(/[^"]*)"')
ALTERNATE: Final = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="http://testserver([^"]*)">')
OF_NO_LANGUAGE: Final = ("/static/", "/live/", reverse("set_language"))


@module_fixture
def world() -> World:
    return World()


def visitors(world: World) -> dict[str, Client]:
    return {EVERYBODY: Client(), SIDES: world.side(), STAFF: world.phone()}


def pages(world: World) -> Iterator[tuple[str, str, Client]]:
    owner, visitor_clients = world.member(Role.OWNER), visitors(world)
    for name, right in RIGHTS.items():
        if "GET" in right.methods:
            yield name, world.address(name), visitor_clients.get(right.who, owner)


def linked_paths(html: str) -> Iterator[str]:
    for link in LEADS.findall(html):
        path = unescape(link)
        yield path
        yield from (value for _name, value in parse_qsl(urlsplit(path).query) if value.startswith("/"))


def leads_out(html: str, language: str) -> list[str]:
    return [
        path
        for path in linked_paths(html)
        if language_of(path) != language and not path.startswith(OF_NO_LANGUAGE) and path != "/live"
    ]


@pytest.mark.slow
def test_each_address_answers_in_both_languages_and_links_to_its_own(world: World):
    pages_seen = 0
    for name, bare, visitor in pages(world):
        responses = {language: visitor.get(path_in_language(bare, language)) for language in LANGUAGES}
        assert len({response.status_code for response in responses.values()}) == 1, name
        for language, response in responses.items():
            assert (
                language_of(response.headers.get("Location", path_in_language("/", language))) == language
            ), name
            if response.headers["Content-Type"].startswith("text/html") and not response.streaming:
                html = response.content.decode()
                assert leads_out(html, language) == [], (name, language)
                pages_seen += "<html" in html and f'lang="{language}"' in html
    assert pages_seen > 120


@pytest.mark.slow
def test_refused_forms_and_redirects_keep_the_language(world: World):
    owner, visitor_clients = world.member(Role.OWNER), visitors(world)
    for name, right in RIGHTS.items():
        if "POST" not in right.methods:
            continue
        response = visitor_clients.get(right.who, owner).post(english(world.address(name)), {})
        assert response.status_code < 500, name
        assert language_of(response.headers.get("Location", "/en/")) == "en", name
        if response.content and response.headers["Content-Type"].startswith("text/html"):
            assert leads_out(response.content.decode(), "en") == [], name


@pytest.mark.release
@pytest.mark.parametrize("name", sorted(PUBLIC_PAGES))
def test_public_page_names_its_alternates(world: World, name: str):
    addresses = {language: path_in_language(world.address(name), language) for language in LANGUAGES}
    for address in addresses.values():
        html = Client().get(address).content.decode()
        assert dict(ALTERNATE.findall(html)) == addresses | {"x-default": addresses["tr"]}
        assert f'<link rel="canonical" href="http://testserver{address}">' in html


def test_other_pages_name_no_alternates(world: World):
    owner = world.member(Role.OWNER)
    for name in ("tournaments:dashboard", "scoring:room_overview", "scoring:share", "tournaments:sign_in"):
        assert not ALTERNATE.findall(owner.get(world.address(name)).content.decode())


@pytest.mark.release
def test_english_prefix_before_any_address_breaks_nothing(world: World):
    stranger, names = Client(), [name for name, _parameters in walk(get_resolver())]
    assert set(NOT_OURS) < set(names)
    for name in names:
        own = world.address(name) if PARAMETERS[name] else reverse(name)
        for path in (f"/en/en{own}", f"/en/tr{own}", f"/en{own.rstrip('/')}"):
            assert stranger.get(path).status_code < 500, path
