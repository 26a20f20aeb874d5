"""How much fits on a slide whose smallest text can be read from the back of the room.

Everything is measured in hundredths of the slide's width, as its stylesheet is; a slide with little on it is
written larger, and then has as much less room. Names are never cut: a long one takes another line, and fewer
fit on a slide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import TypeVar

Item = TypeVar("Item")

WHOLE = 100
SIZES = (240, 210, 185, 160, 140, 125, 112)
"""How large a slide with little on it is written, of a hundred."""
HEIGHT = 42.4
"""Between the head and the foot of a slide."""
WIDTH = 94.8
CLOCK = 21.4
"""What the round clock takes of the width."""
GAP = 1.0
LETTER = 1.05
"""How wide a letter of the smallest text is, generously."""
LINE = 2.0
MOST_PAGES = 12
"""Of one kind of slide: more, and nobody would see the others."""
SHORT = 20
TOO_MANY = 99

Columns = list[list[Item]]


@dataclass(frozen=True)
class Room:
    """A part of a slide, or the whole of it, measured in letters of a size."""

    width: float
    height: float
    size: int = WHOLE

    def of_size(self, size: int) -> Room:
        """The same part, for letters so large."""
        by = size / self.size
        return Room(self.width / by, self.height / by, size)

    def column(self, columns: int, gap: float = GAP) -> Room:
        """One of so many columns."""
        return replace(self, width=(self.width - gap * (columns - 1)) / columns)

    def below(self, heading: float) -> Room:
        """What a heading leaves."""
        return replace(self, height=self.height - heading)

    def lines(self, text: str, beside: float = 0) -> int:
        """How many lines a text takes beside what else is there.

        To write it larger neither a word is broken nor a short text, unless the smallest letters do so too.
        """
        width, smallest = self.width - beside, self.width * self.size / WHOLE - beside
        longest = max(map(len, text.split()), default=0) * LETTER
        lines = lines_of(text, width)
        torn = width < longest <= smallest
        broken = len(text) <= SHORT and lines > lines_of(text, smallest)
        return TOO_MANY if torn or broken else lines


def whole_room(*, clock: bool) -> Room:
    """A slide, alone or beside the round clock."""
    return Room(WIDTH - (CLOCK if clock else 0), HEIGHT)


def lines_of(text: str, width: float) -> int:
    """How many lines a text takes in a width: broken between words, inside one only if it is wider."""
    room = max(1, int(width / LETTER))
    lines, used = 1, 0
    for word in text.split():
        if used and used + 1 + len(word) <= room:
            used += 1 + len(word)
            continue
        lines += bool(used) + (len(word) - 1) // room
        used = len(word) - (len(word) - 1) // room * room
    return lines


def largest(fits: Callable[[int], bool]) -> int:
    """The largest size at which something fits; the smallest where it does at none."""
    return next((size for size in SIZES if fits(size)), WHOLE)


def laid_out(
    items: Callable[[Room], Sequence[Item]],
    height: Callable[[Item, Room], float],
    *,
    room: Room,
    columns: Sequence[int] = (2, 1),
) -> tuple[int, list[Columns[Item]]]:
    """The size of the letters, and the items in columns: on as few pages as can be, as large as they fit.

    `items` are those for columns of a room, `height` is that of one of them. Of numbers of columns that are
    as good the first is taken.
    """

    def pages_at(size: int, count: int) -> list[Columns[Item]]:
        column = room.of_size(size).column(count)
        return pages_of(items(column), lambda item: height(item, column), columns=count, room=column.height)

    def fits(pages: list[Columns[Item]], size: int, count: int) -> bool:
        column = room.of_size(size).column(count)
        each = chain.from_iterable(pages)
        return all(_tall([height(item, column) for item in one]) <= column.height for one in each)

    best = min((pages_at(WHOLE, count) for count in reversed(columns)), key=len)
    for size in SIZES if len(best) <= MOST_PAGES else ():
        for count in columns:
            pages = pages_at(size, count)
            if len(pages) == len(best) and fits(pages, size, count):
                return size, pages
    return WHOLE, best


def _tall(heights: Sequence[float]) -> float:
    """The height of a column."""
    return sum(heights) + GAP * (len(heights) - 1)


def pages_of(
    items: Sequence[Item], height: Callable[[Item], float], *, columns: int = 2, room: float = HEIGHT
) -> list[Columns[Item]]:
    """Spread items over pages of columns in their order, as evenly as their heights allow."""
    pages = _spread(items, height, columns, room, most=len(items) or 1)
    evenly = ceil(len(items) / len(pages)) if pages else 1
    again = _spread(items, height, columns, room, most=evenly)
    return again if len(again) == len(pages) else pages


def _spread(
    items: Sequence[Item], height: Callable[[Item], float], columns: int, room: float, *, most: int
) -> list[Columns[Item]]:
    pages: list[Columns[Item]] = []
    rest = list(items)
    while rest:
        taken = _fitting(rest[:most], height, columns, room)
        pages.append(_balanced(rest[:taken], height, columns, room))
        rest = rest[taken:]
    return pages


def _fitting(items: Sequence[Item], height: Callable[[Item], float], columns: int, room: float) -> int:
    """How many of these fit on one page; at least one, which then has to."""
    return max(1, sum(map(len, _filled(items, height, columns, room))))


def _filled(
    items: Sequence[Item], height: Callable[[Item], float], columns: int, room: float
) -> Columns[Item]:
    """Column after column filled from above, until they are full."""
    filled: Columns[Item] = [[]]
    used = 0.0
    for item in items:
        needed = height(item)
        if filled[-1] and used + GAP + needed > room:
            if len(filled) == columns:
                return filled
            filled.append([])
            used = 0.0
        used += needed + (GAP if filled[-1] else 0)
        filled[-1].append(item)
    return filled


def _balanced(
    items: Sequence[Item], height: Callable[[Item], float], columns: int, room: float
) -> Columns[Item]:
    """The same items in columns as long as each other, where they fit so."""
    each = ceil(len(items) / columns)
    even = [list(items[at : at + each]) for at in range(0, len(items), each)]
    fits = all(_tall([height(item) for item in column]) <= room for column in even)
    return even if fits else _filled(items, height, columns, room)
