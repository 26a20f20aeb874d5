"""Only UTF-8 forms are accepted, whatever a request declares."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from django.test import AsyncRequestFactory, Client

from config.platform.django_handler import DjangoHandler
from tests.server_requests import ServerRequest

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
TOKEN = "a" * 32


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A client with a valid CSRF token, whose requests are read as by the server."""
    monkeypatch.setattr("django.test.client.WSGIRequest", ServerRequest)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"X-CSRFToken": TOKEN})
    client.cookies["csrftoken"] = TOKEN
    return client


@pytest.mark.parametrize("charset", ["utf-16", "rot13", "hex", "idna", "nonsense", "\xff"])
@pytest.mark.parametrize("kind", [FORM, PARTS])
def test_form_in_other_charset_counts_as_empty(client: Client, kind: str, charset: str) -> None:
    answer = client.generic("POST", "/sign-in/", b"email=a", content_type=f"{kind}; charset={charset}")
    assert answer.status_code == 422
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("address", ["/sign-in/", "/nowhere/"])
@pytest.mark.parametrize("host", ["testserver", "evil.example"])
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=\xff", PARTS])
def test_unreadable_form_is_a_bad_request(client: Client, kind: str, host: str, address: str) -> None:
    answer = client.generic("POST", address, b"--x\r\nCont", content_type=kind, headers={"host": host})
    assert answer.status_code in (400, 404, 422)
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("charset", ["UTF-8", "utf-8"])
def test_utf8_may_be_declared(client: Client, charset: str) -> None:
    answer = client.generic("POST", "/sign-in/", b"email=%C5%9F", content_type=f"{FORM}; charset={charset}")
    assert (answer.status_code, "ş" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("kind", ["a/b; c*=x''%ff", "text/html; charset=rot13", "\xff", "text/plain"])
def test_server_counts_an_unreadable_content_type_as_none(kind: str) -> None:
    scope = AsyncRequestFactory().get("/nowhere/").scope
    sent = []

    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, object]:
        return messages.pop() if messages else await asyncio.Future()

    async def send(message: Mapping[str, object]) -> None:
        sent.append(message.get("status"))

    asyncio.run(
        DjangoHandler()({**scope, "headers": [(b"content-type", kind.encode("latin1"))]}, receive, send)
    )
    assert sent[0] == 404
