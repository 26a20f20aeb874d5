from __future__ import annotations

import re

import pytest

from scoring.live.public_pages import PAGE_CACHE_CONTROL, SHARED_CACHE_CONTROL
from tests.pages.page_crawl import CrawledResponse
from tests.processes import ROOT
from tests.scoring.live.streams.test_shared_fragments import SHARED_VIEWS

pytestmark = pytest.mark.django_db

SHARED_PICTURES = "public, max-age=60"
"""Previews of public pages, equal for all visitors including signed-in ones."""
PICTURES = {"scoring:site_card", "scoring:tournament_card", "scoring:encounter_card", "scoring:club_logo"}
AN_ENTRANCE, NO_PAGE = "scoring:tournaments", "scoring:followed_status"
"""Who opens the one may be led to another language; the other is a part, and by itself leads to a page."""
NGINX = ROOT / "config" / "deploy" / "nginx" / "http.conf"


def is_public(response: CrawledResponse) -> bool:
    return response.caching in (PAGE_CACHE_CONTROL, SHARED_PICTURES)


def test_every_response_has_cache_rules(crawled_responses: list[CrawledResponse]):
    assert len(crawled_responses) > 500
    # The error pages are requested without middleware here.
    responses = [response for response in crawled_responses if response.name not in ("500", "503")]
    assert [
        str(response)
        for response in responses
        if not is_public(response) and not is_privately_cached(response)
    ] == []


def is_privately_cached(response: CrawledResponse) -> bool:
    return (
        bool({"private", "no-store"} & set(response.caching.split(", "))) and "public" not in response.caching
    )


def test_only_shared_responses_are_public_and_none_of_a_draft(crawled_responses: list[CrawledResponse]):
    public = [response for response in crawled_responses if is_public(response)]
    assert {response.name for response in public} == SHARED_VIEWS - {AN_ENTRANCE, NO_PAGE} | PICTURES
    parts = [response for response in public if "fragment" in response.variant]
    assert {response.name for response in parts} <= PICTURES
    assert [str(response) for response in public if "draft" in response.variant] == []


def test_public_responses_contain_nothing_personal(crawled_responses: list[CrawledResponse]):
    for response in crawled_responses:
        if is_public(response):
            assert not response.cookies_set, response
            assert "Cookie" not in response.varies, response
            assert b"csrfmiddlewaretoken" not in response.body, response


def test_nginx_coalesces_requests_that_share_a_response(crawled_responses: list[CrawledResponse]):
    pages = [
        response
        for response in crawled_responses
        if response.variant == "public" and response.name in SHARED_VIEWS | PICTURES
    ]
    others = [
        response for response in crawled_responses if response.variant == "public" and not is_public(response)
    ]
    assert [
        response.name for response in pages if is_public(response) != is_cached_by_nginx(response.address)
    ] == []
    assert [response.name for response in others if is_cached_by_nginx(response.address)] == []


def is_cached_by_nginx(address: str, *, part: bool = False) -> bool:
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
    assert is_cached_by_nginx(address, part=part) == there


def test_browsers_revalidate_cached_responses():
    assert {"max-age=0", "must-revalidate"} <= set(SHARED_CACHE_CONTROL.split(", "))
