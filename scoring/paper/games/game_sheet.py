from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.games.game import Game
from scoring.models import Entry, EntrySeat
from scoring.paper.games.written_hands import DealOnPaper


class Legend(Protocol):
    """Foot of a sheet: costs and instructions."""

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Titled paragraphs in the page's language."""


@dataclass(frozen=True)
class Box:
    """Marks to circle, one or `several`; without marks to write in.

    Long marks are stacked in `lines` if rows are high enough.
    """

    part: str
    marks: Sequence[str] = ()
    several: bool = False
    lines: int = 1

    def marks_with_choice(self, chosen: str) -> list[tuple[str, bool]]:
        return [(mark, mark in chosen if self.several else mark == chosen) for mark in self.marks]


@dataclass(frozen=True, kw_only=True)
class GameSheet:
    game: Game[Any, Any]
    deal: Callable[[Entry, Iterable[EntrySeat]], DealOnPaper]
    """Return a hand as written; its rule book is loaded."""
    legend: Callable[[Any, bool, int], Legend]
    """Return the legend by rules and whether singles play."""
    boxes: Callable[[Any, Sequence[str]], Sequence[Box]]
    """Return the boxes of a whole hand by rules and seats, in order of filling in."""
    seat_parts: Sequence[str] = ()
    """Boxes of each player."""
    seat_marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Marks circled, by player's box."""
    resume_parts: Sequence[str] = ()
    """Boxes that a resume pack shows beside points."""
    mark_label: Callable[[str, str], str]
    """Return a part's mark in the page's language."""
    heads: Callable[[], Mapping[str, str]]
    match_template: str
    one_match_per_sheet: bool = True
    """Otherwise an encounter's matches share a sheet."""
    max_rows_per_page: int | None = None
    """Most rows of matches that share a page; None: all fit."""

    @property
    def seat_boxes(self) -> list[Box]:
        return [Box(part, self.seat_marks.get(part, ())) for part in self.seat_parts]

    @property
    def ends_at(self) -> int | None:
        return self.game.ends_at
