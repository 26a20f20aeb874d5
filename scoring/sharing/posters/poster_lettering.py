"""How large names are on a poster: as large as most of a round can be, longer ones smaller, all whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.paper.pdf.page_canvas import width_of

PT: Final = 0.3528
"""A point in millimetres."""
LEADING: Final = 1.1
"""From one line to the next, in sizes of the letters."""
LARGEST: Final = 34.0
SMALLEST: Final = 3.0
ONE_LINE: Final = 1.55
TWO_LINES: Final = 1.15
"""The largest size, in points, for each millimetre of a row."""
BESIDE_FIGURES: Final = 0.68
"""How much of that is left above a line of figures."""
DASHES: Final = "-–—·/&"
SHRUNK: Final = 0.35
"""So many of the names may be smaller than the others."""
MOST: Final = 1.6
"""How many times as large as the smallest name the others may be."""


@dataclass(frozen=True)
class Lettering:
    """Names `room` millimetres wide, at most `size` points large in one line, `two` in two."""

    room: float
    size: float
    two: float

    def lines_of(self, name: str) -> tuple[list[str], float]:
        """A name in one line or two, whichever is larger, and how large."""
        halves = _halves(name)
        one = min(self.size, _fitting([name], self.room))
        two = min(self.size, self.two, _fitting(halves, self.room))
        lines, size = (halves, two) if len(halves) > 1 and two > one else ([name], one)
        return lines, max(SMALLEST, size)


def lettering(names: Sequence[str], room: float, row: float, *, figures: bool) -> Lettering:
    """What suits names in rows of a height, beneath which there may be `figures`."""
    height = row * (BESIDE_FIGURES if figures else 1)
    widest = Lettering(room, min(LARGEST, height * ONE_LINE), height * TWO_LINES)
    sizes = sorted(widest.lines_of(name)[1] for name in names)
    usual = min(sizes[int(len(sizes) * SHRUNK)], MOST * sizes[0]) if sizes else widest.size
    return Lettering(room, usual, widest.two)


def _fitting(lines: Sequence[str], room: float) -> float:
    """The size, in points, at which lines are as wide as their room."""
    widest = max(width_of(line, 10, bold=True) for line in lines)
    return 10 * room / widest if widest else LARGEST


def _halves(name: str) -> list[str]:
    """A name in two lines as even as its words allow, after a dash if it has one; one word stays one."""
    words = name.split()
    splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(splits, key=lambda split: (split[1][0] in DASHES, max(map(len, split))), default=[name])
