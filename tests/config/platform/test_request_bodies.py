"""Views run once the body is complete; slow, large and too many bodies are refused before."""

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


class RecordingApp:
    """The application behind: it reads everything and records it."""

    def __init__(self) -> None:
        self.read: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        assert not message.get("more_body", False)
        self.read.append(message.get("body", b""))
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": []})


class Sender:
    """A client that sends `messages` and then nothing; records the status of its response."""

    def __init__(self, *messages: Mapping[str, Any], address: str = "10.0.0.1", **headers: str) -> None:
        header_pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.scope: Scope = {
            "type": "http",
            "method": "POST",
            "headers": header_pairs,
            "client": (address, 50_000),
        }
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self._messages = list(messages)

    async def receive(self) -> Mapping[str, Any]:
        if not self._messages:
            await asyncio.Event().wait()
        return self._messages.pop(0)

    async def send(self, message: Mapping[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", []))
        self.body += message.get("body", b"")


def response_statuses(page: RecordingApp, *senders: Sender) -> Sequence[int]:
    """Return the responses to senders that all arrive at once."""
    app = RequestBodyBuffer(page, fast_seconds=0.05, seconds=0.05)

    async def all_at_once() -> None:
        await asyncio.gather(*(app(sender.scope, sender.receive, sender.send) for sender in senders))
        assert app.senders == {}

    asyncio.run(all_at_once())
    return [sender.status for sender in senders]


def test_body_arrives_in_one_message_then_disconnect() -> None:
    page = RecordingApp()
    assert response_statuses(page, Sender(MORE, LAST, LEFT, content_length="20")) == [HTTPStatus.OK]
    assert page.read == [2 * PIECE]


def test_request_without_body_does_not_wait() -> None:
    page = RecordingApp()
    nothing = {"type": "http.request", "body": b"", "more_body": False}
    assert response_statuses(page, Sender(nothing, LEFT), Sender(nothing, LEFT, content_length="0")) == [
        200,
        200,
    ]
    assert page.read == [b"", b""]


def test_slow_body_is_refused_and_connection_closed() -> None:
    page, slow = RecordingApp(), Sender(MORE, content_length="100000")
    assert response_statuses(page, slow) == [HTTPStatus.REQUEST_TIMEOUT]
    assert slow.headers[b"connection"] == b"close"
    assert page.read == []


def test_large_body_is_refused_by_announced_or_received_length(settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 15
    page = RecordingApp()
    announced, silent = Sender(content_length="16"), Sender(MORE, MORE, transfer_encoding="chunked")
    assert response_statuses(page, announced, silent) == 2 * [HTTPStatus.REQUEST_ENTITY_TOO_LARGE]
    assert all("hiçbir şey kaydedilmedi" in sender.body.decode() for sender in (announced, silent))
    assert page.read == []


def test_interrupted_body_is_a_bad_request() -> None:
    page = RecordingApp()
    assert response_statuses(page, Sender(MORE, LEFT, content_length="20")) == [HTTPStatus.BAD_REQUEST]
    assert page.read == []


def test_slow_bodies_are_limited_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 2)
    slow = [Sender(MORE, content_length="20") for _ in range(3)]
    other = Sender(LAST, LEFT, address="10.0.0.2", content_length="10")
    assert response_statuses(RecordingApp(), *slow, other) == [408, 408, 429, 200]


def test_all_tables_behind_one_address_may_send_forms_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 2)
    senders = [Sender(MORE, LAST, LEFT, content_length="20") for _ in range(50)]
    assert set(response_statuses(RecordingApp(), *senders)) == {200}


def test_slow_bodies_are_limited_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS", 2)
    slow = [Sender(MORE, address=f"10.0.0.{last}", content_length="20") for last in range(3)]
    assert response_statuses(RecordingApp(), *slow) == [408, 408, 503]


def test_proxy_names_the_address(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    settings.BEHIND_PROXY = True
    monkeypatch.setattr(request_bodies, "MAX_SLOW_SENDERS_PER_ADDRESS", 1)
    slow = [
        Sender(MORE, content_length="20", x_forwarded_for=f"{number}, 203.0.113.{number // 2}")
        for number in range(4)
    ]
    assert response_statuses(RecordingApp(), *slow) == [408, 429, 408, 429]


@pytest.mark.django_db
def test_unexpected_file_is_skipped(client: Client, tmp_path, settings) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 0
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100_000)
    with file.open("rb") as sent:
        answer = client.post(reverse("tournaments:sign_in"), {"email": "a@example.org", "more": sent})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "a@example.org" in answer.content.decode()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert not answer.wsgi_request.FILES
