"""Where the ties of a bracket stand on a poster, and the lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from scoring.paper.pdf.page import EDGE, QUIET, STROKE, Page
from scoring.reading.bracket.board import APART, FORK, Board, Column, Place
from scoring.reading.bracket.stage_brackets import StageBracket
from scoring.reading.words import round_title
from scoring.share.posters.ties import LABEL, TiePainter
from tournaments.enums import Part

GAP: Final = 0.14
"""The share of a column that its lines have."""
CROWN: Final = 11.0
CAPTION: Final = 5.0


@dataclass(frozen=True)
class Frame:
    """Where on the sheet, in its millimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class OneSide:
    """Rounds from left to right, the champion beside the last; the third place below the final."""

    page: Page
    bracket: StageBracket
    board: Board
    frame: Frame

    @property
    def second_final(self) -> bool:
        """Whether a second final may still come."""
        finals = [column for column in self.board.columns if column.round.name.part == Part.FINAL]
        decided = finals and finals[0].round.decided
        return len(finals) == 1 and self.bracket.stage.stage.reset_final and not decided

    @property
    def step(self) -> float:
        """From one column to the next."""
        ends = self.board.final is not None
        return self.frame.width / (len(self.board.columns) + (1 if ends else 0) + int(self.second_final))

    def draw(self) -> None:
        pitch = self.frame.height / max(1, self.board.rows)
        width = self.step * (1 - GAP)
        painter = TiePainter(self.page, self.bracket, width, pitch)
        middles = _middles(self.board.columns, self.frame.y, self.frame.height)
        for at, column in enumerate(self.board.columns):
            x = self.frame.x + at * self.step
            _titles(self.page, painter, column, x, self.frame.y)
            _ties(painter, column.places, middles[at], x)
            if at:
                before = self.board.columns[at - 1]
                _lines(self.page, before, (middles[at - 1], middles[at]), (x - self.step + width, x))
        self._end(painter, middles[-1][0])

    def _end(self, painter: TiePainter, middle: float) -> None:
        final = self.board.final
        at = len(self.board.columns)
        if final is None:
            return
        if self.second_final:
            x = self.frame.x + at * self.step
            painter.blank(gettext("Second grand final, if needed"), x, middle)
            at += 1
        winner = final.winner
        name = winner.entrant.name if winner and winner.entrant else ""
        _champion(painter, name, self.frame.x + at * self.step, middle)
        if self.board.third:
            x = self.frame.x + (len(self.board.columns) - 1) * self.step
            for tie in self.board.third.ties:
                painter.paint(tie, x, middle + 3 * painter.row + 2 * LABEL + 2)


@dataclass(frozen=True)
class BothSides:
    """Half of the bracket from the left, half from the right, the final in the middle, the champion above."""

    page: Page
    bracket: StageBracket
    board: Board
    frame: Frame

    @property
    def step(self) -> float:
        return self.frame.width / (2 * len(self.board.columns) - 1)

    def draw(self) -> None:
        pitch = self.frame.height / (self.board.rows / 2)
        width = self.step * (1 - GAP)
        painter = TiePainter(self.page, self.bracket, width, pitch)
        self._half(painter, left=True)
        self._half(painter, left=False)
        self._middle(painter)

    def _half(self, painter: TiePainter, *, left: bool) -> None:
        columns = [_half_of(column, left=left) for column in self.board.columns[:-1]]
        middles = _middles(columns, self.frame.y, self.frame.height)
        for at, column in enumerate(columns):
            x = self._x(at, painter.width, left=left)
            _titles(self.page, painter, column, x, self.frame.y)
            _ties(painter, column.places, middles[at], x)
            if at:
                before = self._x(at - 1, painter.width, left=left)
                start, end = (before + painter.width, x) if left else (before, x + painter.width)
                _lines(self.page, columns[at - 1], (middles[at - 1], middles[at]), (start, end))

    def _x(self, at: int, width: float, *, left: bool) -> float:
        if left:
            return self.frame.x + at * self.step
        return self.frame.x + self.frame.width - at * self.step - width

    def _middle(self, painter: TiePainter) -> None:
        column = self.board.columns[-1]
        middle = self.frame.y + self.frame.height / 2
        x = self.frame.x + (self.frame.width - painter.width) / 2
        semi_finals = len(self.board.columns) - 2
        self.page.line(
            self._x(semi_finals, painter.width, left=True) + painter.width,
            middle,
            x,
            middle,
            thickness=STROKE,
        )
        self.page.line(
            x + painter.width,
            middle,
            self._x(semi_finals, painter.width, left=False),
            middle,
            thickness=STROKE,
        )
        _titles(self.page, painter, column, x, self.frame.y)
        _ties(painter, column.places, [middle], x)
        final = self.board.final
        winner = final.winner if final else None
        name = winner.entrant.name if winner and winner.entrant else ""
        above = middle - painter.row - 2 * LABEL - CROWN - CAPTION
        _champion(painter, name, x, above)
        if self.board.third:
            for tie in self.board.third.ties:
                painter.paint(tie, x, middle + 3 * painter.row + 2 * LABEL + 6)


def _champion(painter: TiePainter, name: str, x: float, middle: float) -> None:
    """The name that wins, or a line to write it on."""
    page, width = painter.page, painter.width
    said = gettext("Champion") if painter.bracket.stage.last else gettext("Winner")
    page.text(said, x=x + width / 2, y=middle - CROWN / 2 - 1.2, size=9, align="middle", grey=QUIET)
    page.box(x, middle - CROWN / 2, width, CROWN, line=EDGE)
    page.box(x + 0.8, middle - CROWN / 2 + 0.8, width - 1.6, CROWN - 1.6, line=EDGE)
    page.text(name, x=x + width / 2, y=middle + 1.7, size=13, bold=True, align="middle", width=width - 4)


def _half_of(column: Column, *, left: bool) -> Column:
    half = len(column.places) // 2
    places = column.places[:half] if left else column.places[half:]
    return Column(column.round, places, column.leads if half > 1 else APART)


def _middles(columns: Sequence[Column], top: float, height: float) -> list[list[float]]:
    """The middle of every place; a later one stands between those that feed it."""
    first = columns[0]
    pitch = height / len(first.places)
    found = [[top + pitch * (at + 0.5) for at in range(len(first.places))]]
    for column, before in zip(columns[1:], columns, strict=False):
        last = found[-1]
        if before.leads == FORK:
            found.append([(last[2 * at] + last[2 * at + 1]) / 2 for at in range(len(column.places))])
        elif len(column.places) == len(last):
            found.append(last)
        else:
            own = height / len(column.places)
            found.append([top + own * (at + 0.5) for at in range(len(column.places))])
    return found


def _ties(painter: TiePainter, places: Sequence[Place], middles: Sequence[float], x: float) -> None:
    for place, middle in zip(places, middles, strict=True):
        if place.tie is not None:
            painter.paint(place.tie, x, middle)


def _titles(page: Page, painter: TiePainter, column: Column, x: float, top: float) -> None:
    """The name of a round above its column, where no labels tell it."""
    if not painter.labelled:
        page.text(round_title(column.round.name), x=x, y=top - 2, size=6.5, grey=QUIET, width=painter.width)


def _lines(
    page: Page, before: Column, middles: tuple[Sequence[float], Sequence[float]], x: tuple[float, float]
) -> None:
    """From every place that leads on to where it leads, between the `middles` of both columns."""
    if before.leads == APART:
        return
    width = 2 if before.leads == FORK else 1
    start, end = x
    half = (start + end) / 2
    for at, place in enumerate(before.places):
        if place.leads:
            y, to_y = middles[0][at], middles[1][at // width]
            page.line(start, y, half, y, thickness=STROKE)
            page.line(half, y, half, to_y, thickness=STROKE)
            page.line(half, to_y, end, to_y, thickness=STROKE)
