"""Penalties only; a line's sentence is worded when shown."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.localized_text import Text
from rules.seats import side_of

Values = Mapping[str, Any]
"""Plain JSON: amounts, counts and codes."""
NO_VALUES: Final[Values] = {}


@dataclass(frozen=True, slots=True)
class Line:
    """Credited if negative; ``values`` are what the rule's sentence names."""

    seat: str
    points: int
    rule: str
    source: str
    values: Values
    word: "Callable[[Line], Text]" = field(compare=False, repr=False)

    @property
    def text(self) -> Text:
        return self.word(self)

    def to_stored(self) -> dict[str, Any]:
        """Without a sentence."""
        return {
            "seat": self.seat,
            "points": self.points,
            "rule": self.rule,
            "source": self.source,
            "values": self.values,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """Lines of 0 if void; ``seats`` in playing order, or only ``sides``."""

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]
    sides: tuple[str, ...] = ()

    def by_seat(self) -> dict[str, int]:
        return {seat: sum(line.points for line in self.lines if line.seat == seat) for seat in self.seats}

    def by_payer(self) -> dict[str, int]:
        """By side if sides are charged, else by seat."""
        return self.by_side() if self.sides else self.by_seat()

    def by_side(self) -> dict[str, int]:
        totals = dict.fromkeys(self.sides or map(side_of, self.seats), 0)
        for line in self.lines:
            totals[side_of(line.seat)] += line.points
        return totals

    def lines_to_json(self) -> str:
        lines = [line.to_stored() for line in self.lines]
        return json.dumps(lines, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def lines_from_json(stored: str, word: Callable[[Line], Text]) -> list[Line]:
    return [Line(**line, word=word) for line in json.loads(stored)]
