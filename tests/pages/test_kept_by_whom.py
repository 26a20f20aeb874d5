from __future__ import annotations

import re

import pytest

from scoring.live.public_pages import FOR_CACHES, PAGE
from tests.pages.visits import Shown
from tests.processes import ROOT
from tests.scoring.live.streams.test_handed_out import SHARED_VIEWS

pytestmark = pytest.mark.django_db

SHARED_PICTURES = "public, max-age=60"
"""Previews of public pages, equal for all visitors including signed-in ones."""
PICTURES = {"scoring:house_card", "scoring:tournament_card", "scoring:encounter_card", "scoring:club_logo"}
AN_ENTRANCE, NO_PAGE = "scoring:tournaments", "scoring:strip"
"""Who opens the one may be led to another language; the other is a part, and by itself leads to a page."""
NGINX = ROOT / "config" / "deploy" / "nginx" / "http.conf"


def is_public(one: Shown) -> bool:
    return one.caching in (PAGE, SHARED_PICTURES)


def test_every_response_has_cache_rules(shown: list[Shown]):
    assert len(shown) > 500
    # The error pages are requested without middleware here.
    responses = [response for response in shown if response.name not in ("500", "503")]
    assert [
        str(response)
        for response in responses
        if not is_public(response) and not kept_by_nobody_else(response)
    ] == []


def kept_by_nobody_else(one: Shown) -> bool:
    return bool({"private", "no-store"} & set(one.caching.split(", "))) and "public" not in one.caching


def test_only_shared_responses_are_public_and_none_of_a_draft(shown: list[Shown]):
    public = [response for response in shown if is_public(response)]
    assert {response.name for response in public} == SHARED_VIEWS - {AN_ENTRANCE, NO_PAGE} | PICTURES
    parts = [response for response in public if "fragment" in response.how]
    assert {response.name for response in parts} <= PICTURES
    assert [str(response) for response in public if "draft" in response.how] == []


def test_public_responses_contain_nothing_personal(shown: list[Shown]):
    for response in shown:
        if is_public(response):
            assert not response.sets, response
            assert "Cookie" not in response.varies, response
            assert b"csrfmiddlewaretoken" not in response.body, response


def test_nginx_coalesces_requests_that_share_a_response(shown: list[Shown]):
    pages = [
        response
        for response in shown
        if response.how == "public" and response.name in SHARED_VIEWS | PICTURES
    ]
    others = [response for response in shown if response.how == "public" and not is_public(response)]
    assert [
        response.name for response in pages if is_public(response) != lies_on_the_shelf(response.address)
    ] == []
    assert [response.name for response in others if lies_on_the_shelf(response.address)] == []


def lies_on_the_shelf(address: str, *, part: bool = False) -> bool:
    """Return whether nginx caches an address, by the first matching line of its map."""
    key = f"true{address}" if part else address
    lines = re.findall(r'^ +"~(.+)" (\w+);$', NGINX.read_text(encoding="utf-8"), re.MULTILINE)
    return next((shelf for pattern, shelf in lines if re.search(pattern, key)), "off") != "off"


@pytest.mark.parametrize(
    ("address", "part", "there"),
    [
        ("/en/", False, True),
        ("/static/css/istaka.0123.css", False, True),
        ("/t/1/schedule/?by=table&page=2", False, True),
        ("/t/1/schedule/?by=mine", False, False),
        ("/e/1/?as=staff", False, False),
        ("/live/t/1/?heard=7", True, True),
        ("/live/en/t/1/entrants/?page=2&heard=7", True, True),
        ("/live/t/1/", True, False),
        ("/live/t/1/?heard=7", False, False),
        ("/t/1/?seen=7", True, False),
        ("/live/tournament.1/", False, False),
        ("/manage/t/1/", False, False),
        ("//t/1/", False, False),
    ],
)
def test_nginx_caches_popular_addresses(address: str, part: bool, there: bool):
    assert lies_on_the_shelf(address, part=part) == there


def test_browsers_revalidate_cached_responses():
    assert {"max-age=0", "must-revalidate"} <= set(FOR_CACHES.split(", "))
