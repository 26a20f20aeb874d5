"""What all benchmarks share: works by turns, medians of rounds beside those of a floor, a table and its JSON.

A floor is measured in the same rounds as ours, so that figures of different machines and of busy ones can be
compared. The share says how much of the floor is reached: 1 is as fast, 0.5 takes twice as long.
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
"""So many figures of a line stand in the JSON; of more only how they lie."""
KEPT: Final = Path(__file__).resolve().parents[2] / "var" / "bench"
RATES: Final = ("/s",)
"""Units of which more is better."""
WIDTH: Final = 60

Figure = TypeVar("Figure")


@dataclass(frozen=True)
class Line:
    """One thing measured: a figure for each round, or for each time that it happened."""

    name: str
    unit: str
    ours: Sequence[float]
    floor: Sequence[float] = ()

    @property
    def shares(self) -> list[float]:
        """How much of the floor each round reached; one figure where ours and floor are not of rounds."""
        if not self.floor:
            return []
        if len(self.floor) != len(self.ours) or len(self.ours) > ROUNDS:
            return [self._share(statistics.median(self.ours), statistics.median(self.floor))]
        return [self._share(*pair) for pair in zip(self.ours, self.floor, strict=True)]

    def _share(self, ours: float, floor: float) -> float:
        reached, of = (ours, floor) if self.unit in RATES else (floor, ours)
        return reached / of if of else 0.0

    def as_json(self) -> dict[str, Any]:
        parts = {"ours": self.ours, "floor": self.floor, "share": self.shares}
        told = {name: lie_of(figures) for name, figures in parts.items() if figures}
        return {"name": self.name, "unit": self.unit, **told}


def by_turns(*works: Callable[[], Figure], rounds: int = ROUNDS) -> list[list[Figure]]:
    """What each work gave, round by round: one after the other, after a round that does not count."""
    for warm_up in works:
        warm_up()
    every = [[work() for work in works] for _round in range(rounds)]
    return [list(figures) for figures in zip(*every, strict=True)]


def lines(
    name: str,
    units: Mapping[str, str],
    ours: Sequence[Mapping[str, float]],
    floor: Sequence[Mapping[str, float]],
) -> list[Line]:
    """A line for each figure that a round of ours gave; the floor's of the same name is beside it."""
    return [
        Line(
            f"{name}: {what}",
            unit,
            [one[what] for one in ours],
            [one[what] for one in floor if what in one],
        )
        for what, unit in units.items()
    ]


def lie_of(figures: Sequence[float]) -> dict[str, Any]:
    ordered = sorted(figures)
    lie: dict[str, Any] = {
        "median": statistics.median(ordered),
        "least": ordered[0],
        "p95": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))],
        "greatest": ordered[-1],
    }
    return lie | {"values": list(figures)} if len(figures) <= MOST_VALUES else lie


def report(subject: str, measured: Iterable[Line]) -> None:
    """Print each line as it comes, and leave all of them as JSON in var/bench."""
    columns = ("median", "least", "95 %", "greatest", "floor", "of the floor")
    print(
        f"\n{subject:{WIDTH}}{'':6}"
        + "".join(f"{column:>10}" for column in columns[:-1])
        + f"   {columns[-1]}",
        flush=True,
    )
    told = []
    for line in measured:
        told.append(line.as_json())
        print(_row(told[-1]), flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = {"subject": subject, "at": datetime.now(UTC).isoformat(), "cores": os.cpu_count(), "lines": told}
    (KEPT / f"{subject}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def _row(told: Mapping[str, Any]) -> str:
    ours = [told["ours"][what] for what in ("median", "least", "p95", "greatest")]
    figures = ours + ([told["floor"]["median"]] if "floor" in told else [])
    row = f"{told['name']:{WIDTH}}{told['unit']:6}" + "".join(f"{written(one):>10}" for one in figures)
    if "share" not in told:
        return row
    share = [written(told["share"][what]) for what in ("median", "least", "greatest")]
    return f"{row}   × {share[0]}" + (f" ({share[1]}–{share[2]})" if share[1] != share[2] else "")


def written(figure: float) -> str:
    """Three digits that say something, and no more."""
    for most, digits in ((0.1, 4), (1, 3), (10, 2), (100, 1)):
        if abs(figure) < most:
            return f"{figure:.{digits}f}"
    return f"{figure:,.0f}"


def told(text: str) -> None:
    """What is done before the first figure comes."""
    print(f"… {text}", file=sys.stderr, flush=True)
