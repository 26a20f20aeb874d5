"""Without people or input."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID


@dataclass
class RequestNotes:
    """`entries` are the ids that it wrote."""

    id: str
    route: str = ""
    entries: list[str] = field(default_factory=list)


CURRENT_REQUEST: Final[ContextVar[RequestNotes | None]] = ContextVar("request", default=None)
"""The current request in its threads, or None."""


def note_entry(public_id: UUID) -> None:
    if notes := CURRENT_REQUEST.get():
        notes.entries.append(str(public_id))
