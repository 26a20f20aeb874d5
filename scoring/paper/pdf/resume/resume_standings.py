from __future__ import annotations

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether

from rules.standings.standings_rows import StandingsRow
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CHAPTER,
    FIGURE,
    LEGEND,
    PART,
    SMALL,
    STRONG,
    grid,
    paragraph,
    sides_label,
    winner_label,
)
from scoring.paper.pdf.sheet_grid import points_label
from scoring.paper.queries.resume_pack import ResumeGroup
from scoring.queries.bracket.stage_brackets import Round, StageBracket
from scoring.queries.play_labels import penalties_per_hand, round_title, slot_source_label, tie_name
from scoring.queries.sort_direction import sort_directions
from tournaments.enums import StageKind
from tournaments.naming.names import join_sides


def group_flowables(group: ResumeGroup) -> list[Flowable]:
    """Return standings and undecided encounters; names on an untied advancing rank are bold."""
    at_tables = group.stage.stage.kind == StageKind.FOURS
    rows = [[paragraph(head, STRONG) for head in _heads(at_tables=at_tables)]]
    for ranked in group.ranked:
        figures = _row_figures(ranked.row, at_tables=at_tables)
        name = STRONG if ranked.rank <= group.stage.advance and not ranked.tied else CELL
        cells = [paragraph(str(ranked.rank), CELL), paragraph(ranked.entrant.marked_name, name)]
        rows.append([*cells, *(paragraph(figure, FIGURE) for figure in figures)])
    widths = [8 * mm, 62 * mm, 24 * mm, 20 * mm, 26 * mm, 24 * mm, 22 * mm]
    listed = [
        paragraph(_group_title(group), PART),
        paragraph(_sort_direction_note(at_tables=at_tables), LEGEND),
        grid(rows, widths),
    ]
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


def _sort_direction_note(*, at_tables: bool) -> str:
    return sort_directions("points", "a_hand" if at_tables else "average")


def _heads(*, at_tables: bool) -> list[str]:
    """Return column heads; `at_tables`: singles at tables of four."""
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
            gettext("Matches"),
            gettext("Own points"),
            gettext("Average"),
        ]
    return ["", *heads, gettext("Infractions")]


def _row_figures(row: StandingsRow, *, at_tables: bool) -> list[str]:
    """Return figures in order of `_heads`, without rank and name."""
    if at_tables:
        figures = [
            f"{row.encounters_played}",
            f"{row.hands}",
            points_label(row.penalties),
            penalties_per_hand(row),
        ]
    else:
        won = f"{row.matches_won}–{row.matches_lost}"
        figures = [f"{row.encounters_won}", won, points_label(row.penalties), points_label(row.average)]
    return [*figures, f"{row.infractions}"]


def bracket_flowables(bracket: StageBracket) -> list[Flowable]:
    rounds = [KeepTogether(_round_flowables(part)) for part in bracket.rounds]
    return [paragraph(bracket.stage.name, CHAPTER), *rounds]


def _round_flowables(part: Round) -> list[Flowable]:
    """Return a round's heading and a table of its ties with score and winner so far."""
    rows = []
    for tie in part.ties:
        sides = join_sides(
            slot.entrant.marked_name if slot.entrant else slot_source_label(slot) for slot in tie.slots
        )
        score = tie.listing.score if tie.listing else None
        score_label = f"{score[0]}–{score[1]}" if score else ""
        won = winner_label(tie.listing) if tie.listing else ""
        cells = [(tie_name(tie.name), STRONG), (sides, CELL), (score_label, FIGURE), (won, STRONG)]
        rows.append([paragraph(text, style) for text, style in cells])
    return [
        paragraph(round_title(part.name), PART),
        grid(rows, [24 * mm, 90 * mm, 14 * mm, 58 * mm], head=False),
    ]
