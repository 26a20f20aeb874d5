"""What the log may tell of the request that is being answered: never who asked, nothing that was typed."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID


@dataclass
class Noted:
    """A request by its id: the name of its address, without what stands in it, and the entries it wrote."""

    id: str
    route: str = ""
    entries: list[str] = field(default_factory=list)


CURRENT: Final[ContextVar[Noted | None]] = ContextVar("request", default=None)
"""The one that is being answered, in its thread and in those that work for it; None outside of any."""


def note_entry(public_id: UUID) -> None:
    """Have the line about this request name a version of a hand that it writes."""
    if noted := CURRENT.get():
        noted.entries.append(str(public_id))
