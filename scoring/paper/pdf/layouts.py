"""How the matches of a page are drawn: by what a game asks of a hand, unless it has a layout of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from scoring.paper.games.okey101.paper import PAPER_OF_101
from scoring.paper.games.paper import Paper
from scoring.paper.pdf.frames import Frame
from scoring.paper.pdf.okey101.layout import draw_together
from scoring.paper.pdf.one_match import draw_one_match
from scoring.paper.pdf.page import Page
from scoring.paper.pdf.players import draw_players
from scoring.paper.queries.matches import MatchOnPaper
from scoring.paper.queries.sheets import PaperSheet

Layout = Callable[[Page, PaperSheet, Sequence[MatchOnPaper], Frame], None]

_OWN: Final[Mapping[str, Layout]] = {PAPER_OF_101.game.id: draw_together}


def layout_of(paper: Paper) -> Layout:
    """What draws the matches of one page of these sheets into a frame."""
    return _OWN.get(paper.game.id, draw_players if paper.seat_parts else draw_one_match)
