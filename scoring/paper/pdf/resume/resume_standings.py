from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

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
from scoring.queries.play_labels import penalties_per_hand, round_title, tie_name
from scoring.queries.sort_direction import FigureKind, sort_directions
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import StageKind

RANK, FIGURES = 12 * mm, 22 * mm


def group_chapter(
    context: TournamentContext, groups: Sequence[ResumeGroup], results: Mapping[int, Table] | None = None
) -> list[Flowable]:
    """Return each group with its table of `results`, by primary key; the heading stays with the first."""
    heading = gettext("Groups") if context.in_groups else gettext("Standings")
    head: list[Flowable] = [paragraph(heading, CHAPTER), paragraph(_standings_legend(groups), LEGEND)]
    chapter: list[Flowable] = []
    infractions = any(ranked.row.infractions for group in groups for ranked in group.ranked)
    for group in groups:
        below = (
            [Spacer(1, 1.5 * mm), results[group.group.pk]] if results and group.group.pk in results else []
        )
        chapter.append(KeepTogether([*head, *_group_flowables(group, infractions=infractions), *below]))
        head = []
    return chapter


def _group_flowables(group: ResumeGroup, *, infractions: bool) -> list[Flowable]:
    """Return standings and undecided encounters; names on an untied advancing rank are bold."""
    at_tables = group.stage.stage.kind == StageKind.FOURS
    several = group.stage.stage.best_of > 1
    heads = _heads(at_tables=at_tables, several=several)[: None if infractions else -1]
    columns = len(heads) - 2
    rows = [
        [
            paragraph(heads[0], HEAD),
            paragraph(heads[1], HEAD),
            *(paragraph(head, HEAD_FIGURE) for head in heads[2:]),
        ]
    ]
    for ranked in group.ranked:
        figures = _row_figures(ranked.row, at_tables=at_tables, several=several)[:columns]
        name = STRONG if ranked.rank <= group.stage.advance and not ranked.tied else CELL
        cells = [paragraph(str(ranked.rank), CENTRED), paragraph(ranked.entrant.marked_name, name)]
        rows.append([*cells, *(paragraph(figure, FIGURE) for figure in figures)])
    widths = [RANK, WIDTH - RANK - columns * FIGURES, *[FIGURES] * columns]
    listed: list[Flowable] = [paragraph(_group_title(group), PART), grid(rows, widths)]
    if group.undecided_listings:
        undecided = "; ".join(sides_label(listing) for listing in group.undecided_listings)
        listed.append(
            paragraph(gettext("Not decided yet: %(encounters)s") % {"encounters": undecided}, SMALL)
        )
    return listed


def _group_title(group: ResumeGroup) -> str:
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
    cells = [_round_cells(part) for part in bracket.rounds]
    widths = result_widths([row for rows in cells for row in rows])
    rounds = [
        [paragraph(round_title(part.name), PART), results_grid(rows, widths)]
        for part, rows in zip(bracket.rounds, cells, strict=True)
    ]
    head = [paragraph(bracket.stage.name, CHAPTER), paragraph(results_legend(kind), LEGEND)]
    return [KeepTogether([*(head if part is rounds[0] else []), *part]) for part in rounds]


def _round_cells(part: Round) -> list[Cells]:
    """Return a round's ties with score and winner so far."""
    several = len(part.ties) > 1
    return [tie_cells(tie, tie_name(tie.name) if several else "") for tie in part.ties]
