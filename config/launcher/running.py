"""The program that serves a data folder, for a second start and for `istaka update`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from config.launcher.json_files import read_json, write_json

FILE: Final = "running.json"
PING_SECONDS: Final = 5.0


@dataclass(frozen=True)
class Running:
    """`key` opens the control page."""

    port: int
    key: str

    @property
    def control_path(self) -> str:
        return f"/control/{self.key}/"

    def control_url(self, language: str) -> str:
        prefix = "" if language == "tr" else f"/{language}"
        return f"http://localhost:{self.port}{prefix}{self.control_path}"

    def answers(self) -> bool:
        """Return whether our server answers there: another program would not know the key."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PING_SECONDS)
        with suppress(OSError, HTTPException):
            connection.request("GET", f"{self.control_path}ping/", headers={"Host": "localhost"})
            answered = connection.getresponse().status
            connection.close()
            return answered == 204  # noqa: PLR2004
        return False


def record(folder: Path, running: Running) -> None:
    write_json(folder / FILE, running)


def find(folder: Path) -> Running | None:
    """Return the one that answers."""
    running = read_json(folder / FILE, Running)
    return running if running is not None and running.answers() else None


def forget(folder: Path) -> None:
    (folder / FILE).unlink(missing_ok=True)
