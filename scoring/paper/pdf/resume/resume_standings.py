from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Table

from rules.standings.standings_rows import StandingsRow
from scoring.paper.pdf.result_rows import Cells, result_widths, results_grid, results_legend, tie_cells
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CENTRED,
    CHAPTER,
    FIGURE,
    HEAD,
    HEAD_FIGURE,
    LEGEND,
    PART,
    SMALL,
    STRONG,
    WIDTH,
    grid,
    paragraph,
    sides_label,
)
from scoring.paper.pdf.sheet_grid import points_label
from scoring.paper.queries.resume_pack import ResumeGroup
from scoring.queries.bracket.stage_brackets import Round, StageBracket
from scoring.queries.encounters.match_totals import FigureKind
from scoring.queries.play_labels import penalties_per_hand, sort_directions
from scoring.queries.round_names import round_title, tie_name
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import StageKind

RANK, FIGURES = 12 * mm, 22 * mm
NARROW_RANK = 7 * mm
PADDING: Final = 10
"""Left and right of a text in a narrow grid, in points."""


def group_chapter(context: TournamentContext, groups: Sequence[ResumeGroup]) -> list[Flowable]:
    """Return the standings of each group; the heading stays with the first."""
    head = [paragraph(groups_heading(context), CHAPTER), paragraph(_standings_legend(groups), LEGEND)]
    chapter: list[Flowable] = []
    infractions = any(ranked.row.infractions for group in groups for ranked in group.ranked)
    for group in groups:
        listed = [paragraph(group_title(group), PART), standings_grid(group, infractions=infractions)]
        chapter.append(KeepTogether([*head, *listed, *_undecided(group)]))
        head = []
    return chapter


def groups_heading(context: TournamentContext) -> str:
    return gettext("Groups") if context.in_groups else gettext("Standings")


def narrow_width(groups: Sequence[ResumeGroup], *, least: float, most: float) -> float:
    """Return the width from `least` to `most` at which no name of the groups breaks in two, if there is."""
    needed = least
    for group in groups:
        rows = _rows(group)
        names = max(_text_width(row[1]) for row in rows)
        needed = max(needed, NARROW_RANK + names + sum(_figure_widths(rows)))
    return min(most, needed)


def standings_grid(group: ResumeGroup, *, infractions: bool = False, width: float = WIDTH) -> Table:
    """Names on an untied advancing rank are bold; a narrow grid has no sums of own points."""
    narrow = width < WIDTH
    rows = _rows(group, own_points=not narrow, infractions=infractions)
    if narrow:
        return grid(rows, _narrow_widths(rows, width))
    columns = len(rows[0]) - 2
    return grid(rows, [RANK, width - RANK - columns * FIGURES, *[FIGURES] * columns])


def _rows(
    group: ResumeGroup, *, own_points: bool = False, infractions: bool = False
) -> list[list[Paragraph]]:
    """Return heads, then entrants; names on an untied advancing rank are bold."""
    at_tables = group.stage.stage.kind == StageKind.FOURS
    several = group.stage.stage.best_of > 1
    heads = _heads(at_tables=at_tables, several=several)
    own, last = (
        at for at, head in enumerate(heads) if head in (gettext("Own points"), gettext("Infractions"))
    )
    hidden = {*(() if own_points else (own,)), *(() if infractions else (last,))}
    shown = [at for at in range(len(heads)) if at not in hidden]
    styles = [HEAD, HEAD, *[HEAD_FIGURE] * len(heads)]
    rows = [[paragraph(heads[at], styles[at]) for at in shown]]
    for ranked in group.ranked:
        name = STRONG if ranked.rank <= group.stage.advance and not ranked.tied else CELL
        figures = _row_figures(ranked.row, at_tables=at_tables, several=several)
        cells = [
            paragraph(str(ranked.rank), CENTRED),
            paragraph(ranked.entrant.marked_name, name),
            *(paragraph(figure, FIGURE) for figure in figures),
        ]
        rows.append([cells[at] for at in shown])
    return rows


def _narrow_widths(rows: Sequence[Sequence[Paragraph]], width: float) -> list[float]:
    """Return figures' widths as needed, so that names have the rest."""
    figures = _figure_widths(rows)
    return [NARROW_RANK, width - NARROW_RANK - sum(figures), *figures]


def _figure_widths(rows: Sequence[Sequence[Paragraph]]) -> list[float]:
    return [max(_text_width(cell) for cell in column) for column in [*zip(*rows, strict=True)][2:]]


def _text_width(cell: Paragraph) -> float:
    width = stringWidth(cell.getPlainText(), cell.style.fontName, cell.style.fontSize)
    return float(PADDING + width)


def _undecided(group: ResumeGroup) -> list[Flowable]:
    if not group.undecided_listings:
        return []
    undecided = "; ".join(sides_label(listing) for listing in group.undecided_listings)
    return [paragraph(gettext("Not decided yet: %(encounters)s") % {"encounters": undecided}, SMALL)]


def group_title(group: ResumeGroup) -> str:
    if group.stage.only_group or not group.group.name:
        return group.stage.name
    return gettext("Group %(name)s") % {"name": group.group.name}


def _standings_legend(groups: Sequence[ResumeGroup]) -> str:
    at_tables = any(group.stage.stage.kind == StageKind.FOURS for group in groups)
    return sort_directions("points", "a_hand" if at_tables else "average")


def _heads(*, at_tables: bool, several: bool) -> list[str]:
    """Return column heads; `at_tables`: singles at tables of four, `several`: matches in an encounter."""
    if at_tables:
        heads = [
            gettext("Player"),
            gettext("Rounds"),
            pgettext("how many were played", "Hands"),
            gettext("Own points"),
            gettext("A hand"),
        ]
    else:
        heads = [
            gettext("Pair"),
            gettext("Encounters"),
            *([gettext("Matches")] if several else []),
            gettext("Own points"),
            gettext("Average"),
        ]
    return ["", *heads, gettext("Infractions")]


def _row_figures(row: StandingsRow, *, at_tables: bool, several: bool) -> list[str]:
    """Return figures in order of `_heads`, without rank and name."""
    if at_tables:
        figures = [
            f"{row.encounters_played}",
            f"{row.hands}",
            points_label(row.penalties),
            penalties_per_hand(row),
        ]
    else:
        encounters = f"{row.encounters_won}–{row.encounters_played - row.encounters_won}"
        matches = [f"{row.matches_won}–{row.matches_lost}"] if several else []
        figures = [encounters, *matches, points_label(row.penalties), points_label(row.average)]
    return [*figures, f"{row.infractions}"]


def bracket_flowables(bracket: StageBracket, kind: FigureKind) -> list[Flowable]:
    """Return the stage's name with its first round, then further rounds, each kept together."""
    cells = [round_cells(part) for part in bracket.rounds]
    widths = result_widths([row for rows in cells for row in rows])
    rounds = [
        [paragraph(round_title(part.name), PART), results_grid(rows, widths)]
        for part, rows in zip(bracket.rounds, cells, strict=True)
    ]
    head = [paragraph(bracket.stage.name, CHAPTER), paragraph(results_legend(kind), LEGEND)]
    return [KeepTogether([*(head if part is rounds[0] else []), *part]) for part in rounds]


def round_cells(part: Round) -> list[Cells]:
    """Return a round's ties with score and winner so far."""
    several = len(part.ties) > 1
    return [tie_cells(tie, tie_name(tie.name) if several else "") for tie in part.ties]
