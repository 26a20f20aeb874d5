from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext

from scoring.paper.pdf.page_canvas import EDGE, QUIET, STROKE, Page
from scoring.queries.bracket.board import APART, FORK, Board, Column, Place
from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.play_labels import round_title
from scoring.sharing.posters.poster_lettering import LEADING, PT, lettering
from scoring.sharing.posters.poster_ties import LABEL, TiePainter
from tournaments.enums import Part

GAP: Final = 0.12
"""The share of a column that connecting lines take."""
FEW_COLUMNS: Final = 4
WIDER: Final = 1.3
"""How much wider the first round of a large bracket is, because its rows are the lowest."""
CHAMPION_AT: Final = 0.06
CHAMPION_SHARE: Final = 0.11
FINAL_AT: Final = 0.3
FINAL_SHARE: Final = 0.2
THIRD_AT: Final = 0.72
"""The relative heights of the boxes in the middle column, and the height of one box."""
WIDEST_FINAL: Final = 150.0


@dataclass(frozen=True)
class Box:
    """A rectangle on the sheet, in millimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class OneSidedLayout:
    """Rounds from left to right, the champion beside the final, third place below it."""

    page: Page
    bracket: StageBracket
    board: Board
    frame: Box

    @property
    def second_final(self) -> bool:
        finals = [column for column in self.board.columns if column.round.name.part == Part.FINAL]
        decided = finals and finals[0].round.decided
        return len(finals) == 1 and self.bracket.stage.stage.reset_final and not decided

    @property
    def step(self) -> float:
        ends = self.board.final is not None
        return self.frame.width / (len(self.board.columns) + (1 if ends else 0) + int(self.second_final))

    def draw(self) -> None:
        width = self.step * (1 - GAP)
        painters = [
            _painter(self.page, self.bracket, column, width, self.frame.height)
            for column in self.board.columns
        ]
        middles = _middles(self.board.columns, self.frame.y, self.frame.height)
        for at, column in enumerate(self.board.columns):
            x = self.frame.x + at * self.step
            _titles(self.page, painters[at], column, x, self.frame.y)
            _ties(painters[at], column.places, middles[at], x)
            if at:
                before = self.board.columns[at - 1]
                _lines(self.page, before, (middles[at - 1], middles[at]), (x - self.step + width, x))
        self._end(painters[-1], middles[-1][0])

    def _end(self, painter: TiePainter, middle: float) -> None:
        final = self.board.final
        at = len(self.board.columns)
        if final is None:
            return
        if self.second_final:
            x = self.frame.x + at * self.step
            painter.blank(gettext("Second grand final, if needed"), x, middle)
            at += 1
        box = Box(self.frame.x + at * self.step, middle - painter.row, painter.width, 2 * painter.row)
        _champion(painter, final, box)
        if self.board.third:
            x = self.frame.x + (len(self.board.columns) - 1) * self.step
            for tie in self.board.third.ties:
                painter.paint(tie, x, middle + 3 * painter.row + 2 * LABEL + 2)


@dataclass(frozen=True)
class TwoSidedLayout:
    """Half of the bracket from each side, with the final above the semi-finals."""

    page: Page
    bracket: StageBracket
    board: Board
    frame: Box

    @property
    def _first(self) -> float:
        return WIDER if len(self.board.columns) > FEW_COLUMNS else 1.0

    @property
    def _unit(self) -> float:
        return self.frame.width / 2 / (self._first + len(self.board.columns) - 2)

    def _width(self, at: int) -> float:
        return self._unit * ((self._first if at == 0 else 1.0) - GAP)

    def draw(self) -> None:
        self._half(left=True)
        self._half(left=False)
        self._middle()

    def _half(self, *, left: bool) -> None:
        columns = [_half_of(column, left=left) for column in self.board.columns[:-1]]
        middles = _middles(columns, self.frame.y, self.frame.height)
        for at, column in enumerate(columns):
            half = _painter(self.page, self.bracket, column, self._width(at), self.frame.height)
            painter = replace(half, names=_names_in(self.board.columns[at]))
            x = self._x(at, left=left)
            _titles(self.page, painter, column, x, self.frame.y)
            _ties(painter, column.places, middles[at], x)
            if at:
                before = self._x(at - 1, left=left)
                start, end = (before + self._width(at - 1), x) if left else (before, x + painter.width)
                _lines(self.page, columns[at - 1], (middles[at - 1], middles[at]), (start, end))

    def _x(self, at: int, *, left: bool) -> float:
        before = self._unit * (self._first + at - 1) if at else 0.0
        if left:
            return self.frame.x + before
        return self.frame.x + self.frame.width - before - self._width(at)

    def _middle(self) -> None:
        column, height = self.board.columns[-1], self.frame.height
        semi_finals = len(self.board.columns) - 2
        width = min(WIDEST_FINAL, self._unit + self._width(semi_finals))
        centre, middle = self.frame.x + self.frame.width / 2, self.frame.y + height / 2
        painter = _painter(self.page, self.bracket, column, width, height * FINAL_SHARE)
        x, final = centre - width / 2, self.frame.y + height * FINAL_AT
        end = self._x(semi_finals, left=False)
        start = self._x(semi_finals, left=True) + self._width(semi_finals)
        self.page.line(start, middle, end, middle, thickness=STROKE)
        self.page.line(centre, middle, centre, final + painter.row, thickness=STROKE)
        _ties(painter, column.places, [final], x)
        if self.board.final:
            top = self.frame.y + height * CHAMPION_AT
            _champion(painter, self.board.final, Box(x, top, width, height * CHAMPION_SHARE))
        for tie in self.board.third.ties if self.board.third else ():
            third = replace(painter, names=_names([tie]))
            third.paint(tie, x, self.frame.y + height * THIRD_AT)


def _painter(page: Page, bracket: StageBracket, column: Column, width: float, height: float) -> TiePainter:
    return TiePainter(page, bracket, width, height / max(1, len(column.places)), _names_in(column))


def _names_in(column: Column) -> list[str]:
    return _names([place.tie for place in column.places if place.tie is not None])


def _names(ties: Sequence[Tie]) -> list[str]:
    return [slot.entrant.name for tie in ties for slot in tie.slots if slot.entrant]


def _champion(painter: TiePainter, final: Tie, box: Box) -> None:
    page, winner = painter.page, final.winner
    name = winner.entrant.name if winner and winner.entrant else ""
    label = gettext("Champion") if painter.bracket.stage.last else gettext("Winner")
    size = min(18.0, box.height * 0.8)
    page.text(label, x=box.x + box.width / 2, y=box.y - 1.6, size=size, align="middle", grey=QUIET)
    page.box(box.x, box.y, box.width, box.height, line=EDGE)
    page.box(box.x + 0.8, box.y + 0.8, box.width - 1.6, box.height - 1.6, line=EDGE)
    lines, size = lettering([name], box.width - 5, box.height * 0.9, figures=False).lines_of(name)
    for at, line in enumerate(lines):
        base = box.y + box.height / 2 + ((at - (len(lines) - 1) / 2) * LEADING + 0.36) * size * PT
        page.text(line, x=box.x + box.width / 2, y=base, size=size, bold=True, align="middle")


def _half_of(column: Column, *, left: bool) -> Column:
    half = len(column.places) // 2
    places = column.places[:half] if left else column.places[half:]
    return Column(column.round, places, column.leads if half > 1 else APART)


def _middles(columns: Sequence[Column], top: float, height: float) -> list[list[float]]:
    """Return the middle of every place; a later place is between those that feed it."""
    first = columns[0]
    pitch = height / len(first.places)
    middles = [[top + pitch * (at + 0.5) for at in range(len(first.places))]]
    for column, before in zip(columns[1:], columns, strict=False):
        last = middles[-1]
        if before.leads == FORK:
            middles.append([(last[2 * at] + last[2 * at + 1]) / 2 for at in range(len(column.places))])
        elif len(column.places) == len(last):
            middles.append(last)
        else:
            own_pitch = height / len(column.places)
            middles.append([top + own_pitch * (at + 0.5) for at in range(len(column.places))])
    return middles


def _ties(painter: TiePainter, places: Sequence[Place], middles: Sequence[float], x: float) -> None:
    for place, middle in zip(places, middles, strict=True):
        if place.tie is not None:
            painter.paint(place.tie, x, middle)


def _titles(page: Page, painter: TiePainter, column: Column, x: float, top: float) -> None:
    if not painter.labelled:
        page.text(round_title(column.round.name), x=x, y=top - 2, size=6.5, grey=QUIET, width=painter.width)


def _lines(
    page: Page, before: Column, middles: tuple[Sequence[float], Sequence[float]], x: tuple[float, float]
) -> None:
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
