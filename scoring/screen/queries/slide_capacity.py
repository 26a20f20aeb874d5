"""How much fits on a slide at the smallest readable text size.

Lengths are hundredths of the slide's width, as in its stylesheet. Names are never cut: long ones wrap.
`grow.js` enlarges slides with space left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import TypeVar

Item = TypeVar("Item")

HEIGHT = 42.4
"""Height between the head and the foot of a slide."""
WIDTH = 94.8
CLOCK = 21.4
"""Width of the round clock."""
GAP = 1.0
LETTER = 1.05
"""Width of a letter of the smallest text, rounded up."""
LINE = 2.0
MOST_PAGES = 12
"""Limit for one kind of slide, so that the others get their turn."""


@dataclass(frozen=True)
class SlideArea:
    width: float
    height: float

    def column(self, columns: int, gap: float = GAP) -> SlideArea:
        return replace(self, width=(self.width - gap * (columns - 1)) / columns)

    def below(self, heading: float) -> SlideArea:
        return replace(self, height=self.height - heading)

    def lines(self, text: str, beside: float = 0) -> int:
        return count_text_lines(text, self.width - beside)


def whole_slide_area(*, clock: bool) -> SlideArea:
    return SlideArea(WIDTH - (CLOCK if clock else 0), HEIGHT)


def count_text_lines(text: str, width: float) -> int:
    """Count lines of letters LETTER wide, one for no text; only words wider than a line are broken."""
    letters_per_line = max(1, int(width / LETTER))
    lines, used = 1, 0
    for word in text.split():
        if used and used + 1 + len(word) <= letters_per_line:
            used += 1 + len(word)
            continue
        lines += bool(used) + (len(word) - 1) // letters_per_line
        used = len(word) - (len(word) - 1) // letters_per_line * letters_per_line
    return lines


def lay_out_pages(
    items: Callable[[SlideArea], Sequence[Item]],
    height: Callable[[Item, SlideArea], float],
    *,
    area: SlideArea,
    columns: Sequence[int] = (2, 1),
    equal_heights: bool = False,
) -> list[list[Item]]:
    """Lay items out evenly on the fewest pages, then with the fewest items on the fullest.

    Of equally good `columns` the first wins. `items` and `height` get a column's area; `equal_heights`: all
    rows are as high as the page's highest.
    """

    def pages_at(count: int) -> list[list[Item]]:
        column = area.column(count)
        return spread_over_pages(
            items(column),
            lambda item: height(item, column),
            columns=count,
            available=column.height,
            equal_heights=equal_heights,
        )

    return min(map(pages_at, columns), key=lambda pages: (len(pages), max(map(len, pages), default=0)))


def spread_over_pages(
    items: Sequence[Item],
    height: Callable[[Item], float],
    *,
    columns: int = 2,
    available: float = HEIGHT,
    equal_heights: bool = False,
) -> list[list[Item]]:
    """Fill the fewest pages row by row, as evenly as heights allow; a row too high has its own page.

    `equal_heights` as in `lay_out_pages`.
    """
    rows = [items[at : at + columns] for at in range(0, len(items), columns)]
    heights = [max(map(height, row)) for row in rows]
    fewest = len(_fill_pages(heights, available, row_limit=len(rows), equal_heights=equal_heights))
    evenly = ceil(len(rows) / fewest) if fewest else 0
    tried = (
        _fill_pages(heights, available, row_limit=row_limit, equal_heights=equal_heights)
        for row_limit in range(evenly, len(rows) + 1)
    )
    pages = next(layout for layout in tried if len(layout) == fewest)
    return [list(chain.from_iterable(rows[at] for at in page)) for page in pages]


def _fill_pages(
    heights: Sequence[float], available: float, *, row_limit: int, equal_heights: bool
) -> list[list[int]]:
    """Return each page's row indices, at most `row_limit`; a row that fits nowhere gets its own page."""
    pages: list[list[int]] = []
    for at in range(len(heights)):
        page = [*pages[-1], at] if pages else [at]
        needed = [heights[index] for index in page]
        used = max(needed) * len(page) if equal_heights else sum(needed)
        if pages and len(page) <= row_limit and used + GAP * (len(page) - 1) <= available:
            pages[-1] = page
        else:
            pages.append([at])
    return pages
