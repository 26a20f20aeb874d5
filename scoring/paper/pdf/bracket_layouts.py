from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from django.utils.translation import gettext

from scoring.paper.pdf.bracket_ties import LABEL, TiePainter
from scoring.paper.pdf.lettering import LEADING, PT, lettering
from scoring.paper.pdf.page_canvas import EDGE, QUIET, STROKE, Page
from scoring.queries.bracket.board import APART, FORK, Board, BoardPlace, Column
from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.round_names import round_title
from tournaments.enums import Part

GAP: Final = 0.12
"""The share of a column that connecting lines take."""
FEW_COLUMNS: Final = 4
FIRST_ROUND_RATIO: Final = 1.3
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
    """In millimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class OneSidedLayout:
    """Champion beside the final, third place below it.

    No tie is higher than `highest`; labels and figures are not smaller than `smallest`, in points.
    """

    page: Page
    bracket: StageBracket
    board: Board
    area: Box
    names_champion: bool = True
    highest: float = inf
    smallest: float = 0.0

    @property
    def needs_second_final(self) -> bool:
        finals = [column for column in self.board.columns if column.round.name.part == Part.FINAL]
        decided = finals and finals[0].round.decided
        return len(finals) == 1 and self.bracket.stage.stage.reset_final and not decided

    @property
    def step(self) -> float:
        ends = self.board.final is not None and self.names_champion
        return self.area.width / (len(self.board.columns) + int(ends) + int(self.needs_second_final))

    def draw(self) -> None:
        width = self.step * (1 - GAP)
        painters = [
            replace(painter, pitch=min(painter.pitch, self.highest), smallest=self.smallest)
            for painter in (
                _painter(self.page, self.bracket, column, width, self.area.height)
                for column in self.board.columns
            )
        ]
        middles = _middles(self.board.columns, self.area.y, self.area.height)
        for at, column in enumerate(self.board.columns):
            x = self.area.x + at * self.step
            _draw_titles(self.page, painters[at], column, x, self.area.y)
            _draw_ties(painters[at], column.places, middles[at], x)
            if at:
                before = self.board.columns[at - 1]
                _draw_connecting_lines(
                    self.page, before, (middles[at - 1], middles[at]), (x - self.step + width, x)
                )
        self._draw_end(painters[-1], middles[-1][0])

    def _draw_end(self, painter: TiePainter, middle: float) -> None:
        """Draw a blank second final if needed, champion if named, third place; nothing without a final."""
        final = self.board.final
        at = len(self.board.columns)
        if final is None:
            return
        if self.needs_second_final:
            x = self.area.x + at * self.step
            painter.paint_blank(gettext("Second grand final, if needed"), x, middle)
            at += 1
        if self.names_champion:
            box = Box(self.area.x + at * self.step, middle - painter.row, painter.width, 2 * painter.row)
            _draw_champion(painter, final, box)
        if self.board.third_place_round:
            x = self.area.x + (len(self.board.columns) - 1) * self.step
            for tie in self.board.third_place_round.ties:
                painter.paint(tie, x, middle + 3 * painter.row + 2 * LABEL + 2)


@dataclass(frozen=True)
class TwoSidedLayout:
    """Half on each side, the final above the semi-finals."""

    page: Page
    bracket: StageBracket
    board: Board
    area: Box

    @property
    def _first_width(self) -> float:
        return FIRST_ROUND_RATIO if len(self.board.columns) > FEW_COLUMNS else 1.0

    @property
    def _unit(self) -> float:
        return self.area.width / 2 / (self._first_width + len(self.board.columns) - 2)

    def _width(self, at: int) -> float:
        return self._unit * ((self._first_width if at == 0 else 1.0) - GAP)

    def draw(self) -> None:
        self._draw_half(left=True)
        self._draw_half(left=False)
        self._draw_middle()

    def _draw_half(self, *, left: bool) -> None:
        """Draw a half, mirrored on the right."""
        columns = [_half_of(column, left=left) for column in self.board.columns[:-1]]
        middles = _middles(columns, self.area.y, self.area.height)
        for at, column in enumerate(columns):
            half = _painter(self.page, self.bracket, column, self._width(at), self.area.height)
            painter = replace(half, names=_names_in(self.board.columns[at]))
            x = self._x(at, left=left)
            _draw_titles(self.page, painter, column, x, self.area.y)
            _draw_ties(painter, column.places, middles[at], x)
            if at:
                before = self._x(at - 1, left=left)
                start, end = (before + self._width(at - 1), x) if left else (before, x + painter.width)
                _draw_connecting_lines(
                    self.page, columns[at - 1], (middles[at - 1], middles[at]), (start, end)
                )

    def _x(self, at: int, *, left: bool) -> float:
        before = self._unit * (self._first_width + at - 1) if at else 0.0
        if left:
            return self.area.x + before
        return self.area.x + self.area.width - before - self._width(at)

    def _draw_middle(self) -> None:
        """Draw the last column, a final's champion and third place between the halves."""
        column, height = self.board.columns[-1], self.area.height
        semi_finals = len(self.board.columns) - 2
        width = min(WIDEST_FINAL, self._unit + self._width(semi_finals))
        centre, middle = self.area.x + self.area.width / 2, self.area.y + height / 2
        painter = _painter(self.page, self.bracket, column, width, height * FINAL_SHARE)
        x, final = centre - width / 2, self.area.y + height * FINAL_AT
        end = self._x(semi_finals, left=False)
        start = self._x(semi_finals, left=True) + self._width(semi_finals)
        self.page.line(start, middle, end, middle, thickness=STROKE)
        self.page.line(centre, middle, centre, final + painter.row, thickness=STROKE)
        _draw_ties(painter, column.places, [final], x)
        if self.board.final:
            top = self.area.y + height * CHAMPION_AT
            _draw_champion(painter, self.board.final, Box(x, top, width, height * CHAMPION_SHARE))
        for tie in self.board.third_place_round.ties if self.board.third_place_round else ():
            third = replace(painter, names=_names([tie]))
            third.paint(tie, x, self.area.y + height * THIRD_AT)


def _painter(page: Page, bracket: StageBracket, column: Column, width: float, height: float) -> TiePainter:
    return TiePainter(page, bracket, width, height / max(1, len(column.places)), _names_in(column))


def _names_in(column: Column) -> list[str]:
    return _names([place.tie for place in column.places if place.tie is not None])


def _names(ties: Sequence[Tie]) -> list[str]:
    return [slot.entrant.marked_name for tie in ties for slot in tie.slots if slot.entrant]


def _draw_champion(painter: TiePainter, final: Tie, box: Box) -> None:
    """Draw the champion's box, empty until decided; it says “Winner” if another stage follows."""
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
    return Column(column.round, places, column.link_style if half > 1 else APART)


def _middles(columns: Sequence[Column], top: float, height: float) -> list[list[float]]:
    """Return the vertical middles of each column's places: between or at their feeders, else evenly."""
    first = columns[0]
    pitch = height / len(first.places)
    middles = [[top + pitch * (at + 0.5) for at in range(len(first.places))]]
    for column, before in zip(columns[1:], columns, strict=False):
        last = middles[-1]
        if before.link_style == FORK:
            middles.append([(last[2 * at] + last[2 * at + 1]) / 2 for at in range(len(column.places))])
        elif len(column.places) == len(last):
            middles.append(last)
        else:
            own_pitch = height / len(column.places)
            middles.append([top + own_pitch * (at + 0.5) for at in range(len(column.places))])
    return middles


def _draw_ties(painter: TiePainter, places: Sequence[BoardPlace], middles: Sequence[float], x: float) -> None:
    for place, middle in zip(places, middles, strict=True):
        if place.tie is not None:
            painter.paint(place.tie, x, middle)


def _draw_titles(page: Page, painter: TiePainter, column: Column, x: float, top: float) -> None:
    if not painter.labelled:
        page.text(round_title(column.round.name), x=x, y=top - 2, size=6.5, grey=QUIET, width=painter.width)


def _draw_connecting_lines(
    page: Page, before: Column, middles: tuple[Sequence[float], Sequence[float]], x: tuple[float, float]
) -> None:
    """Draw lines from places that have a next one; none if the columns are APART.

    `middles` are of `before` and the next column, `x` the lines' start and end.
    """
    if before.link_style == APART:
        return
    width = 2 if before.link_style == FORK else 1
    start, end = x
    half = (start + end) / 2
    for at, place in enumerate(before.places):
        if place.has_next_line:
            y, to_y = middles[0][at], middles[1][at // width]
            page.line(start, y, half, y, thickness=STROKE)
            page.line(half, y, half, to_y, thickness=STROKE)
            page.line(half, to_y, end, to_y, thickness=STROKE)
