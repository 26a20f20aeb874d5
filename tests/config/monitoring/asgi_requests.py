"""Sends requests to an ASGI application, and runs checks in a thread, as a server does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scoring.live.streams.asgi import App, ReceiveOnce, Scope

T = TypeVar("T")

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.7"


@dataclass
class Answer:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""

    async def take(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.text += message["body"].decode()


def asks(path: str, *, sender: str = HERE, method: str = "GET", **headers: str) -> Scope:
    """Build a request; headers use `_` for the dash."""
    all_headers = {"host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in all_headers.items()],
        "client": (sender, 50_000),
    }


async def ask(app: App, path: str, **how: Any) -> Answer:
    answer = Answer()
    await app(asks(path, **how), ReceiveOnce(), answer.take)
    return answer


def run_in_thread(see: Callable[[], T]) -> T:
    """Run a function in a thread of its own, as the server does."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(see).result()
