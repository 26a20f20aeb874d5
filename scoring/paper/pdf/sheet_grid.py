from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from rules.localized_text import format_signed
from scoring.paper.games.game_sheet import Box
from scoring.paper.games.seat_marks import seat_numbers
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf.page_canvas import INK, PAPER, QUIET, Page, text_width
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper

MARK_EDGE: Final = 0.5
WRITTEN: Final = 7.5
"""Font size of recorded contents."""
STRUCK: Final = 6.5
PROTESTED: Final = "!"


def seat_name(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    """Return number and name, and surname."""
    player, number = sheet.players[seat], seat_numbers(sheet.seats)[seat]
    if player is None:
        return number, ""
    return f"{number} {player.short_name}", player.surname


def side_name(sheet: PaperSheet, letter: str) -> str:
    side = next(candidate for candidate in sheet.sides if candidate.letter == letter)
    return side.entrant.name if side.entrant else ""


def points_label(points: int | None) -> str:
    return "" if points is None else format_signed(points, get_language() or "tr")


def row_name(row: RowOnPaper) -> str:
    """Mark rulings and protests; unused spare rows have a plus."""
    if row.spare and row.deal is None:
        return pgettext("spare row of a score sheet", "+")
    ruled = pgettext("a referee ruled, one letter", "R") if row.deal and row.deal.ruling else ""
    return f"{row.number}{ruled}{PROTESTED if row.protested else ''}"


def match_name(number: int) -> str:
    return gettext("Match %(number)s") % {"number": number}


def match_title(match: MatchOnPaper) -> str:
    parts = [match_name(match.number)]
    if match.provisional:
        parts.append(gettext("provisional"))
    if match.protested:
        rows = ", ".join(str(number) for number in match.protested)
        parts.append(gettext("protested: %(rows)s") % {"rows": rows})
    return " · ".join(parts)


def strike_label(deal: DealOnPaper) -> str:
    """Label a void hand or fixed points."""
    labels = [] if deal.scored_by_rules and not (deal.void and deal.ruling) else [gettext("referee's ruling")]
    if deal.void:
        labels.append(gettext("void hand, replayed"))
    return ": ".join(labels)


def marks_with_choice(
    box: Box, sheet: PaperSheet, deal: DealOnPaper | None, seat: str = ""
) -> list[tuple[str, bool]]:
    """Return marks, each with whether it is chosen."""
    circled = deal.mark(f"{seat}-{box.part}" if seat else box.part) if deal else ""
    return [
        (sheet.game_sheet.mark_label(box.part, mark), chosen)
        for mark, chosen in box.marks_with_choice(circled)
    ]


def draw_marks(
    page: Page,
    marks: Sequence[tuple[str, bool]],
    *,
    x: float,
    y: float,
    width: float,
    size: float,
    rings: tuple[float, float] = (0.56, 0.22),
) -> None:
    """Write marks evenly on the base line `y`; circle the chosen ones.

    `rings` are the largest radii as shares of mark width and font size.
    """
    step = (width - 2 * MARK_EDGE) / len(marks)
    for place, (mark, chosen) in enumerate(marks):
        middle = x + MARK_EDGE + step * (place + 0.5)
        page.text(mark, x=middle, y=y, size=size, align="middle", grey=INK if chosen else QUIET)
        if chosen:
            page.ring(middle, y - size * 0.125, min(step * rings[0], size * rings[1]))


def draw_strike_label(page: Page, label: str, *, x: float, y: float, size: float = STRUCK) -> None:
    half = text_width(label, size) / 2 + 1
    page.box(x - half, y - 1.7, 2 * half, 3.2, fill=PAPER)
    page.text(label, x=x, y=y + 0.8, size=size, align="middle", grey=QUIET)


def write_centered(
    page: Page, content: str, *, x: float, y: float, width: float, height: float, size: float = WRITTEN
) -> None:
    if content:
        base = y + height / 2 + size * 0.125
        page.text(content, x=x + width / 2, y=base, size=size, align="middle", width=width - 0.6, smallest=4)
