"""A tie on a poster: two lines for names, a box for the score; what is open is left to be written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext

from rules.text import signed
from scoring.paper.pdf.page import EDGE, INK, QUIET, STROKE, TINT, Page, width_of, wrapped
from scoring.reading.bracket.slots import Slot, Tie
from scoring.reading.bracket.stage_brackets import StageBracket
from scoring.reading.bracket.words import awaits, tie_label

LABEL: Final = 3.2
"""The height of the line above a tie."""
TALLEST: Final = 13.0
FEWEST_FOR_LABEL: Final = 8.5
FEWEST_FOR_FIGURES: Final = 7.5
NARROWEST_FOR_FIGURES: Final = 55.0
FEWEST_FOR_TWO_LINES: Final = 4.6
NAME_SHARE: Final = 0.29
"""The size of a name, in points, for a millimetre of its line."""
CLOSER: Final = 0.86
"""How much smaller a name may be before it takes two lines."""
PT: Final = 0.3528
"""A point in millimetres."""


@dataclass(frozen=True)
class TiePainter:
    """Paints ties of a bracket, `width` wide, of which one has `pitch` of height."""

    page: Page
    bracket: StageBracket
    width: float
    pitch: float

    @property
    def labelled(self) -> bool:
        return self.pitch >= FEWEST_FOR_LABEL

    @property
    def row(self) -> float:
        """The height of a line for a name."""
        return min(TALLEST, self.width * 0.16, (self.pitch * 0.94 - (LABEL if self.labelled else 0)) / 2)

    @property
    def label_size(self) -> float:
        return min(10.0, max(6.5, self.row))

    @property
    def name_size(self) -> float:
        """One size for all names, such that those of usual length fit their line."""
        return min(16.0, self.row * 1.55, (self.width - self.score_width) * NAME_SHARE)

    @property
    def hint_size(self) -> float:
        return min(8.0, max(4.5, self.row * 0.75))

    @property
    def best_of(self) -> int:
        return self.bracket.stage.stage.best_of

    def paint(self, tie: Tie, x: float, middle: float) -> None:
        """A tie whose two lines meet in the middle; of a bye one line, through which it goes."""
        slots = [slot for slot in tie.slots if not slot.vacant]
        top = middle - self.row * len(slots) / 2
        if self.labelled:
            self._label(tie, x, top)
        for at, slot in enumerate(slots):
            self._slot(tie, slot, x, top + at * self.row)

    def blank(self, said: str, x: float, middle: float) -> None:
        """An empty tie that may come to be played."""
        if self.labelled:
            self.page.text(
                said, x=x, y=middle - self.row - 0.9, size=self.label_size, grey=QUIET, width=self.width
            )
        for at in (-1, 0):
            self.page.box(x, middle + at * self.row, self.width, self.row, line=EDGE)
            self._score_line(x, middle + at * self.row)

    def _label(self, tie: Tie, x: float, top: float) -> None:
        word = _word(tie)
        room = self.width - (width_of(word, self.label_size, bold=True) + 1.5 if word else 0)
        self.page.text(tie_label(tie.name), x=x, y=top - 0.9, size=self.label_size, grey=QUIET, width=room)
        if word:
            self.page.text(
                word, x=x + self.width, y=top - 0.9, size=self.label_size, align="right", bold=True
            )

    def _slot(self, tie: Tie, slot: Slot, x: float, y: float) -> None:
        self.page.box(x, y, self.width, self.row, fill=TINT if slot.won and not tie.bye else None, line=EDGE)
        if tie.bye:
            self._name(slot, x, y, self.width - self.score_width)
            self.page.text(
                gettext("bye"),
                x=x + self.width - 1,
                y=y + self.row * 0.68,
                size=min(9.0, self.row * 1.2),
                align="right",
                grey=QUIET,
            )
            return
        self._score_line(x, y)
        self._name(slot, x, y, self.width - self.score_width)
        score = self._score(tie, slot)
        self.page.text(
            score,
            x=x + self.width - self.score_width / 2,
            y=y + self.row * 0.7,
            size=min(15.0, self.row * 1.65),
            align="middle",
            bold=slot.won,
            width=self.score_width - 0.8,
            smallest=4,
        )

    @property
    def score_width(self) -> float:
        return min(self.width * 0.28, max(6.5, self.row) if self.best_of > 1 else 14.0)

    def _score_line(self, x: float, y: float) -> None:
        at = x + self.width - self.score_width
        self.page.line(at, y, at, y + self.row, thickness=STROKE)

    def _score(self, tie: Tie, slot: Slot) -> str:
        """Matches won, or the points of the only one; nothing before the first hand."""
        if self.best_of == 1:
            points = slot.totals[0][0] if slot.totals else None
            return "" if points is None else signed(points, get_language() or "tr")
        played = tie.listing is not None and tie.listing.score and not tie.listing.double_walkover
        return str(slot.side.wins or 0) if played and slot.side else ""

    def _name(self, slot: Slot, x: float, y: float, room: float) -> None:
        if slot.entrant is None:
            size = self.hint_size
            self.page.text(
                awaits(slot), x=x + 0.8, y=y + size * PT + 0.4, size=size, grey=QUIET, width=room - 1.2
            )
            return
        code = min(5.0, room * 0.16) if slot.code else 0
        self.page.text(slot.code, x=x + 0.7, y=y + self.row * 0.66, size=min(8.0, self.row * 1.2), grey=QUIET)
        self._lines(slot, x + 0.8 + code, y, room - code - 1.4)

    def _lines(self, slot: Slot, x: float, y: float, room: float) -> None:
        name, figures = slot.entrant.name if slot.entrant else "", self._figures(slot)
        size = min(self.name_size, self.row * 1.15) if figures else self.name_size
        drawn = _in_lines(name, size, room, two=not figures and self.row >= FEWEST_FOR_TWO_LINES)
        if len(drawn) > 1:
            size = min(size * CLOSER, self.row * 1.2)
        bold, grey = slot.won, QUIET if slot.lost else INK
        for at, line in enumerate(drawn):
            base = y + _base(at, 2 if figures else len(drawn), self.row, size)
            self.page.text(line, x=x, y=base, size=size, bold=bold, grey=grey, width=room)
        if figures:
            base = y + self.row * 0.86
            self.page.text(figures, x=x, y=base, size=min(10.0, self.row * 0.8), grey=QUIET, width=room)

    def _figures(self, slot: Slot) -> str:
        """The points of every match, where there is a line for them."""
        if self.best_of == 1 or self.row < FEWEST_FOR_FIGURES or self.width < NARROWEST_FOR_FIGURES:
            return ""
        language = get_language() or "tr"
        return "   ".join(signed(points, language) for points, _won in slot.totals if points is not None)


def _in_lines(name: str, size: float, room: float, *, two: bool) -> list[str]:
    """A name in one line, if it need not be much smaller for it, else in two."""
    if not two or width_of(name, size * CLOSER, bold=True) <= room:
        return [name]
    lines = wrapped(name, room, size * CLOSER)
    return [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines


def _base(at: int, lines: int, row: float, size: float) -> float:
    """The base line of one of a row's lines."""
    if lines == 1:
        return row * 0.5 + size * PT * 0.36
    return row * (0.45 if at == 0 else 0.87)


def _word(tie: Tie) -> str:
    """How a tie was decided if not by play, or at which table it will be."""
    listing = tie.listing
    if listing is None or listing.bye:
        return ""
    if listing.walkover:
        return gettext("walkover")
    if listing.double_walkover:
        return gettext("lost by both")
    if listing.decided or listing.encounter.table is None:
        return ""
    return gettext("Table %(number)s") % {"number": listing.encounter.table.number}
