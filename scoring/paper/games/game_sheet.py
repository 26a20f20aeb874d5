"""What a score sheet asks of a game, as a game's folder beside this says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.games.game import Game
from scoring.models import Entry, EntrySeat
from scoring.paper.games.typed_row import Row
from scoring.paper.games.written_hands import DealOnPaper


class Legend(Protocol):
    """The foot of a sheet: what hands cost by the tournament's own rules, how the boxes are filled in."""

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Titled paragraphs in the page's language."""


@dataclass(frozen=True)
class Box:
    """A box on paper: marks of which one is circled, or `several`; where there are none one writes into it.

    Marks of more than one letter stand in `lines` below each other, where rows are high enough.
    """

    part: str
    marks: Sequence[str] = ()
    several: bool = False
    lines: int = 1

    def marked(self, told: str) -> list[tuple[str, bool]]:
        """Its marks, each with whether it is told."""
        return [(mark, mark in told if self.several else mark == told) for mark in self.marks]


def nothing(_rows: Sequence[Row]) -> dict[str, Any]:
    """Tell that a game's templates need nothing beside the rows."""
    return {}


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The sheet of a game: its boxes, their shorthand, and what the ledger would have written into them."""

    game: Game[Any, Any]
    row: type[Row]
    deal: Callable[[Entry, Iterable[EntrySeat]], DealOnPaper]
    """A stored hand as it would have been written; its rule book is loaded."""
    legend: Callable[[Any, bool], Legend]
    """By these rules, of singles or not."""
    boxes: Callable[[Any, Sequence[str]], Sequence[Box]]
    """The boxes of a hand as a whole that these rules ask for, in the order in which they are filled in."""
    seat_parts: Sequence[str] = ()
    """The boxes of each player."""
    seat_marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The marks to circle in those boxes of a player into which one does not write."""
    resumed: Sequence[str] = ()
    """The boxes of a hand that a resume pack tells beside what it cost each player."""
    shown: Callable[[str, str], str]
    """A mark of a part in the letters of the page's language."""
    heads: Callable[[], Mapping[str, str]]
    """What stands above the boxes, by their parts."""
    names: Callable[[], Mapping[str, str]]
    """What they are called in a sentence."""
    templates: str
    """The folder of what pages show of it: `_match.html`, `_stored.html`, `_heads.html`, `_how.html`."""
    beside: Callable[[Sequence[Row]], dict[str, Any]] = nothing
    """What the templates of the page for typing need beside the rows, of which there is one at least."""
    match_a_page: bool = True
    """Whether each match has a sheet of its own; else those of an encounter share one."""
    rows_a_page: int | None = None
    """How many rows of matches that share a page it takes at most; None if all stand on one in any case."""

    @property
    def seat_boxes(self) -> list[Box]:
        """The boxes of each player, as they are drawn."""
        return [Box(part, self.seat_marks.get(part, ())) for part in self.seat_parts]

    @property
    def ends_at(self) -> int | None:
        """With so many points a side begins a match, where it is counted down."""
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
