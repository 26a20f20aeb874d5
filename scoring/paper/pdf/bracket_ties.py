from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from scoring.paper.pdf.lettering import LEADING, PT, Lettering, lettering
from scoring.paper.pdf.page_canvas import EDGE, INK, QUIET, STROKE, TINT, Page, text_width
from scoring.queries.bracket.bracket_labels import slot_score, slot_source, tie_label
from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.play_labels import side_figure

LABEL: Final = 3.2
"""The height of the line above a tie."""
LABEL_SHARE: Final = 0.3
"""The font size of that line, in points, for each millimetre of a tie's height."""
LABEL_SHARE_OF_WIDTH: Final = 0.25
"""The same for each millimetre of its width, since the line holds round and table."""
TALLEST: Final = 20.0
TALLEST_SHARE: Final = 0.3
"""The largest height of a line relative to its width; more wouldn't make names larger."""
FEWEST_FOR_LABEL: Final = 8.5
FEWEST_FOR_FIGURES: Final = 7.5
NARROWEST_FOR_FIGURES: Final = 50.0
MATCH_SEPARATOR: Final = "   "
"""The separator between the points of two matches."""
FIGURED_MIDDLE: Final = 0.37
"""The relative middle of a name that has figures below it."""


@dataclass(frozen=True)
class TiePainter:
    """Paints ties `width` wide and `pitch` high; `names` are all names in them."""

    page: Page
    bracket: StageBracket
    width: float
    pitch: float
    names: Sequence[str] = ()
    smallest: float = 0.0
    """The least font size of labels and figures."""

    @property
    def labelled(self) -> bool:
        return self.pitch >= FEWEST_FOR_LABEL

    @property
    def row(self) -> float:
        available = (self.pitch * 0.94 - (LABEL if self.labelled else 0)) / 2
        return min(TALLEST, self.width * TALLEST_SHARE, available)

    @property
    def label_size(self) -> float:
        size = min(self.pitch * LABEL_SHARE, self.width * LABEL_SHARE_OF_WIDTH)
        return min(13.0, max(6.0, self.smallest, size))

    @property
    def hint_size(self) -> float:
        return min(12.0, max(4.5, self.smallest, self.row * 0.75))

    @property
    def code_width(self) -> float:
        return min(9.0, (self.width - self.score_width) * 0.15)

    @property
    def lettering(self) -> Lettering:
        available = self.width - self.score_width - self.code_width - 2.2
        return lettering(self.names, available, self.row, figures=self.shows_figures)

    @property
    def shows_figures(self) -> bool:
        available = self.row >= FEWEST_FOR_FIGURES and self.width >= NARROWEST_FOR_FIGURES
        return available and self.best_of > 1

    @property
    def best_of(self) -> int:
        return self.bracket.stage.stage.best_of

    def paint(self, tie: Tie, x: float, middle: float) -> None:
        slots = [slot for slot in tie.slots if not slot.vacant]
        top = middle - self.row * len(slots) / 2
        if self.labelled:
            self._draw_label(tie, x, top)
        for at, slot in enumerate(slots):
            self._draw_slot(tie, slot, x, top + at * self.row)

    def paint_blank(self, label: str, x: float, middle: float) -> None:
        if self.labelled:
            self.page.text(
                label, x=x, y=middle - self.row - 0.9, size=self.label_size, grey=QUIET, width=self.width
            )
        for at in (-1, 0):
            self.page.box(x, middle + at * self.row, self.width, self.row, line=EDGE)
            self._score_line(x, middle + at * self.row)

    def _draw_label(self, tie: Tie, x: float, top: float) -> None:
        """Draw the tie's name above it, a status at the right."""
        word = _status_label(tie)
        available = self.width - (text_width(word, self.label_size, bold=True) + 1.5 if word else 0)
        self.page.text(
            tie_label(tie.name), x=x, y=top - 0.9, size=self.label_size, grey=QUIET, width=available
        )
        if word:
            self.page.text(
                word, x=x + self.width, y=top - 0.9, size=self.label_size, align="right", bold=True
            )

    def _draw_slot(self, tie: Tie, slot: Slot, x: float, y: float) -> None:
        """Draw a side's name and score in a box, tinted if it won; a bye says so, without score or tint."""
        self.page.box(x, y, self.width, self.row, fill=TINT if slot.won and not tie.bye else None, line=EDGE)
        if tie.bye:
            self._draw_name(slot, x, y, self.width - self.score_width)
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
        self._draw_name(slot, x, y, self.width - self.score_width)
        score = slot_score(tie, slot)
        self.page.text(
            score,
            x=x + self.width - self.score_width / 2,
            y=y + self.row * 0.7,
            size=min(30.0, self.row * 1.65),
            align="middle",
            bold=slot.won,
            width=self.score_width - 0.8,
            smallest=4,
        )

    @property
    def score_width(self) -> float:
        if self.best_of == 1:
            return min(self.width * 0.28, 16.0)
        return min(self.width * 0.2, max(6.0, self.row * 0.8))

    def _score_line(self, x: float, y: float) -> None:
        at = x + self.width - self.score_width
        self.page.line(at, y, at, y + self.row, thickness=STROKE)

    def _draw_name(self, slot: Slot, x: float, y: float, room: float) -> None:
        """Draw the entrant's name with code, or where it comes from if unknown."""
        if slot.entrant is None:
            size = self.hint_size
            self.page.text(
                slot_source(slot), x=x + 0.8, y=y + size * PT + 0.4, size=size, grey=QUIET, width=room - 1.2
            )
            return
        width = self.code_width if slot.code else 0
        size = min(12.0, max(self.smallest, self.row * 1.1), width * 1.5)
        base = y + self.row * 0.5 + size * PT * 0.36
        self.page.text(slot.code, x=x + 0.8, y=base, size=size, grey=QUIET, width=width - 0.3, smallest=3)
        self._draw_lines(slot, x + 0.8 + width, y)

    def _draw_lines(self, slot: Slot, x: float, y: float) -> None:
        lettering, figures = self.lettering, self._figures(slot)
        lines, size = lettering.lines_of(slot.entrant.marked_name if slot.entrant else "")
        middle = y + self.row * (FIGURED_MIDDLE if figures else 0.5)
        for at, line in enumerate(lines):
            base = middle + ((at - (len(lines) - 1) / 2) * LEADING + 0.36) * size * PT
            self.page.text(line, x=x, y=base, size=size, bold=slot.won, grey=QUIET if slot.lost else INK)
        self._draw_figures(figures, x, y + self.row * 0.9, lettering.room)

    def _draw_figures(self, figures: Sequence[tuple[str, bool]], x: float, y: float, room: float) -> None:
        """Draw matches' points from the left, shrunk to fit `room`; won matches are bold and underlined."""
        size = min(12.0, max(self.smallest, self.row * 0.75))
        wide = sum(text_width(figure + MATCH_SEPARATOR, size, bold=won) for figure, won in figures)
        size *= min(1, room / wide) if wide else 1
        for figure, won in figures:
            width = text_width(figure, size, bold=won)
            self.page.text(figure, x=x, y=y, size=size, bold=won, grey=INK if won else QUIET)
            if won:
                self.page.line(x, y + 0.5, x + width, y + 0.5, thickness=STROKE)
            x += width + text_width(MATCH_SEPARATOR, size)

    def _figures(self, slot: Slot) -> list[tuple[str, bool]]:
        if not self.shows_figures:
            return []
        return [
            (side_figure(match, slot.letter), match.winner == slot.letter)
            for match in slot.matches
            if match.totals
        ]


def _status_label(tie: Tie) -> str:
    """Return walkover, lost by both or time up, or an undecided tie's table; blank for others and byes."""
    listing = tie.listing
    if listing is None or listing.bye:
        return ""
    if listing.walkover:
        return gettext("walkover")
    if listing.double_walkover:
        return gettext("lost by both")
    if listing.by_time:
        return gettext("time was up")
    if listing.decided or listing.encounter.table is None:
        return ""
    return gettext("Table %(number)s") % {"number": listing.encounter.table.number}
