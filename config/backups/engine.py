from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.db import connection


@dataclass(frozen=True)
class OpenedCopy:
    """`replace_database` replaces the site's by that at `url`, empty if only read."""

    url: str
    replace_database: Callable[[], None]


class Engine(Protocol):
    name: str

    def required_space(self) -> int:
        """The most bytes of a copy with its backup."""

    def copy(self, path: Path) -> None:
        """Consistent while others write. Raises CopyError."""

    def open_copy(self, path: Path) -> AbstractContextManager[OpenedCopy]:
        """Raise CopyError if damaged."""

    def refuse_in_use(self) -> None:
        """Raise CopyError while others have the database open."""


def engine() -> Engine:
    from config.backups.postgresql_engine import PostgreSQL  # noqa: PLC0415  circular import
    from config.backups.sqlite_engine import Sqlite  # noqa: PLC0415

    return PostgreSQL() if connection.vendor == "postgresql" else Sqlite()
