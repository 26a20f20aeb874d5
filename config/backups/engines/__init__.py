from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.db import connection


@dataclass(frozen=True)
class OpenedCopy:
    """`take` replaces the site's database by the copy at `url`.

    `url` is empty if the copy was only read.
    """

    url: str
    take: Callable[[], None]


class Engine(Protocol):
    name: str

    def room_for_a_copy(self) -> int:
        """Return the most bytes that a copy and its backup take."""

    def copy(self, path: Path) -> None:
        """Copy consistently while others write. Raises CopyError."""

    def opened(self, path: Path) -> AbstractContextManager[OpenedCopy]:
        """Raise CopyError if the copy is damaged."""

    def refuse_in_use(self) -> None:
        """Raise CopyError while anything else has the database open."""


def engine() -> Engine:
    from config.backups.engines.postgresql import PostgreSQL  # noqa: PLC0415  circular import
    from config.backups.engines.sqlite import Sqlite  # noqa: PLC0415

    return PostgreSQL() if connection.vendor == "postgresql" else Sqlite()
