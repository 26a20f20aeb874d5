from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.games.game import Game
from scoring.models import Entry, EntrySeat
from scoring.paper.games.typed_row import Row
from scoring.paper.games.written_hands import DealOnPaper


class Legend(Protocol):
    """The foot of a sheet: costs, and how to fill in the boxes."""

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Titled paragraphs in the page's language."""


@dataclass(frozen=True)
class Box:
    """Marks to circle, one or `several`; without marks a box to write in.

    Long marks are stacked in `lines` if rows are high enough.
    """

    part: str
    marks: Sequence[str] = ()
    several: bool = False
    lines: int = 1

    def marked(self, chosen: str) -> list[tuple[str, bool]]:
        return [(mark, mark in chosen if self.several else mark == chosen) for mark in self.marks]


def no_context(_rows: Sequence[Row]) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class GameSheet:
    game: Game[Any, Any]
    row: type[Row]
    deal: Callable[[Entry, Iterable[EntrySeat]], DealOnPaper]
    """Return a recorded hand as it would be written; its rule book is loaded."""
    legend: Callable[[Any, bool], Legend]
    """Return the legend by rules and whether singles play."""
    boxes: Callable[[Any, Sequence[str]], Sequence[Box]]
    """Return the boxes of a hand as a whole by rules and seats, in the order they are filled in."""
    seat_parts: Sequence[str] = ()
    """The boxes of each player."""
    seat_marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The marks of those boxes of a player that are circled."""
    resumed: Sequence[str] = ()
    """The boxes of a hand that a resume pack shows beside each player's points."""
    shown: Callable[[str, str], str]
    """Return a mark of a part in the letters of the page's language."""
    heads: Callable[[], Mapping[str, str]]
    names: Callable[[], Mapping[str, str]]
    templates: str
    """The template folder: `_match.html`, `_stored.html`, `_heads.html`, `_how.html`."""
    beside: Callable[[Sequence[Row]], dict[str, Any]] = no_context
    """Return the extra context of the typing page for its rows, of which there is at least one."""
    match_a_page: bool = True
    """Whether each match has its own sheet; otherwise those of an encounter share one."""
    rows_a_page: int | None = None
    """The most rows of matches that share a page; None if all fit in any case."""

    @property
    def seat_boxes(self) -> list[Box]:
        return [Box(part, self.seat_marks.get(part, ())) for part in self.seat_parts]

    @property
    def ends_at(self) -> int | None:
        return self.game.ends_at

    def template(self, name: str) -> str:
        return f"{self.templates}/{name}.html"

    @property
    def match_template(self) -> str:
        return self.template("_match")

    @property
    def stored_template(self) -> str:
        return self.template("_stored")

    @property
    def heads_template(self) -> str:
        return self.template("_heads")

    @property
    def how_template(self) -> str:
        return self.template("_how")
