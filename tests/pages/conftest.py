from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.pages.page_crawl import CrawledResponse, SiteCrawl
from tests.pages.pseudo_locale import pseudo_locale
from tests.pages.typed_texts import retype_everything


@pytest.fixture(scope="session")
def crawled_responses(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[CrawledResponse]:
    with django_db_blocker.unblock(), transaction.atomic():
        visits = SiteCrawl()
        retype_everything()
        with pseudo_locale():
            answers = list(visits.all())
        transaction.set_rollback(True)
    return answers


@pytest.fixture(scope="session")
def responses_of_url(crawled_responses: list[CrawledResponse]) -> Callable[[str], list[CrawledResponse]]:
    def of(name: str) -> list[CrawledResponse]:
        own = [answer for answer in crawled_responses if answer.name == name]
        return list({(answer.body, answer.messages): answer for answer in reversed(own)}.values())

    return of
