from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf.one_match_sheet import left
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    FIGURE,
    PART,
    SMALL,
    STRONG,
    STRONG_FIGURE,
    TEXT,
    grid,
    paragraph,
    sides_of,
)
from scoring.paper.pdf.sheet_grid import figure, match_name, seat_name, side_name, strike_label
from scoring.paper.queries.resume_pack import TableToResume
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper
from scoring.queries.play_labels import position_label
from tournaments.naming.names import versus

SEAT: Final = 27
"""Width in millimetres of a player's points, and of the boxes of the whole hand."""
TOLD: Final = 15


def table_flowables(place: TableToResume) -> list[Flowable]:
    number = gettext("Table %(number)s") % {"number": place.place.table.number}
    if place.sheet is None:
        state = gettext("nothing is being played")
        return [paragraph(f"{number}: {state}", PART), *_queue(place)]
    sheet = place.sheet
    sides = versus(f"{side.letter} {side_name(sheet, side.letter)}" for side in sheet.sides)
    return [
        paragraph(f"{number}: {sides}", PART),
        paragraph(_score_so_far(sheet), TEXT),
        *_current(sheet),
        *_queue(place),
    ]


def _score_so_far(sheet: PaperSheet) -> str:
    listing = sheet.listing
    score = listing.score
    parts = [gettext("Matches %(a)s–%(b)s") % {"a": score[0], "b": score[1]}] if score else []
    for match in listing.matches:
        figures = ", ".join(
            f"{side.letter} {_side_score(match.total(side.letter) or 0, sheet.paper.ends_at)}"
            for side in listing.sides
        )
        parts.append(f"{match_name(match.number)}: {figures}")
    if listing.playing:
        parts.append(gettext("next: %(where)s") % {"where": position_label(listing)})
    elif listing.decided:
        parts.append(gettext("decided"))
    return " · ".join(parts)


def _side_score(paid: int, ends_at: int | None) -> str:
    return figure(paid) if ends_at is None else left(ends_at - paid)


def _current(sheet: PaperSheet) -> list[Flowable]:
    if not sheet.listing.playing:
        return []
    number = sheet.listing.current.number
    match = next((candidate for candidate in sheet.matches if candidate.number == number), None)
    if match is None or not match.deals:
        return []
    if sheet.paper.ends_at is not None:
        return [Spacer(1, 1 * mm), _counted_down(sheet, match)]
    total, parts = gettext("total"), sheet.paper.resumed
    heads, tinted = [gettext("Hand"), *(sheet.heads[part] for part in parts)], []
    widths = [10 * mm, *[TOLD * mm] * len(parts)]
    seat = SEAT - TOLD * len(parts) / len(sheet.seats)
    for letter, seats in sheet.blocks:
        heads += [" ".join(seat_name(sheet, seat)) for seat in seats]
        widths += [seat * mm] * len(seats)
        if len(seats) > 1:
            tinted.append(len(heads))
            heads.append(letter)
            widths.append(15 * mm)
    heads += [f"{letter} {total}" for letter, _seats in sheet.blocks]
    widths += [18 * mm] * len(sheet.blocks)
    rows = [[paragraph(head, STRONG) for head in heads], *_hands(sheet, match, len(heads))]
    return [Spacer(1, 1 * mm), grid(rows, widths, tinted=tinted)]


def _counted_down(sheet: PaperSheet, match: MatchOnPaper) -> Table:
    boxes = sheet.headed
    heads = [gettext("Hand"), *(head for _box, head in boxes)]
    heads += [f"{side.letter} {pgettext('head on a score sheet', 'left')}" for side in sheet.sides]
    rows = [[paragraph(head, STRONG) for head in heads]]
    for row in match.rows:
        if row.deal is None:
            continue
        crossed = strike_label(row.deal)
        contents = [crossed] if crossed else [_written(sheet, row.deal, box.part) for box, _head in boxes]
        contents += [""] * (len(boxes) - len(contents))
        after = [paragraph(left(row.left.get(side.letter)), STRONG_FIGURE) for side in sheet.sides]
        rows.append([*(paragraph(text, CELL) for text in (str(row.number), *contents)), *after])
    widths = [10 * mm, *[30 * mm] * len(boxes), *[18 * mm] * len(sheet.sides)]
    return grid(rows, widths)


def _written(sheet: PaperSheet, deal: DealOnPaper, part: str) -> str:
    return sheet.paper.shown(part, deal.mark(part)) if deal.told else ""


def _hands(sheet: PaperSheet, match: MatchOnPaper, columns: int) -> list[list[Paragraph]]:
    rows: list[list[Paragraph]] = []
    totals: dict[str, int] = {}
    for number, deal in enumerate(match.deals, start=1):
        totals = {letter: totals.get(letter, 0) + points for letter, _seats, points in deal.by_side}
        after = [paragraph(figure(points), STRONG_FIGURE) for points in totals.values()]
        parts = ["" if deal.void else _written(sheet, deal, part) for part in sheet.paper.resumed]
        cells = [paragraph(text, CELL) for text in parts]
        contents = [*cells, *([paragraph(gettext("void hand"), SMALL)] if deal.void else _figures(deal))]
        blank = [paragraph("", CELL)] * (columns - 1 - len(contents) - len(after))
        rows.append([paragraph(str(number), CELL), *contents, *blank, *after])
    return rows


def _figures(deal: DealOnPaper) -> list[Paragraph]:
    figures: list[int] = []
    for _letter, costs, points in deal.by_side:
        figures += costs
        if len(costs) > 1:
            figures.append(points)
    return [paragraph(figure(points), FIGURE) for points in figures]


def _queue(place: TableToResume) -> list[Flowable]:
    if not place.place.queue:
        return [paragraph(gettext("Nothing more at this table."), SMALL)]
    waiting = "; ".join(sides_of(waiting_encounter.listing) for waiting_encounter in place.place.queue)
    return [paragraph(gettext("Then: %(encounters)s") % {"encounters": waiting}, SMALL)]
