"""Every page, fragment, refused form and error, crawled once with the words of the pseudo locale."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.pages.cache_rules import is_cached_by_nginx, is_privately_cached, is_public
from tests.pages.form_fields import ALLOWED, form_faults
from tests.pages.latin_words import untranslated_texts
from tests.pages.page_crawl import SAVED, CrawledResponse, SiteCrawl
from tests.pages.page_parser import ParsedHtml, read
from tests.pages.pseudo_locale import pseudo_locale
from tests.pages.strict_html import html_faults
from tests.pages.translated_names import NAME, texts_to_mark
from tests.pages.typed_texts import retype_everything
from tests.scoring.live.streams.test_shared_fragments import SHARED_VIEWS
from tests.test_rights import RIGHTS

pytestmark = pytest.mark.django_db

ERRORS: Final = ("403", "404", "405", "500", "503")
PICTURES: Final = {
    *("scoring:site_card", "scoring:tournament_card"),
    *("scoring:encounter_card", "scoring:club_logo"),
}
AN_ENTRANCE, NO_PAGE = "scoring:tournaments", "scoring:followed_status"
"""Who opens the one may be led to another language; the other is a part, and by itself leads to a page."""
FOLLOWS: Final = re.compile(r'\bdata-topic="[^"]')
FALLBACK: Final = re.compile(
    r'<noscript>\s*<(?:meta\s+http-equiv="refresh"|p [^>]*data-test="no-updates")', re.DOTALL
)


@pytest.fixture(scope="module")
def crawled_responses(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[CrawledResponse]:
    with django_db_blocker.unblock(), transaction.atomic():
        visits = SiteCrawl()
        retype_everything()
        with pseudo_locale():
            answers = list(visits.all())
        transaction.set_rollback(True)
    return answers


Check = Callable[[CrawledResponse, ParsedHtml | None], Iterator[str]]
CHECKS: Final[tuple[Check, ...]] = (html_faults, form_faults, untranslated_texts, texts_to_mark)


@pytest.fixture(scope="module")
def faults(crawled_responses: list[CrawledResponse]) -> dict[Check, dict[str, set[str]]]:
    """Return faults by check and page; each different response is read once."""
    different = {(answer.name, answer.body, answer.messages): answer for answer in crawled_responses}
    found: dict[Check, dict[str, set[str]]] = {check: defaultdict(set) for check in CHECKS}
    for answer in different.values():
        page = read(answer.text, whole=answer.is_page) if answer.is_html and answer.body else None
        for check in CHECKS:
            for fault in check(answer, page):
                found[check][answer.name].add(f"{answer.variant}: {fault}")
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_page_has_faults(faults: dict[Check, dict[str, set[str]]], check: Check):
    assert faults[check] == {}


def test_every_page_and_kind_of_field_was_crawled(crawled_responses: list[CrawledResponse]):
    assert {answer.name for answer in crawled_responses} == {*RIGHTS, *ERRORS}
    text = "".join(answer.text for answer in crawled_responses if answer.is_html)
    assert [pattern for pattern in ALLOWED if not re.search(rf'name="({pattern})"', text)] == []
    assert 'type="time"' in text
    assert 'type="datetime-local"' in text


def test_saved_forms_name_somebody(crawled_responses):
    messages = {answer.name: " ".join(answer.messages) for answer in crawled_responses if answer.messages}
    assert all(NAME.search(messages[name]) for name in SAVED)


def test_each_page_that_follows_changes_reloads_or_says_so_without_modules(crawled_responses):
    pages = [answer for answer in crawled_responses if answer.is_page and FOLLOWS.search(answer.text)]
    without = {f"{answer.name} ({answer.variant})" for answer in pages if not FALLBACK.search(answer.text)}
    assert len({answer.name for answer in pages}) > 15
    assert sorted(without) == []


def test_every_response_has_cache_rules(crawled_responses: list[CrawledResponse]):
    assert len(crawled_responses) > 500
    # The error pages are requested without middleware here.
    responses = [response for response in crawled_responses if response.name not in ("500", "503")]
    assert [
        str(response)
        for response in responses
        if not is_public(response) and not is_privately_cached(response)
    ] == []


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
