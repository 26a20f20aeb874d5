from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.middleware import CompressionMiddleware
from tests.factories import UserFactory, drawn_tournament

pytestmark = pytest.mark.django_db
TAKES_GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_public_page_is_compressed_for_clients_that_accept_gzip(client: Client) -> None:
    plain = client.get("/")
    packed = client.get("/", headers=TAKES_GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"<h1>" in gzip.decompress(packed.content)
    assert "Content-Encoding" not in plain.headers
    assert len(packed.content) < len(plain.content) / 2


def test_unchanged_compressed_page_is_not_modified(client: Client) -> None:
    page = reverse("scoring:tournament", args=[drawn_tournament().public_id])
    tag = client.get(page, headers=TAKES_GZIP).headers["ETag"]
    assert client.get(page, headers=TAKES_GZIP | {"If-None-Match": tag}).status_code == 304


def test_pages_with_a_session_are_not_compressed(client: Client) -> None:
    client.force_login(UserFactory.create())
    page = client.get(reverse("tournaments:dashboard"), headers=TAKES_GZIP)
    assert "Content-Encoding" not in page.headers


def test_stream_is_not_compressed(rf: RequestFactory) -> None:
    stream = StreamingHttpResponse(iter([b"data: 1\n\n"]), content_type="text/event-stream")
    answer = CompressionMiddleware(lambda request: stream)(rf.get("/", headers=TAKES_GZIP))  # type: ignore[arg-type, return-value]
    assert "Content-Encoding" not in answer.headers


def test_pdf_is_not_compressed(rf: RequestFactory) -> None:
    document = HttpResponse(b"%PDF" * 1000, content_type="application/pdf")
    assert CompressionMiddleware(lambda request: document)(rf.get("/", headers=TAKES_GZIP)) is document
