"""Every address in both languages: no page leads out of its own but by the switch and to its other self."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from scoring.sharing.page_descriptions import PUBLIC
from tests.kept import kept
from tests.languages import english, in_language
from tests.test_rights import EVERYBODY, NOT_OURS, PARAMETERS, RIGHTS, SIDES, STAFF, World, walk
from tournaments.enums import Role
from tournaments.languages import LANGUAGES, language_of

pytestmark = pytest.mark.django_db

LEADS: Final = re.compile(r'\s(?:href|action|formaction|data-[\w-]+|hx-get|hx-post|src|value)="(/[^"]*)"')
ALTERNATE: Final = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="http://testserver([^"]*)">')
OF_NO_LANGUAGE: Final = ("/static/", "/live/", reverse("set_language"))


@kept
def world() -> World:
    return World()


def visitors(world: World) -> dict[str, Client]:
    return {EVERYBODY: Client(), SIDES: world.side(), STAFF: world.phone()}


def pages(world: World) -> Iterator[tuple[str, str, Client]]:
    """The name, the bare address and a visitor of everything that can be looked at."""
    owner, others = world.member(Role.OWNER), visitors(world)
    for name, right in RIGHTS.items():
        if "GET" in right.methods:
            yield name, world.address(name), others.get(right.who, owner)


def led_to(html: str) -> Iterator[str]:
    """Every path of ours that a page names, also in what it hands on."""
    for found in LEADS.findall(html):
        path = unescape(found)
        yield path
        yield from (value for _name, value in parse_qsl(urlsplit(path).query) if value.startswith("/"))


def leads_out(html: str, language: str) -> list[str]:
    return [
        path
        for path in led_to(html)
        if language_of(path) != language and not path.startswith(OF_NO_LANGUAGE) and path != "/live"
    ]


def test_each_address_answers_alike_in_both_languages_and_leads_to_its_own(world: World):
    seen = 0
    for name, bare, visitor in pages(world):
        answers = {language: visitor.get(in_language(bare, language)) for language in LANGUAGES}
        assert len({answer.status_code for answer in answers.values()}) == 1, name
        for language, answer in answers.items():
            assert language_of(answer.headers.get("Location", in_language("/", language))) == language, name
            if answer.headers["Content-Type"].startswith("text/html") and not answer.streaming:
                html = answer.content.decode()
                assert leads_out(html, language) == [], (name, language)
                seen += "<html" in html and f'lang="{language}"' in html
    assert seen > 120


def test_so_do_refused_forms_and_what_follows_them(world: World):
    owner, others = world.member(Role.OWNER), visitors(world)
    for name, right in RIGHTS.items():
        if "POST" not in right.methods:
            continue
        answer = others.get(right.who, owner).post(english(world.address(name)), {})
        assert answer.status_code < 500, name
        assert language_of(answer.headers.get("Location", "/en/")) == "en", name
        if answer.content and answer.headers["Content-Type"].startswith("text/html"):
            assert leads_out(answer.content.decode(), "en") == [], name


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_page_for_everybody_names_itself_in_each_language(world: World, name: str):
    addresses = {one: in_language(world.address(name), one) for one in LANGUAGES}
    for here in addresses.values():
        html = Client().get(here).content.decode()
        assert dict(ALTERNATE.findall(html)) == addresses | {"x-default": addresses["tr"]}
        assert f'<link rel="canonical" href="http://testserver{here}">' in html


def test_other_pages_name_none(world: World):
    owner = world.member(Role.OWNER)
    for name in ("tournaments:desk", "scoring:running", "scoring:share", "tournaments:sign_in"):
        assert not ALTERNATE.findall(owner.get(world.address(name)).content.decode())


def test_english_before_anything_breaks_nothing(world: World):
    stranger, names = Client(), [name for name, _parameters in walk(get_resolver())]
    assert set(NOT_OURS) < set(names)
    for name in names:
        own = world.address(name) if PARAMETERS[name] else reverse(name)
        for path in (f"/en/en{own}", f"/en/tr{own}", f"/en{own.rstrip('/')}"):
            assert stranger.get(path).status_code < 500, path
