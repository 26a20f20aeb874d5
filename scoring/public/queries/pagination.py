"""A list that is shown a page at a time; what is short is one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.parsing import figure

Item = TypeVar("Item")


@dataclass(frozen=True)
class Onward(Generic[Item]):
    """The `number`th page `of` so many, from 1, with its `items`: all those from the `start`th on, from 0."""

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


def page_of(items: Sequence[Item], asked: str | None, *, most: int, near: int = 0) -> Onward[Item]:
    """The page that was `asked` for, else the one with the item at `near`."""
    of = max(1, -(-len(items) // most))
    number = figure(asked) or near // most + 1
    number = number if number <= of else 1
    start = (number - 1) * most
    return Onward(items[start : start + most], number, of, start)
