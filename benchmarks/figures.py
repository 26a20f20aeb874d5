"""Rounds that alternate with a baseline, and a table of their medians.

The baseline makes figures of different or busy machines comparable. The share is the part of it that is
reached: 0.5 takes twice as long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeVar

ROUNDS: Final = 5
MILLISECONDS: Final = 1000

Figure = TypeVar("Figure")


@dataclass(frozen=True)
class Line:
    """A figure per round or per event, and what it should be."""

    name: str
    unit: str
    ours: Sequence[float]
    baseline: Sequence[float] = ()
    bound: str = ""

    @property
    def shares(self) -> list[float]:
        """One for each round; none without a baseline."""
        pairs = zip(self.ours, self.baseline, strict=bool(self.baseline))
        return [ours / base if self.unit == "/s" else base / ours for ours, base in pairs]

    @property
    def row(self) -> str:
        ordered = sorted(self.ours)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        figures = (median(ordered), ordered[0], p95, ordered[-1])
        cells = [format_figure(figure) for figure in figures]
        cells += [format_figure(median(values)) if values else "" for values in (self.baseline, self.shares)]
        return f"{self.name:50}{self.unit:6}" + "".join(f"{cell:>10}" for cell in cells) + f"   {self.bound}"


def alternate_rounds(*works: Callable[[], Figure]) -> list[list[Figure]]:
    """Return each work's figures; the first round is a warm-up."""
    rounds = [[work() for work in works] for _round in range(1 + ROUNDS)]
    return [list(figures) for figures in zip(*rounds[1:], strict=True)]


def result_lines(
    name: str,
    units: Mapping[str, str],
    ours: Sequence[Mapping[str, float]],
    baseline: Sequence[Mapping[str, float]] = (),
    bounds: Mapping[str, str] | None = None,
) -> list[Line]:
    """Return a line for each figure of the rounds, beside the baseline's figure of the same name."""
    return [
        Line(
            f"{name}: {figure}",
            unit,
            [measured[figure] for measured in ours],
            [measured[figure] for measured in baseline if figure in measured],
            (bounds or {}).get(figure, ""),
        )
        for figure, unit in units.items()
    ]


def report(subject: str, lines: Iterable[Line]) -> None:
    columns = ("median", "least", "p95", "greatest", "baseline", "share")
    print(f"\n{subject:50}{'':6}" + "".join(f"{column:>10}" for column in columns), flush=True)
    for line in lines:
        print(line.row, flush=True)


def format_figure(figure: float) -> str:
    """Use two significant digits at least."""
    digits = next((digits for most, digits in ((1, 3), (10, 2), (100, 1)) if abs(figure) < most), 0)
    return f"{figure:,.{digits}f}"


def print_progress(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)
