from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.small_inputs import parse_small_number

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """Page `number`, from 1; `items` begin at index `start`."""

    items: Sequence[Item]
    number: int
    page_count: int
    start: int = 0

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < self.page_count else None


def page_of(items: Sequence[Item], requested: str | None, *, page_size: int, index: int = 0) -> Page[Item]:
    """Return the requested page, else the one with the item at an index."""
    total = max(1, -(-len(items) // page_size))
    number = parse_small_number(requested) or index // page_size + 1
    number = number if number <= total else 1
    start = (number - 1) * page_size
    return Page(items[start : start + page_size], number, total, start)
