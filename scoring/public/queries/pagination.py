from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.parsing import small_number

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """Page `number`, from 1; `items` begin at index `start`."""

    items: Sequence[Item]
    number: int
    of: int
    start: int = 0

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < self.of else None


def page_of(items: Sequence[Item], asked: str | None, *, most: int, near: int = 0) -> Page[Item]:
    """Return the requested page, else the one with the item at an index."""
    of = max(1, -(-len(items) // most))
    number = small_number(asked) or near // most + 1
    number = number if number <= of else 1
    start = (number - 1) * most
    return Page(items[start : start + most], number, of, start)
