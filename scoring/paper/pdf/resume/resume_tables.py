from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf.one_match_sheet import points_left_label
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    FIGURE,
    HEAD,
    HEAD_FIGURE,
    PART,
    SMALL,
    STRONG_FIGURE,
    TEXT,
    grid,
    paragraph,
    sides_label,
)
from scoring.paper.pdf.sheet_grid import match_name, points_label, seat_name, side_name, strike_label
from scoring.paper.queries.resume_pack import ResumeTable
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper
from scoring.queries.play_labels import position_label
from tournaments.naming.names import join_sides

SEAT: Final = 27
"""Width in mm of a player's points, and of the whole hand's boxes."""
HAND_BOX_WIDTH: Final = 15


def table_flowables(place: ResumeTable) -> list[Flowable]:
    """Return a table's current encounter with its hands, and its queue."""
    number = gettext("Table %(number)s") % {"number": place.table_status.table.number}
    if place.sheet is None:
        state = gettext("nothing is being played")
        return [paragraph(f"{number}: {state}", PART), *_queue(place)]
    sheet = place.sheet
    sides = join_sides(f"{side.letter} {side_name(sheet, side.letter)}" for side in sheet.sides)
    return [
        paragraph(f"{number}: {sides}", PART),
        paragraph(_score_so_far(sheet), TEXT),
        *_hands_table(sheet),
        *_queue(place),
    ]


def _score_so_far(sheet: PaperSheet) -> str:
    """Return one line: matches won, points (with a limit, points left) by match, next hand or “decided”."""
    listing = sheet.listing
    score = listing.score
    parts = [gettext("Matches %(a)s–%(b)s") % {"a": score[0], "b": score[1]}] if score else []
    for match in listing.matches:
        figures = ", ".join(
            f"{side.letter} {_side_score(match.total(side.letter) or 0, sheet.game_sheet.ends_at)}"
            for side in listing.sides
        )
        parts.append(f"{match_name(match.number)}: {figures}")
    if listing.playing:
        parts.append(gettext("next: %(where)s") % {"where": position_label(listing)})
    elif listing.decided:
        parts.append(gettext("decided"))
    return " · ".join(parts)


def _side_score(paid: int, ends_at: int | None) -> str:
    return points_label(paid) if ends_at is None else points_left_label(ends_at - paid)


def _hands_table(sheet: PaperSheet) -> list[Flowable]:
    """Return a table of the current match's hands, or with a points limit a countdown.

    Empty if not in play or without hands.
    """
    if not sheet.listing.playing:
        return []
    number = sheet.listing.current.number
    match = next((candidate for candidate in sheet.matches if candidate.number == number), None)
    if match is None or not match.deals:
        return []
    if sheet.game_sheet.ends_at is not None:
        return [Spacer(1, 1 * mm), _countdown_table(sheet, match)]
    total, parts = gettext("total"), sheet.game_sheet.resume_parts
    heads, tinted = [gettext("Hand"), *(sheet.heads[part] for part in parts)], []
    widths = [10 * mm, *[HAND_BOX_WIDTH * mm] * len(parts)]
    seat = SEAT - HAND_BOX_WIDTH * len(parts) / len(sheet.seats)
    for letter, seats in sheet.seats_by_side:
        heads += [" ".join(seat_name(sheet, seat)) for seat in seats]
        widths += [seat * mm] * len(seats)
        if len(seats) > 1:
            tinted.append(len(heads))
            heads.append(letter)
            widths.append(15 * mm)
    heads += [f"{letter} {total}" for letter, _seats in sheet.seats_by_side]
    widths += [18 * mm] * len(sheet.seats_by_side)
    texts = 1 + len(parts)
    styles = [HEAD] * texts + [HEAD_FIGURE] * (len(heads) - texts)
    head_row = [paragraph(head, style) for head, style in zip(heads, styles, strict=True)]
    rows = [head_row, *_hand_rows(sheet, match, len(heads))]
    return [Spacer(1, 1 * mm), grid(rows, widths, tinted=tinted)]


def _countdown_table(sheet: PaperSheet, match: MatchOnPaper) -> Table:
    """Return played rows with each side's points left; only for games with a points limit."""
    boxes = sheet.boxes_with_heads
    heads = [gettext("Hand"), *(head for _box, head in boxes)]
    heads += [f"{side.letter} {pgettext('head on a score sheet', 'left')}" for side in sheet.sides]
    texts = 1 + len(boxes)
    styles = [HEAD] * texts + [HEAD_FIGURE] * len(sheet.sides)
    rows = [[paragraph(head, style) for head, style in zip(heads, styles, strict=True)]]
    for row in match.rows:
        if row.deal is None:
            continue
        crossed = strike_label(row.deal)
        contents = [crossed] if crossed else [_box_content(sheet, row.deal, box.part) for box, _head in boxes]
        contents += [""] * (len(boxes) - len(contents))
        after = [
            paragraph(points_left_label(row.points_left.get(side.letter)), STRONG_FIGURE)
            for side in sheet.sides
        ]
        rows.append([*(paragraph(text, CELL) for text in (str(row.number), *contents)), *after])
    widths = [10 * mm, *[30 * mm] * len(boxes), *[18 * mm] * len(sheet.sides)]
    return grid(rows, widths)


def _box_content(sheet: PaperSheet, deal: DealOnPaper, part: str) -> str:
    return sheet.game_sheet.mark_label(part, deal.mark(part)) if deal.scored_by_rules else ""


def _hand_rows(sheet: PaperSheet, match: MatchOnPaper, columns: int) -> list[list[Paragraph]]:
    """Return a row per deal with running totals, padded to `columns`."""
    rows: list[list[Paragraph]] = []
    totals: dict[str, int] = {}
    for number, deal in enumerate(match.deals, start=1):
        totals = {letter: totals.get(letter, 0) + points for letter, _seats, points in deal.costs_by_side}
        after = [paragraph(points_label(points), STRONG_FIGURE) for points in totals.values()]
        parts = [
            "" if deal.void else _box_content(sheet, deal, part) for part in sheet.game_sheet.resume_parts
        ]
        cells = [paragraph(text, CELL) for text in parts]
        contents = [*cells, *([paragraph(gettext("void hand"), SMALL)] if deal.void else _figures(deal))]
        blank = [paragraph("", CELL)] * (columns - 1 - len(contents) - len(after))
        rows.append([paragraph(str(number), CELL), *contents, *blank, *after])
    return rows


def _figures(deal: DealOnPaper) -> list[Paragraph]:
    figures: list[int] = []
    for _letter, costs, points in deal.costs_by_side:
        figures += costs
        if len(costs) > 1:
            figures.append(points)
    return [paragraph(points_label(points), FIGURE) for points in figures]


def _queue(place: ResumeTable) -> list[Flowable]:
    if not place.table_status.queue:
        return [paragraph(gettext("Nothing more at this table."), SMALL)]
    waiting = "; ".join(
        sides_label(waiting_encounter.listing) for waiting_encounter in place.table_status.queue
    )
    return [paragraph(gettext("Then: %(encounters)s") % {"encounters": waiting}, SMALL)]
