from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, pgettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable

from scoring.paper.pdf.medals import Medal
from scoring.paper.pdf.podium import player_names
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CENTRED,
    CHAPTER,
    FIGURE,
    GAP,
    HEAD,
    HEAD_CENTRED,
    HEAD_FIGURE,
    LEGEND,
    SMALL,
    STRONG,
    WIDTH,
    grid,
    paragraph,
    side_by_side,
)
from scoring.paper.pdf.sheet_grid import points_label
from scoring.paper.queries.results_paper import Results
from scoring.queries.final_records import FinalRecord
from scoring.queries.play_labels import penalties_per_hand, shared_place_note, stage_reached_label

LEAST_HEIGHT: Final = 45 * mm
"""For heading and first rows; the table continues on the next page."""
LONG_CHAPTER: Final = ParagraphStyle("chapter of a long table", parent=CHAPTER, keepWithNext=False)
LONG_LEGEND: Final = ParagraphStyle("legend of a long table", parent=LEGEND, keepWithNext=False)
FEW_COLUMNS, FEWEST_FOR_HALVES, MOST_FOR_HALVES = 4, 12, 70
PLACE, REACHED, RECORD, POINTS = 12 * mm, 40 * mm, 16 * mm, 20 * mm


def ranking_flowables(results: Results) -> Iterator[Flowable]:
    """Yield the final ranking, if any, without columns empty for all, and a note if places are shared."""
    if not results.final_records:
        return
    singles = results.tournament_context.singles
    heads = [
        paragraph(gettext("Place"), HEAD_CENTRED),
        paragraph(gettext("Player") if singles else gettext("Pair"), HEAD),
        paragraph(gettext("Club") if singles else gettext("Players"), HEAD),
        paragraph(gettext("Reached"), HEAD),
        *(paragraph(head, HEAD_FIGURE) for head in _figure_heads(singles=singles)),
    ]
    rows = [_row(record, singles=singles) for record in results.final_records]
    shown = [column for column in range(len(heads)) if column not in _empty_columns(results)]
    yield CondPageBreak(LEAST_HEIGHT)
    yield paragraph(gettext("Final ranking"), LONG_CHAPTER)
    if any(record.place.shared for record in results.final_records):
        yield paragraph(shared_place_note(singles=singles), LONG_LEGEND)
    yield from _table([heads, *rows], shown)


def _table(rows: Sequence[list[Flowable]], shown: Sequence[int]) -> Iterator[Flowable]:
    """Yield the shown columns; a page of names and figures alone becomes two halves."""
    head, *lines = [[row[column] for column in shown] for row in rows]
    if len(shown) > FEW_COLUMNS or not FEWEST_FOR_HALVES <= len(lines) <= MOST_FOR_HALVES:
        yield grid([head, *lines], _widths(shown, WIDTH))
        return
    half, width = -(-len(lines) // 2), (WIDTH - GAP) / 2
    halves = [grid([head, *part], _widths(shown, width)) for part in (lines[:half], lines[half:])]
    yield side_by_side(halves, [width, width])


def _widths(shown: Sequence[int], width: float) -> list[float]:
    """Return the columns' widths; names and players share what is left."""
    fixed = {0: PLACE, 3: REACHED, 4: RECORD, 5: POINTS}
    flexible = [column for column in shown if column not in fixed]
    left = width - sum(fixed[column] for column in shown if column in fixed)
    return [fixed.get(column, left / len(flexible)) for column in shown]


def _empty_columns(results: Results) -> set[int]:
    records = results.final_records
    empty = (
        set()
        if any(_second_name(record, singles=results.tournament_context.singles) for record in records)
        else {2}
    )
    return empty if any(record.stages for record in records) else {*empty, 3}


def _figure_heads(*, singles: bool) -> list[str]:
    if singles:
        return [pgettext("how many were played", "Hands"), gettext("A hand")]
    return [pgettext("encounters won and lost", "W–L"), gettext("Average")]


def _row(record: FinalRecord, *, singles: bool) -> list[Flowable]:
    """Return cells; figures are blank without play."""
    row = record.row
    figures = (
        [str(row.hands), penalties_per_hand(row) if row.hands else ""]
        if singles
        else [f"{row.encounters_won}–{record.encounters_lost}", points_label(row.average)]
        if row.encounters_played
        else ["", ""]
    )
    return [
        Medal(record.medal, 12) if record.medal else paragraph(str(record.place.place), CENTRED),
        paragraph(record.entrant.marked_name, STRONG if record.medal else CELL),
        paragraph(_second_name(record, singles=singles), SMALL),
        paragraph(stage_reached_label(record.stages[0]) if record.stages else "", CELL),
        *(paragraph(figure, FIGURE) for figure in figures),
    ]


def _second_name(record: FinalRecord, *, singles: bool) -> str:
    names = "" if singles else player_names(record.entrant)
    return " · ".join(filter(None, (names, record.entrant.club_name)))
