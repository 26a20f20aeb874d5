"""How the matches of an encounter stand on their page."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.paper.pdf.frames import Frame
from scoring.paper.pdf.okey101.across import draw_across
from scoring.paper.pdf.okey101.below import draw_below
from scoring.paper.pdf.page import Page
from scoring.paper.queries.matches import MatchOnPaper
from scoring.paper.queries.sheets import PaperSheet


def draw_together(page: Page, sheet: PaperSheet, _matches: Sequence[MatchOnPaper], frame: Frame) -> None:
    """All of them: below each other, or side by side where that is too high."""
    draw = draw_across if sheet.across else draw_below
    draw(page, sheet, x=frame.x, y=frame.y, width=frame.width, height=frame.height)
