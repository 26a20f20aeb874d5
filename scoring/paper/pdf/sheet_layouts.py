from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.okey101_sheet import PAPER_OF_101
from scoring.paper.pdf.okey101_layout import draw_together
from scoring.paper.pdf.one_match_sheet import draw_one_match
from scoring.paper.pdf.page_canvas import Page
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.pdf.player_boxes import draw_players
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper

Layout = Callable[[Page, PaperSheet, Sequence[MatchOnPaper], Frame], None]

_OWN: Final[Mapping[str, Layout]] = {PAPER_OF_101.game.id: draw_together}


def layout_of(paper: GameSheet) -> Layout:
    return _OWN.get(paper.game.id, draw_players if paper.seat_parts else draw_one_match)
