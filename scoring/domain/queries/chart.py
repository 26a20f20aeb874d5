"""The course of a match's totals as a drawing: figures in, coordinates out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

WIDTH, HEIGHT = 372, 230
LEFT, RIGHT, TOP, BOTTOM = 64, 276, 12, 206  # five digits with their sign have room on both sides
STEPS = (50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000)
MOST_LINES = 6
LABEL_GAP = 17


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Level:
    """A horizontal line with its figure."""

    y: float
    value: int


@dataclass(frozen=True)
class Chart:
    """Both courses from 0 at hand 0. `label_a` and `label_b` are heights for the final figures, apart."""

    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    scale_x: ClassVar = LEFT - 8
    a: Sequence[Point]
    b: Sequence[Point]
    levels: Sequence[Level]
    hands: Sequence[tuple[float, int]]
    label_a: float
    label_b: float

    @property
    def label_x(self) -> float:
        """Beside the last points; the figures stay readable in a match that is not over."""
        return self.a[-1].x + 8

    @property
    def path_a(self) -> str:
        return _path(self.a)

    @property
    def path_b(self) -> str:
        return _path(self.b)


def draw_chart(totals: Sequence[tuple[int, int]], hands_per_match: int) -> Chart | None:
    """The chart of a match from both totals after each scored hand; None before the second hand."""
    if len(totals) < 2:  # noqa: PLR2004 - one point is no course
        return None
    courses = [(0, 0), *totals]
    figures = [figure for pair in courses for figure in pair]
    step = next((step for step in STEPS if _lines(figures, step) <= MOST_LINES), STEPS[-1])
    low = min(figures) // step * step
    high = max(-(-max(figures) // step) * step, low + step)
    hands = max(hands_per_match, len(totals))

    def x_of(hand: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * hand / hands, 1)

    def y_of(figure: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (figure - low) / (high - low), 1)

    a, b = ([Point(x_of(hand), y_of(pair[letter])) for hand, pair in enumerate(courses)] for letter in (0, 1))
    label_a, label_b = _apart(a[-1].y, b[-1].y)
    return Chart(
        a=a,
        b=b,
        levels=[Level(y_of(figure), figure) for figure in range(low, high + 1, step)],
        hands=[(x_of(hand), hand) for hand in range(1, hands + 1, 1 if hands <= 7 else 2)],  # noqa: PLR2004
        label_a=label_a,
        label_b=label_b,
    )


def _lines(figures: Sequence[int], step: int) -> int:
    return -(-max(figures) // step) - min(figures) // step + 1


def _apart(one: float, other: float) -> tuple[float, float]:
    """Two heights at least a line of text apart, the upper one staying above, equal ones too."""
    middle, half = (one + other) / 2, max(abs(one - other), LABEL_GAP) / 2
    return (middle - half, middle + half) if one <= other else (middle + half, middle - half)


def _path(points: Sequence[Point]) -> str:
    return "M" + " L".join(f"{point.x} {point.y}" for point in points)
