from __future__ import annotations

from collections.abc import Sequence

from scoring.paper.pdf.okey101_landscape import draw_across
from scoring.paper.pdf.okey101_portrait import draw_below
from scoring.paper.pdf.page_canvas import Page
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper


def draw_together(page: Page, sheet: PaperSheet, _matches: Sequence[MatchOnPaper], frame: Frame) -> None:
    draw = draw_across if sheet.across else draw_below
    draw(page, sheet, x=frame.x, y=frame.y, width=frame.width, height=frame.height)
