"""How each database is copied, and how a copy is opened and put in the place of the house."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.db import connection


@dataclass(frozen=True)
class Opened:
    """A copy that can be asked under `url`, until its block ends; `take` puts it in the place of the house.

    `url` is blank where the copy was only read through, for want of the right to make a database.
    """

    url: str
    take: Callable[[], None]


class Engine(Protocol):
    name: str

    def room_for_a_copy(self) -> int:
        """How many bytes a copy and the backup made of it take at most on the disk."""

    def copy(self, path: Path) -> None:
        """Write the house as of one moment to `path`, while others write to it. Raises CannotBe."""

    def opened(self, path: Path) -> AbstractContextManager[Opened]:
        """A copy as a database, looked through. Raises CannotBe where it is damaged."""

    def refuse_in_use(self) -> None:
        """Raise CannotBe while anything else has the house's database open."""


def engine() -> Engine:
    """The one of this house."""
    from config.backups.engines.postgresql import PostgreSQL  # noqa: PLC0415  it imports this module
    from config.backups.engines.sqlite import Sqlite  # noqa: PLC0415

    return PostgreSQL() if connection.vendor == "postgresql" else Sqlite()
