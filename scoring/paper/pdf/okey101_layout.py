from __future__ import annotations

from collections.abc import Sequence

from scoring.paper.pdf.okey101_landscape import draw_landscape
from scoring.paper.pdf.okey101_portrait import draw_portrait
from scoring.paper.pdf.page_canvas import Page
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper


def draw_okey101(page: Page, sheet: PaperSheet, _matches: Sequence[MatchOnPaper], frame: Frame) -> None:
    draw = draw_landscape if sheet.is_landscape else draw_portrait
    draw(page, sheet, x=frame.x, y=frame.y, width=frame.width, height=frame.height)
