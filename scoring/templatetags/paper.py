"""What stands in the boxes of a score sheet, in the letters of the page's language."""

from __future__ import annotations

from django import template

from scoring.domain.paper import notation
from scoring.domain.paper.deals import DealOnPaper, SeatOnPaper
from scoring.domain.paper.legend import Legend
from scoring.domain.paper.sheets import MatchOnPaper, PaperSheet, RowOnPaper
from scoring.views.pdf import grid, words

register = template.Library()


@register.filter
def openings(cell: SeatOnPaper | None) -> list[tuple[str, bool]]:
    """The three openings to circle, each with whether it was told."""
    told = cell.opening if cell else ""
    return [(notation.shown("opening", mark), mark == told) for mark in grid.OPENINGS]


@register.filter
def written(deal: DealOnPaper, kind: str) -> str:
    """Who finished (`end`), or how (`finish`)."""
    return notation.shown(kind, getattr(deal, kind))


@register.filter
def opening_letter(mark: str) -> str:
    return notation.shown("opening", mark)


@register.filter
def struck(deal: DealOnPaper | None) -> str:
    """What stands across a row that has no boxes to show."""
    return grid.struck(deal) if deal else ""


@register.filter
def row_name(row: RowOnPaper) -> str:
    return grid.row_name(row)


@register.filter
def match_title(match: MatchOnPaper) -> str:
    return grid.match_title(match)


@register.filter
def heading(sheet: PaperSheet) -> str:
    return words.heading(sheet)


@register.filter
def legend_parts(legend: Legend) -> list[tuple[str, str]]:
    return words.legend_parts(legend)


@register.filter
def side_title(letter: str) -> str:
    return words.side_title(letter)


@register.filter
def signature_of(letter: str) -> str:
    return words.signature_of(letter)


@register.simple_tag
def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    """A player's number with what he is called, and his surname."""
    return grid.seat_name(sheet, seat)
