"""A page is asked when a body is there; slow, large and many ones are let go before it hears of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from config.platform import request_bodies
from config.platform.request_bodies import RequestBodyBuffer
from scoring.live.streams.asgi import Receive, Scope, Send

PIECE = b"points=11&"
MORE = {"type": "http.request", "body": PIECE, "more_body": True}
LAST = {"type": "http.request", "body": PIECE, "more_body": False}
LEFT = {"type": "http.disconnect"}


class Page:
    """The application behind: it reads all that it is sent, and says so."""

    def __init__(self) -> None:
        self.read: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        assert not message.get("more_body", False)
        self.read.append(message.get("body", b""))
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": []})


class Sender:
    """Somebody who sends `messages`, and then nothing any more; keeps the status that he is answered."""

    def __init__(self, *messages: Mapping[str, Any], address: str = "10.0.0.1", **headers: str) -> None:
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.scope: Scope = {"type": "http", "method": "POST", "headers": named, "client": (address, 50_000)}
        self.status = 0
        self.told: dict[bytes, bytes] = {}
        self.body = b""
        self._messages = list(messages)

    async def receive(self) -> Mapping[str, Any]:
        if not self._messages:
            await asyncio.Event().wait()
        return self._messages.pop(0)

    async def send(self, message: Mapping[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.told |= dict(message.get("headers", []))
        self.body += message.get("body", b"")


def answered(page: Page, *senders: Sender) -> Sequence[int]:
    """The answers to senders who all come at once."""
    app = RequestBodyBuffer(page, at_once=0.05, seconds=0.05)

    async def all_at_once() -> None:
        await asyncio.gather(*(app(one.scope, one.receive, one.send) for one in senders))
        assert app.senders == {}

    asyncio.run(all_at_once())
    return [one.status for one in senders]


def test_a_body_comes_in_one_piece_and_then_that_the_sender_left() -> None:
    page = Page()
    assert answered(page, Sender(MORE, LAST, LEFT, content_length="20")) == [HTTPStatus.OK]
    assert page.read == [2 * PIECE]


def test_what_has_no_body_waits_for_none() -> None:
    page = Page()
    nothing = {"type": "http.request", "body": b"", "more_body": False}
    assert answered(page, Sender(nothing, LEFT), Sender(nothing, LEFT, content_length="0")) == [200, 200]
    assert page.read == [b"", b""]


def test_a_slow_one_is_let_go_with_its_connection() -> None:
    page, slow = Page(), Sender(MORE, content_length="100000")
    assert answered(page, slow) == [HTTPStatus.REQUEST_TIMEOUT]
    assert slow.told[b"connection"] == b"close"
    assert page.read == []


def test_a_large_one_is_refused_by_what_it_announces_and_else_by_what_comes(settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 15
    page = Page()
    announced, silent = Sender(content_length="16"), Sender(MORE, MORE, transfer_encoding="chunked")
    assert answered(page, announced, silent) == 2 * [HTTPStatus.REQUEST_ENTITY_TOO_LARGE]
    assert all("hiçbir şey kaydedilmedi" in one.body.decode() for one in (announced, silent))
    assert page.read == []


def test_a_body_that_breaks_off_is_a_bad_request() -> None:
    page = Page()
    assert answered(page, Sender(MORE, LEFT, content_length="20")) == [HTTPStatus.BAD_REQUEST]
    assert page.read == []


def test_an_address_waits_with_so_many_and_hinders_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 2)
    slow = [Sender(MORE, content_length="20") for _ in range(3)]
    other = Sender(LAST, LEFT, address="10.0.0.2", content_length="10")
    assert answered(Page(), *slow, other) == [408, 408, 429, 200]


def test_a_hall_may_send_all_its_forms_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 2)
    hall = [Sender(MORE, LAST, LEFT, content_length="20") for _ in range(50)]
    assert set(answered(Page(), *hall)) == {200}


def test_all_together_wait_with_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS", 2)
    slow = [Sender(MORE, address=f"10.0.0.{last}", content_length="20") for last in range(3)]
    assert answered(Page(), *slow) == [408, 408, 503]


def test_behind_a_proxy_an_address_is_what_the_proxy_adds(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.BEHIND_PROXY = True
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 1)
    slow = [
        Sender(MORE, content_length="20", x_forwarded_for=f"{number}, 203.0.113.{number // 2}")
        for number in range(4)
    ]
    assert answered(Page(), *slow) == [408, 429, 408, 429]


@pytest.mark.django_db
def test_a_file_is_read_past_where_none_is_asked_for(client: Client, tmp_path, settings) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 0
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100_000)
    with file.open("rb") as sent:
        answer = client.post(reverse("tournaments:sign_in"), {"email": "a@example.org", "more": sent})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "a@example.org" in answer.content.decode()
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert not answer.wsgi_request.FILES
