"""How much fits on a slide in the smallest letters that can be read from the back of the room.

Everything is measured in hundredths of the slide's width, as its stylesheet is. Names are never cut: a long
one takes another line, and fewer fit on a slide. `grow.js` enlarges what leaves room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import TypeVar

Item = TypeVar("Item")

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


@dataclass(frozen=True)
class Room:
    """A part of a slide, or the whole of it."""

    width: float
    height: float

    def column(self, columns: int, gap: float = GAP) -> Room:
        """One of so many columns."""
        return replace(self, width=(self.width - gap * (columns - 1)) / columns)

    def below(self, heading: float) -> Room:
        """What a heading leaves."""
        return replace(self, height=self.height - heading)

    def lines(self, text: str, beside: float = 0) -> int:
        """How many lines a text takes beside what else is there."""
        return lines_of(text, self.width - beside)


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


def laid_out(
    items: Callable[[Room], Sequence[Item]],
    height: Callable[[Item, Room], float],
    *,
    room: Room,
    columns: Sequence[int] = (2, 1),
    alike: bool = False,
) -> list[list[Item]]:
    """Items on as few pages as can be, as even as can be, reckoned for each number of columns.

    `items` are those for columns of a room, `height` is that of one of them. Of numbers of columns that are
    as good the first is taken. All of a page are as tall as its tallest if they shall be `alike`.
    """

    def pages_at(count: int) -> list[list[Item]]:
        column = room.column(count)
        return pages_of(
            items(column), lambda item: height(item, column), columns=count, room=column.height, alike=alike
        )

    return min(map(pages_at, columns), key=lambda pages: (len(pages), max(map(len, pages), default=0)))


def pages_of(
    items: Sequence[Item],
    height: Callable[[Item], float],
    *,
    columns: int = 2,
    room: float = HEIGHT,
    alike: bool = False,
) -> list[list[Item]]:
    """Spread items over pages in their order, row by row of so many columns, as evenly as heights allow."""
    rows = [items[at : at + columns] for at in range(0, len(items), columns)]
    heights = [max(map(height, row)) for row in rows]
    fewest = len(_filled(heights, room, most=len(rows), alike=alike))
    evenly = ceil(len(rows) / fewest) if fewest else 0
    tried = (_filled(heights, room, most=most, alike=alike) for most in range(evenly, len(rows) + 1))
    pages = next(found for found in tried if len(found) == fewest)
    return [list(chain.from_iterable(rows[at] for at in page)) for page in pages]


def _filled(heights: Sequence[float], room: float, *, most: int, alike: bool) -> list[list[int]]:
    """The places of rows, page after page filled with at most so many; what fits nowhere has its own."""
    pages: list[list[int]] = []
    for at in range(len(heights)):
        page = [*pages[-1], at] if pages else [at]
        needed = [heights[one] for one in page]
        used = max(needed) * len(page) if alike else sum(needed)
        if pages and len(page) <= most and used + GAP * (len(page) - 1) <= room:
            pages[-1] = page
        else:
            pages.append([at])
    return pages
