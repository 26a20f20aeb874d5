from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.table.views.service_worker import CACHED_FILES
from tests.factories import drawn_tournament
from tests.scoring.table.table_phones import address, phone, table_of

pytestmark = pytest.mark.django_db

STATIC = re.compile(r'(?:href|src)="/static/([^"#]+)"')


@pytest.mark.release
@pytest.mark.parametrize("page", ["table", "table_seats", "call_referee"])
def test_worker_caches_every_file_of_the_tables_pages(page):
    table = table_of(drawn_tournament())
    page_text = phone(table).get(address(page, table)).content.decode()
    needed = set(STATIC.findall(page_text)) - {"css/officials/referee.css"}  # a call needs the network anyway
    assert needed
    assert needed <= set(CACHED_FILES)


def test_worker_uses_the_pages_static_addresses():
    script = Client().get(reverse("scoring:service_worker"))
    text = script.content.decode().replace("\\u002D", "-")
    assert script.headers["Content-Type"].startswith("text/javascript")
    for name in CACHED_FILES:
        assert f"/static/{name}" in text
