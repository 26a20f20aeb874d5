from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.statistics.counted_hands import CountedHand

LEFT, RIGHT, TOP, BOTTOM = 76, 624, 14, 196
MOST_LINES = 6
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
MOST_DOTS = 40
MOST_NUMBERS = 16


@dataclass(frozen=True)
class ChartPoint:
    match: int
    hands: int
    own: float
    opponents_average: float


@dataclass(frozen=True)
class AverageChart:
    """In a box of 640 × 224."""

    chart_points: Sequence[ChartPoint]
    own: Sequence[tuple[float, float]]
    opponents_curve: Sequence[tuple[float, float]]
    levels: Sequence[tuple[float, int]]
    numbers: Sequence[tuple[float, int]]
    left: int = LEFT
    right: int = RIGHT

    @property
    def first(self) -> ChartPoint:
        return self.chart_points[0]

    @property
    def last(self) -> ChartPoint:
        return self.chart_points[-1]

    @property
    def best(self) -> ChartPoint:
        return min(self.chart_points, key=lambda halt: (halt.own, halt.match))

    @property
    def own_path(self) -> str:
        return _path(self.own)

    @property
    def opponents_path(self) -> str:
        return _path(self.opponents_curve)

    @property
    def dotted(self) -> bool:
        return len(self.chart_points) <= MOST_DOTS


def draw_average_chart(
    hands: Sequence[CountedHand],
    own: Callable[[CountedHand], float],
    opponents: Callable[[CountedHand], float],
) -> AverageChart | None:
    """Draw the averages so far of two figures a hand, None before a second match; `hands` are as played."""
    points = _points_after_matches(hands, own, opponents)
    if len(points) < 2:  # noqa: PLR2004 - one match has no course
        return None
    low, high, step = _scale([figure for point in points for figure in (point.own, point.opponents_average)])

    def x_of(match: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (match - 1) / (len(points) - 1), 1)

    def y_of(figure: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (figure - low) / (high - low), 1)

    every = -(-len(points) // MOST_NUMBERS)
    return AverageChart(
        chart_points=points,
        own=[(x_of(point.match), y_of(point.own)) for point in points],
        opponents_curve=[(x_of(point.match), y_of(point.opponents_average)) for point in points],
        levels=[(y_of(level), level) for level in range(low, high + 1, step)],
        numbers=[(x_of(point.match), point.match) for point in points if (point.match - 1) % every == 0],
    )


def _points_after_matches(
    hands: Iterable[CountedHand],
    own: Callable[[CountedHand], float],
    opponents: Callable[[CountedHand], float],
) -> list[ChartPoint]:
    """Return a point after each match, with averages so far."""
    points: list[ChartPoint] = []
    played, own_total, opponents_total = 0, 0.0, 0.0
    for number, (_match, of_match) in enumerate(groupby(hands, key=lambda hand: hand.match_key), start=1):
        for hand in of_match:
            played, own_total, opponents_total = (
                played + 1,
                own_total + own(hand),
                opponents_total + opponents(hand),
            )
        points.append(ChartPoint(number, played, own_total / played, opponents_total / played))
    return points


def _scale(figures: Sequence[float]) -> tuple[int, int, int]:
    spread = max(figures) - min(figures)
    step = next((step for step in STEPS if spread / step <= MOST_LINES - 2), STEPS[-1])
    low = int(min(figures) // step) * step
    high = -int(-max(figures) // step) * step
    return low, max(high, low + step), step


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)
