"""Alternating rounds, medians beside a floor, a table and JSON.

The floor makes figures of different or busy machines comparable. The share is the part of the floor that is
reached: 0.5 takes twice as long.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

ROUNDS: Final = 5
MOST_VALUES: Final = 50
"""Lines with more figures store only their distribution in the JSON."""
RESULTS_FOLDER: Final = Path(__file__).resolve().parents[2] / "var" / "bench"
RATES: Final = ("/s",)
"""Units for which more is better."""
WIDTH: Final = 60

Figure = TypeVar("Figure")


@dataclass(frozen=True)
class Line:
    """A figure per round or per event."""

    name: str
    unit: str
    ours: Sequence[float]
    floor: Sequence[float] = ()

    @property
    def shares(self) -> list[float]:
        """Return one share if the rounds don't correspond."""
        if not self.floor:
            return []
        if len(self.floor) != len(self.ours) or len(self.ours) > ROUNDS:
            return [self._share(statistics.median(self.ours), statistics.median(self.floor))]
        return [self._share(*pair) for pair in zip(self.ours, self.floor, strict=True)]

    def _share(self, ours: float, floor: float) -> float:
        reached, base = (ours, floor) if self.unit in RATES else (floor, ours)
        return reached / base if base else 0.0

    def as_json(self) -> dict[str, Any]:
        parts = {"ours": self.ours, "floor": self.floor, "share": self.shares}
        summary = {name: distribution_of(figures) for name, figures in parts.items() if figures}
        return {"name": self.name, "unit": self.unit, **summary}


def alternate_rounds(*works: Callable[[], Figure], rounds: int = ROUNDS) -> list[list[Figure]]:
    """Alternate; the first round is a warm-up."""
    for warm_up in works:
        warm_up()
    every = [[work() for work in works] for _round in range(rounds)]
    return [list(figures) for figures in zip(*every, strict=True)]


def result_lines(
    name: str,
    units: Mapping[str, str],
    ours: Sequence[Mapping[str, float]],
    floor: Sequence[Mapping[str, float]],
) -> list[Line]:
    """Beside the floor's figures of the same name."""
    return [
        Line(
            f"{name}: {quantity}",
            unit,
            [figures[quantity] for figures in ours],
            [figures[quantity] for figures in floor if quantity in figures],
        )
        for quantity, unit in units.items()
    ]


def distribution_of(figures: Sequence[float]) -> dict[str, Any]:
    ordered = sorted(figures)
    distribution: dict[str, Any] = {
        "median": statistics.median(ordered),
        "least": ordered[0],
        "p95": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))],
        "greatest": ordered[-1],
    }
    return distribution | {"values": list(figures)} if len(figures) <= MOST_VALUES else distribution


def report(subject: str, measured: Iterable[Line]) -> None:
    """Print each line, and store all in var/bench."""
    columns = ("median", "least", "95 %", "greatest", "floor", "of the floor")
    print(
        f"\n{subject:{WIDTH}}{'':6}"
        + "".join(f"{column:>10}" for column in columns[:-1])
        + f"   {columns[-1]}",
        flush=True,
    )
    summaries = []
    for line in measured:
        summaries.append(line.as_json())
        print(_row(summaries[-1]), flush=True)
    RESULTS_FOLDER.mkdir(parents=True, exist_ok=True)
    stored = {
        "subject": subject,
        "at": datetime.now(UTC).isoformat(),
        "cores": os.cpu_count(),
        "lines": summaries,
    }
    (RESULTS_FOLDER / f"{subject}.json").write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n")


def _row(summary: Mapping[str, Any]) -> str:
    ours = [summary["ours"][statistic] for statistic in ("median", "least", "p95", "greatest")]
    figures = ours + ([summary["floor"]["median"]] if "floor" in summary else [])
    row = f"{summary['name']:{WIDTH}}{summary['unit']:6}" + "".join(
        f"{format_figure(figure):>10}" for figure in figures
    )
    if "share" not in summary:
        return row
    share = [format_figure(summary["share"][measure]) for measure in ("median", "least", "greatest")]
    return f"{row}   × {share[0]}" + (f" ({share[1]}–{share[2]})" if share[1] != share[2] else "")


def format_figure(figure: float) -> str:
    """Use three significant digits."""
    for most, digits in ((0.1, 4), (1, 3), (10, 2), (100, 1)):
        if abs(figure) < most:
            return f"{figure:.{digits}f}"
    return f"{figure:,.0f}"


def print_progress(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)
