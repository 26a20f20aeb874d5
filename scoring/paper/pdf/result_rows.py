"""Encounters as lines: the sides around the result, the winner in bold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Table

from scoring.paper.pdf.page_canvas import text_width
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CENTRED,
    FIGURE,
    SMALL,
    STRONG,
    STRONG_FIGURE,
    WIDTH,
    grid,
    paragraph,
    sized,
)
from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.encounters.encounter_list import TWO_SIDES, EncounterListing
from scoring.queries.encounters.match_totals import FigureKind, MatchListing
from scoring.queries.play_labels import side_figure, slot_source_label, sort_directions, source_label
from tournaments.enums import DECIDED_BY_HANDS
from tournaments.models import EncounterSide

LABEL: Final = 16 * mm
SIGN: Final = 4 * mm
PADDING: Final = 3 * mm
MOST_NOTES: Final = 74 * mm
OF_FOUR: Final = [LABEL, *[42.5 * mm] * 4]
NO_BREAK: Final = "\N{NO-BREAK SPACE}"

Cells = list[tuple[str, ParagraphStyle]]
"""A line's texts: label, side, figure, sign, figure, side and note; of four sides the label and each side."""


def results_legend(kind: FigureKind) -> str:
    return " · ".join((gettext("The winner is in bold"), sort_directions(kind)))


def results_grid(rows: Sequence[Cells], widths: Sequence[float]) -> Table:
    """Return a table of `tie_cells` or `listing_cells`."""
    if len(rows[0]) <= len(OF_FOUR):
        widths = OF_FOUR
    blank = [("", CELL)] * len(widths)
    shown = [[paragraph(text, style) for text, style in [*row, *blank][: len(widths)]] for row in rows]
    return grid(shown, widths, head=False)


def result_widths(rows: Sequence[Cells]) -> Sequence[float]:
    """Fit the widths of a chapter's rows of two sides: names next to figures, notes in what is left.

    Rows of tables of four don't count; OF_FOUR if there are no others.
    """
    rows = [row for row in rows if len(row) > len(OF_FOUR)]
    if not rows:
        return OF_FOUR
    figure = max(_longest(rows, 2), _longest(rows, 4))
    notes = min(_longest(rows, 6), MOST_NOTES)
    room = (WIDTH - LABEL - SIGN - 2 * figure - notes) / 2
    left, right = (min(_longest(rows, column), room) for column in (1, 5))
    return [LABEL, left, figure, SIGN, figure, right, WIDTH - LABEL - left - SIGN - 2 * figure - right]


def _longest(rows: Sequence[Cells], column: int) -> float:
    widths = [
        text_width(text, sized(style).fontSize, bold=True) for text, style in (row[column] for row in rows)
    ]
    return float(PADDING + max(widths) * mm)


def tie_cells(tie: Tie, label: str) -> Cells:
    """Return the listing's cells; without one, names or where they come from.

    A table of four has its number as label, unless `label` is blank.
    """
    if tie.listing is not None:
        return listing_cells(tie.listing, _table_label(tie, label))
    names = [slot.entrant.marked_name if slot.entrant else slot_source_label(slot) for slot in tie.slots]
    if len(names) > TWO_SIDES:
        return [(_table_label(tie, label), SMALL), *((name, CELL) for name in names)]
    left, right = names
    return [
        (label, SMALL),
        (left, FIGURE),
        ("", CELL),
        ("–", CENTRED),
        ("", CELL),
        (right, CELL),
        ("", SMALL),
    ]


def _table_label(tie: Tie, label: str) -> str:
    """Return the number of a table of four, if it has a label."""
    return str(tie.name.number) if label and len(tie.slots) > TWO_SIDES else label


def listing_cells(listing: EncounterListing, label: str) -> Cells:
    """Return label, sides with figures, the winner bold, and note; of four, label and places."""
    if listing.of_four:
        return [(label, SMALL), *_places(listing)]
    left, right = listing.sides
    left_figure, sign, right_figure = _figures(listing)
    return [
        (label, SMALL),
        (_name(listing, left), STRONG_FIGURE if _won(listing, left) else FIGURE),
        (left_figure, STRONG_FIGURE if _won(listing, left) else FIGURE),
        (sign, CENTRED),
        (right_figure, STRONG if _won(listing, right) else CELL),
        (_name(listing, right), STRONG if _won(listing, right) else CELL),
        (_note(listing), SMALL),
    ]


def _won(listing: EncounterListing, side: EncounterSide) -> bool:
    return listing.decided and side.letter == listing.encounter.winner


def _name(listing: EncounterListing, side: EncounterSide) -> str:
    return side.entrant.marked_name if side.entrant else source_label(listing, side)


def _places(listing: EncounterListing) -> Cells:
    sides = [side for side in listing.sides_by_place if not side.vacant]
    if listing.bye:
        return [
            (f"{_name(listing, side)} · {listing.encounter.get_decided_by_display()}", CELL) for side in sides
        ]
    return [(_placed(listing, side), STRONG if _won(listing, side) else CELL) for side in sides]


def _placed(listing: EncounterListing, side: EncounterSide) -> str:
    """Return place (none before the end), name and points."""
    place = f"{side.place}. " if side.place else ""
    return f"{place}{_name(listing, side)} {side_figure(listing.shown_match, side.letter)}".rstrip()


def _figures(listing: EncounterListing) -> tuple[str, str, str]:
    """Return the points of a single match, else matches won, around a sign; no figures without play."""
    if listing.only_match is not None:
        left, right = (side_figure(listing.only_match, side.letter) for side in listing.sides)
        return left, ":", right
    if listing.score is None or _decided_without_play(listing):
        return "", "–", ""
    return str(listing.score[0]), "–", str(listing.score[1])


def _decided_without_play(listing: EncounterListing) -> bool:
    return listing.decided and listing.encounter.decided_by not in DECIDED_BY_HANDS


def _note(listing: EncounterListing) -> str:
    """Return how it was decided, if not by play, and the points of several matches; none of a bye."""
    notes = []
    if listing.by_time or (_decided_without_play(listing) and not listing.bye):
        notes.append(str(listing.encounter.get_decided_by_display()))
    if listing.encounter.stage.best_of > 1 and not _decided_without_play(listing):
        notes += [_points(listing, match) for match in listing.matches]
    return " · ".join(notes)


def _points(listing: EncounterListing, match: MatchListing) -> str:
    return f"{NO_BREAK}:{NO_BREAK}".join(side_figure(match, side.letter) for side in listing.sides)
