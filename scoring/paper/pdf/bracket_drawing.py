"""A bracket drawn on a page of a document."""

from __future__ import annotations

from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from scoring.paper.pdf.bracket_layouts import GAP, Box, OneSidedLayout
from scoring.paper.pdf.bracket_ties import LABEL
from scoring.paper.pdf.page_canvas import INK, QUIET, TINT, Page
from scoring.paper.pdf.resume.resume_style import GREY, LINE, SOFT, USUAL, WIDTH, current_type
from scoring.paper.pdf.resume.resume_style import INK as DARK
from scoring.queries.bracket.board import Board
from scoring.queries.bracket.stage_brackets import StageBracket

PITCHES: Final = ((4, 14.0), (8, 13.0), (16, 13.0))
"""First-round ties, and the height of each in mm."""
PITCH_WITH_MATCHES: Final = 20.0
"""With the points of each match below the names."""
MOST_ROWS_WITH_MATCHES, MOST_COLUMNS_WITH_MATCHES = 4, 3
TITLES: Final = 5.0
"""The height of the rounds' titles above the ties, in mm."""
SMALLEST: Final = 9.0
"""The font size of labels and figures in points, except in usual type."""
HAIRLINE: Final = 0.6


class HairlinePage(Page):
    """Draws in the colours and with the light lines of the document's tables."""

    def _fill_with(self, grey: float) -> None:
        colour = {INK: DARK, QUIET: GREY, TINT: SOFT}[grey]
        self._canvas.setFillColor(colour)

    def _draw_with(self, _grey: float, _thickness: float) -> None:
        self._canvas.setStrokeColor(LINE)
        self._canvas.setLineWidth(HAIRLINE)


class BracketDrawing(Flowable):  # type: ignore[misc]
    """Draws a board of a bracket over the width of the page."""

    def __init__(self, bracket: StageBracket, board: Board) -> None:
        super().__init__()
        self.bracket, self.board = bracket, board
        self.smallest = 0.0 if current_type() is USUAL else SMALLEST
        self.pitch = _pitch(bracket, board)
        self.width, self.height = WIDTH, self._height() * mm

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        page = HairlinePage(canvas=self.canv)
        page.width, page.height = self.width / mm, self.height / mm
        area = Box(0, TITLES, page.width * (1 + GAP / len(self.board.columns)), self._ties())
        OneSidedLayout(
            page,
            self.bracket,
            self.board,
            area,
            names_champion=False,
            highest=self.pitch,
            smallest=self.smallest,
        ).draw()

    def _ties(self) -> float:
        return self.pitch * self.board.rows

    def _height(self) -> float:
        """Return the height in mm, with a match for third place below the final."""
        third = 2 * self.pitch + 3 * LABEL if self.board.third_place_round else 0
        return TITLES + max(self._ties(), self._ties() / 2 + third)


def can_draw(bracket: StageBracket, board: Board) -> bool:
    """Return whether names and points are legible on A4."""
    if bracket.of_four or board.rows > PITCHES[-1][0]:
        return False
    return bracket.stage.stage.best_of == 1 or (
        board.rows <= MOST_ROWS_WITH_MATCHES and len(board.columns) <= MOST_COLUMNS_WITH_MATCHES
    )


def _pitch(bracket: StageBracket, board: Board) -> float:
    several = bracket.stage.stage.best_of > 1
    usual = PITCH_WITH_MATCHES if several else next(pitch for rows, pitch in PITCHES if board.rows <= rows)
    return usual * current_type().ties
