from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.okey101_sheet import OKEY101_SHEET
from scoring.paper.pdf.okey101_layout import draw_okey101
from scoring.paper.pdf.one_match_sheet import draw_one_match
from scoring.paper.pdf.page_canvas import Page
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.pdf.player_boxes import draw_player_boxes
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper

Layout = Callable[[Page, PaperSheet, Sequence[MatchOnPaper], Frame], None]

_LAYOUT_BY_GAME: Final[Mapping[str, Layout]] = {OKEY101_SHEET.game.id: draw_okey101}


def layout_of(paper: GameSheet) -> Layout:
    return _LAYOUT_BY_GAME.get(paper.game.id, draw_player_boxes if paper.seat_parts else draw_one_match)
