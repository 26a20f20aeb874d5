"""Facts about the current request for the server log: nothing about the person, and no input."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID


@dataclass
class Noted:
    """A request by its id: the name of its route, without arguments, and the entries that it wrote."""

    id: str
    route: str = ""
    entries: list[str] = field(default_factory=list)


CURRENT: Final[ContextVar[Noted | None]] = ContextVar("request", default=None)
"""The current request, in its thread and in the threads that work for it; None outside of requests."""


def note_entry(public_id: UUID) -> None:
    """Add an entry that this request writes to its log line."""
    if noted := CURRENT.get():
        noted.entries.append(str(public_id))
