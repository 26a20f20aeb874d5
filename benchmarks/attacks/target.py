"""The server under attack: its address, its front page, and forms that no browser sends."""

from __future__ import annotations

import http.client
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SECONDS: Final = 30
"""Longer answers count as missing."""
VISITS: Final = 12
NO_STATUS: Final = "without an answer"
TOKEN: Final = "a" * 32
HEADERS: Final = {
    "Cookie": f"csrftoken={TOKEN}",
    "X-CSRFToken": TOKEN,
    "Content-Type": "application/x-www-form-urlencoded",
    "Connection": "close",
}


@dataclass(frozen=True)
class Target:
    host: str
    port: int
    form: str

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)

    def attack(self, path: str, body: str) -> str:
        """Return the status of a sent form."""
        connection = self.connection()
        connection.request("POST", path, body=body, headers=HEADERS)
        return status_of(connection)

    def visit(self) -> str:
        """Return how fast the front page is answered."""
        durations, statuses = [], []
        for _visit in range(VISITS):
            connection, began = self.connection(), time.perf_counter()
            connection.request("GET", "/")
            statuses.append(status_of(connection))
            durations.append((time.perf_counter() - began) * 1000)
        failures = count([status for status in statuses if status != "200"])
        median = sorted(durations)[VISITS // 2]
        return f"{median:.0f} ms, at most {max(durations):.0f}" + (f" ({failures})" if failures else "")


def status_of(connection: http.client.HTTPConnection) -> str:
    """Read the answer and close."""
    try:
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return NO_STATUS
    finally:
        connection.close()
    return str(answer.status)


def count(statuses: Sequence[str]) -> str:
    return ", ".join(f"{number} × {status}" for status, number in sorted(Counter(statuses).items()))


def print_result(name: str, figure: str, undisturbed: str = "") -> None:
    print(f"{name:38}{figure}" + (undisturbed and f"   [undisturbed: {undisturbed}]"), flush=True)
