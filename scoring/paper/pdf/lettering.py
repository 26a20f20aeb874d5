"""Longer names are smaller, never cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.paper.pdf.page_canvas import text_width

PT: Final = 0.3528
"""A point in millimetres."""
LEADING: Final = 1.1
"""The line height as a multiple of the font size."""
LARGEST: Final = 34.0
SMALLEST: Final = 3.0
ONE_LINE: Final = 1.55
TWO_LINE_RATIO: Final = 1.15
"""The largest font size, in points, for each millimetre of a row."""
RATIO_ABOVE_FIGURES: Final = 0.68
"""The share of that size left above a line of figures."""
DASHES: Final = "-–—·/&"
SHRUNK_SHARE: Final = 0.35
"""The share of names that may be smaller than the others."""
MAX_SIZE_RATIO: Final = 1.6
"""The largest ratio between the common size and the smallest name's."""


@dataclass(frozen=True)
class Lettering:
    """`room` is millimetres; `size` and `two_line_size` are points."""

    room: float
    size: float
    two_line_size: float

    def lines_of(self, name: str) -> tuple[list[str], float]:
        """Return one or two lines, whichever is larger, and the size."""
        halves = _halves(name)
        one_line = min(self.size, _fitting([name], self.room))
        two_lines = min(self.size, self.two_line_size, _fitting(halves, self.room))
        lines, size = (halves, two_lines) if len(halves) > 1 and two_lines > one_line else ([name], one_line)
        return lines, max(SMALLEST, size)


def lettering(names: Sequence[str], room: float, row: float, *, figures: bool) -> Lettering:
    height = row * (RATIO_ABOVE_FIGURES if figures else 1)
    widest = Lettering(room, min(LARGEST, height * ONE_LINE), height * TWO_LINE_RATIO)
    sizes = sorted(widest.lines_of(name)[1] for name in names)
    usual = min(sizes[int(len(sizes) * SHRUNK_SHARE)], MAX_SIZE_RATIO * sizes[0]) if sizes else widest.size
    return Lettering(room, usual, widest.two_line_size)


def _fitting(lines: Sequence[str], room: float) -> float:
    widest = max(text_width(line, 10, bold=True) for line in lines)
    return 10 * room / widest if widest else LARGEST


def _halves(name: str) -> list[str]:
    """Evenly, after a dash if any."""
    words = name.split()
    splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(splits, key=lambda split: (split[1][0] in DASHES, max(map(len, split))), default=[name])
