"""What stands in the boxes of a score sheet, in the letters of the page's language."""

from __future__ import annotations

from scoring.paper.games.deals import DealOnPaper
from scoring.paper.games.paper import Box
from scoring.paper.pdf import grid, one_match, words
from scoring.paper.queries.matches import MatchOnPaper, RowOnPaper
from scoring.paper.queries.sheets import PaperSheet


def written(sheet: PaperSheet, deal: DealOnPaper, part: str, seat: str = "") -> str:
    """What stands in a box of the hand, or of a player."""
    return sheet.paper.shown(part, deal.mark(f"{seat}-{part}" if seat else part))


def paid(deal: DealOnPaper, letter: str) -> str:
    """What the hand cost a side."""
    return grid.figure(deal.side(letter))


def left_over(points: int | None) -> str:
    """What a side has left; nothing while that is open."""
    return one_match.left(points)


def circled(box: Box, sheet: PaperSheet, deal: DealOnPaper | None, seat: str = "") -> list[tuple[str, bool]]:
    """The marks of a box of the hand, or of a player, each with whether it was told."""
    return grid.marks_of(box, sheet, deal, seat)


def struck(deal: DealOnPaper | None) -> str:
    """What stands across a row that has no boxes to show."""
    return grid.struck(deal) if deal else ""


def row_name(row: RowOnPaper) -> str:
    return grid.row_name(row)


def match_title(match: MatchOnPaper) -> str:
    return grid.match_title(match)


def heading(sheet: PaperSheet) -> str:
    return words.heading(sheet)


def legend_parts(sheet: PaperSheet) -> list[tuple[str, str]]:
    """What stands at the foot."""
    return sheet.legend.parts + words.limit_words(sheet)


def side_title(letter: str) -> str:
    return words.side_title(letter)


def signature_of(letter: str) -> str:
    return words.signature_of(letter)


def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    """A player's number with what he is called, and his surname."""
    return grid.seat_name(sheet, seat)
