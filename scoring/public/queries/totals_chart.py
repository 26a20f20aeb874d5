"""A chart of a match's totals as coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import ClassVar

WIDTH, HEIGHT = 372, 230
LEFT, RIGHT, TOP, BOTTOM = 64, 276, 12, 206  # Five digits with their sign fit on both sides.
STEPS = (5, 10, 20, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000)
MOST_LINES = 6
LABEL_GAP = 17


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Level:
    y: float
    value: int


@dataclass(frozen=True)
class Curve:
    """Labels don't overlap."""

    letter: str
    points: Sequence[Point]
    label: float
    total: int

    @property
    def path(self) -> str:
        return "M" + " L".join(f"{point.x} {point.y}" for point in self.points)


@dataclass(frozen=True)
class Step:
    number: int
    totals: Sequence[tuple[str, int]]
    x: float
    width: float


@dataclass(frozen=True)
class Chart:
    """Curves, A first; extra hands begin at `extra_x`.

    Totals are penalties (lowest leads), or what is left of `start` (highest leads).
    """

    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    top: ClassVar = TOP
    height: ClassVar = BOTTOM - TOP
    scale_x: ClassVar = LEFT - 8
    curves: Sequence[Curve]
    levels: Sequence[Level]
    hands: Sequence[tuple[float, int]]
    steps: Sequence[Step]
    start: int | None = None
    extra_x: float | None = None

    @property
    def extra_width(self) -> float:
        return round(RIGHT - (self.extra_x or RIGHT), 1)

    @property
    def last(self) -> int:
        return self.steps[-1].number

    @property
    def leading_curve(self) -> Curve | None:
        """None for a shared lead."""
        first, second = self._best
        return first if first.total != second.total else None

    @property
    def points_lead(self) -> int:
        first, second = self._best
        return abs(second.total - first.total)

    @property
    def _best(self) -> list[Curve]:
        counted_down = self.start is not None
        return sorted(self.curves, key=lambda course: course.total, reverse=counted_down)[:2]

    @property
    def label_x(self) -> float:
        return self.curves[0].points[-1].x + 8


def draw_chart(
    totals: Mapping[str, Sequence[int]], hands_per_match: int | None, start: int | None = None
) -> Chart | None:
    """Chart totals after each scored hand, or what is left of `start`, never drawn below 0.

    None before the second hand.
    """
    played = max(map(len, totals.values()), default=0)
    if played < 2:  # noqa: PLR2004 - one point is no course
        return None
    courses = {
        letter: [figure if start is None else start - figure for figure in (0, *figures)]
        for letter, figures in totals.items()
    }
    figures = [_drawn(figure, start) for course in courses.values() for figure in course]
    step = next((step for step in STEPS if _lines(figures, step) <= MOST_LINES), STEPS[-1])
    low = min(figures) // step * step
    high = max(-(-max(figures) // step) * step, low + step)
    fixed = hands_per_match or played
    hands = max(fixed, played)

    def x_of(hand: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * hand / hands, 1)

    def y_of(figure: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (_drawn(figure, start) - low) / (high - low), 1)

    points = [
        [Point(x_of(hand), y_of(figure)) for hand, figure in enumerate(course)] for course in courses.values()
    ]
    labels = _spread_heights([line[-1].y for line in points])
    return Chart(
        curves=[
            Curve(letter, line, label, course[-1])
            for (letter, course), line, label in zip(courses.items(), points, labels, strict=True)
        ],
        levels=[Level(y_of(figure), figure) for figure in range(low, high + 1, step)],
        hands=[(x_of(hand), hand) for hand in range(1, hands + 1, 1 if hands <= 7 else 2)],  # noqa: PLR2004
        steps=[
            Step(
                number=hand,
                totals=[(letter, course[hand]) for letter, course in courses.items()],
                x=x_of(hand - 0.5),
                width=round((RIGHT - LEFT) / hands, 1),
            )
            for hand in range(1, played + 1)
        ],
        start=start,
        extra_x=x_of(fixed) if played > fixed else None,
    )


def _drawn(figure: int, start: int | None) -> int:
    return figure if start is None else max(figure, 0)


def _lines(figures: Sequence[int], step: int) -> int:
    return -(-max(figures) // step) - min(figures) // step + 1


def _spread_heights(heights: Sequence[float]) -> list[float]:
    """Move heights at least a text line apart, in order, as little as possible."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    blocks: list[list[float]] = []
    for rank, place in enumerate(order):
        blocks.append([heights[place] - rank * LABEL_GAP])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    tops = [mean(block) for block in blocks for _height in block]
    labels = dict(zip(order, (top + rank * LABEL_GAP for rank, top in enumerate(tops)), strict=True))
    return [round(labels[place], 1) for place in range(len(heights))]
