from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer

from scoring.paper.pdf.bracket_drawing import BracketDrawing, can_draw
from scoring.paper.pdf.document import document_and_page_count
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.podium import podium
from scoring.paper.pdf.ranking_table import LEAST_HEIGHT, LONG_CHAPTER, LONG_LEGEND, ranking_flowables
from scoring.paper.pdf.result_columns import columns_of_results
from scoring.paper.pdf.result_rows import OF_FOUR, Cells, listing_cells, results_legend
from scoring.paper.pdf.resume.resume_standings import (
    group_title,
    groups_heading,
    narrow_width,
    round_cells,
    standings_grid,
)
from scoring.paper.pdf.resume.resume_style import (
    CHAPTER,
    COMPACT,
    GAP,
    LARGE,
    LEGEND,
    PART,
    TEXT,
    TITLE,
    USUAL,
    WIDTH,
    TypeSize,
    current_type,
    paragraph,
    set_in,
    side_by_side,
)
from scoring.paper.queries.results_paper import Results
from scoring.paper.queries.resume_pack import ResumeGroup
from scoring.queries.bracket.board import build_boards
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import FigureKind
from scoring.queries.play_labels import localized, sort_directions
from scoring.queries.round_names import part_name, round_title
from tournaments.enums import StageKind
from tournaments.event_times import days
from tournaments.stages.stage_names import describe_entrant_count

STANDINGS: Final = 80 * mm
"""Width of standings beside results."""
WIDEST_STANDINGS: Final = 98 * mm
"""The same for long names, except in usual type."""
MOST_IN_LARGE_TYPE: Final = 16
"""Most entrants whose results are set in large type."""
MOST_BESIDE: Final = 15
"""Results that fit beside a group's standings."""
MOST_ON_A_PAGE: Final = 100
PAGE: Final = 255 * mm
"""A lower chapter of groups is not divided."""


def results_as_pdf(results: Results, *, at: datetime, logo: bytes = b"") -> bytes:
    """Return the PDF; `at` is printed on every page in the active time zone.

    A small tournament gets the largest type that takes no more pages than usual.
    """
    usual, fewest = _set_results(results, USUAL, at=at, logo=logo)
    if results.tournament_context.entrant_count > MOST_IN_LARGE_TYPE:
        return usual
    for type_size in (LARGE, COMPACT):
        document, pages = _set_results(results, type_size, at=at, logo=logo)
        if pages <= fewest:
            return document
    return usual


def _set_results(results: Results, type_size: TypeSize, *, at: datetime, logo: bytes) -> tuple[bytes, int]:
    """Return the PDF in a type size, and its pages."""
    register_fonts()
    tournament = results.tournament_context.tournament
    moment = gettext("As of %(time)s") % {"time": date_format(localtime(at), "j F Y H:i")}
    note = results.tournament_context.provisional_note
    with set_in(type_size):
        return document_and_page_count(
            list(_story(results)),
            title=f"{_document_name()} · {tournament.name}",
            author=tournament.club.name,
            page_note=" · ".join(filter(None, (moment, note))),
            logo=logo,
            first_heading=f"{tournament.club.name} · {_document_name()}",
        )


def _document_name() -> str:
    return pgettext("title of a document", "Results")


def _story(results: Results) -> Iterator[Flowable]:
    """Yield title, podium, ranking, brackets, groups, other rounds."""
    yield from _title(results)
    yield from podium(results)
    yield from ranking_flowables(results)
    for bracket in reversed(results.brackets):
        yield from _bracket(bracket, results.tournament_context.figure_kind)
    yield from _groups(results)
    yield from _rounds(results)


def _title(results: Results) -> Iterator[Flowable]:
    """Yield name, then days, hours of play, venue, rules, entrants."""
    context = results.tournament_context
    tournament = context.tournament
    facts = [
        ", ".join(filter(None, (days(tournament), _hours(results)))),
        tournament.venue,
        localized(context.rules.names),
        describe_entrant_count(context.entrant_count, tournament.kind),
    ]
    yield paragraph(tournament.name, TITLE)
    yield paragraph(" · ".join(filter(None, facts)), TEXT)
    yield Spacer(1, 4 * mm)


def _hours(results: Results) -> str:
    """Return “19:30–23:10”: first hand to last result of a tournament of one day."""
    tournament = results.tournament_context.tournament
    if results.hours is None or tournament.first_day != tournament.last_day:
        return ""
    return "–".join(time_format(localtime(moment), "H:i") for moment in results.hours)


def _bracket(bracket: StageBracket, kind: FigureKind) -> Iterator[Flowable]:
    """Yield the boards of a bracket drawn, or if large its rounds as lists."""
    head = [paragraph(bracket.stage.name, CHAPTER), paragraph(results_legend(kind), LEGEND)]
    boards = build_boards(bracket)
    if all(can_draw(bracket, board) for board in boards):
        for board in boards:
            name = [paragraph(part_name(board.part), PART)] if len(boards) > 1 else []
            yield KeepTogether([*head, *name, BracketDrawing(bracket, board)])
            head = []
        return
    for part in bracket.rounds:
        yield KeepTogether(
            [*head, paragraph(round_title(part.name), PART), columns_of_results(round_cells(part))]
        )
        head = []


def _groups(results: Results) -> Iterator[Flowable]:
    """Yield each group's standings, its results beside them; nothing if the ranking says it all."""
    context = results.tournament_context
    if results.final_records and len(context.stages) == 1:
        return
    legend = " · ".join((results_legend(context.figure_kind), sort_directions(_figure_of(results.groups))))
    head = [paragraph(groups_heading(context), CHAPTER), paragraph(legend, LEGEND)]
    cells = _results_of_groups(results)
    most = WIDEST_STANDINGS if current_type() is not USUAL else STANDINGS
    width = narrow_width(results.groups, least=STANDINGS, most=most)
    blocks: list[list[Flowable]] = []
    for group in results.groups:
        title = paragraph(group_title(group), PART)
        blocks.append([*head, title, *_group(group, cells.get(group.group.pk, ()), width)])
        head = []
    height = sum(part.wrap(WIDTH, PAGE)[1] + part.getSpaceBefore() for block in blocks for part in block)
    if height < PAGE:
        yield CondPageBreak(height)
    yield from (KeepTogether(block) for block in blocks)


def _figure_of(groups: Sequence[ResumeGroup]) -> FigureKind:
    at_tables = any(group.stage.stage.kind == StageKind.FOURS for group in groups)
    return "a_hand" if at_tables else "average"


def _group(group: ResumeGroup, cells: Sequence[Cells], width: float) -> Iterator[Flowable]:
    """Yield standings and results side by side; one below the other for tables of four, many or none."""
    if 0 < len(cells) <= MOST_BESIDE and len(cells[0]) > len(OF_FOUR):
        results_width = WIDTH - width - GAP
        standings = standings_grid(group, width=width)
        listed = columns_of_results(cells, columns=1, width=results_width)
        yield side_by_side([standings, listed], [width, results_width])
        return
    yield standings_grid(group)
    if cells:
        yield Spacer(1, 1.5 * mm)
        yield columns_of_results(cells)


def _results_of_groups(results: Results) -> Mapping[int, Sequence[Cells]]:
    """Return decided encounters by group's key, a round's first with its title; none of an only group."""
    rows: defaultdict[int, list[Cells]] = defaultdict(list)
    for part in results.rounds or ():
        labelled: set[int | None] = set()
        for listing in part.listings:
            group = listing.encounter.group_id
            if group is not None and _in_one_of_groups(results, listing):
                rows[group].append(
                    listing_cells(listing, "" if group in labelled else round_title(part.name))
                )
                labelled.add(group)
    return rows


def _in_one_of_groups(results: Results, listing: EncounterListing) -> bool:
    stage = results.tournament_context.stage(listing.encounter.stage_id)
    return listing.encounter.group_id is not None and not stage.only_group


def _rounds(results: Results) -> Iterator[Flowable]:
    """Yield a list per stage, without encounters of several groups; a note if too many (`rounds` None)."""
    if results.rounds is None:
        notice = gettext("There are too many encounters to print. The results file has all of them.")
        yield paragraph(notice, TEXT)
        return
    rows: defaultdict[str, list[Cells]] = defaultdict(list)
    for part in results.rounds:
        listings = [listing for listing in part.listings if not _in_one_of_groups(results, listing)]
        rows[part.stage.name] += [
            listing_cells(listing, "" if at else round_title(part.name))
            for at, listing in enumerate(listings)
        ]
    listed = {stage: cells for stage, cells in rows.items() if cells}
    legend = results_legend(results.tournament_context.figure_kind)
    for stage, cells in listed.items():
        yield CondPageBreak(LEAST_HEIGHT)
        yield paragraph(stage if len(listed) > 1 else pgettext("tab", "Rounds"), LONG_CHAPTER)
        yield paragraph(legend, LONG_LEGEND)
        for at in range(0, len(cells), MOST_ON_A_PAGE):
            yield columns_of_results(cells[at : at + MOST_ON_A_PAGE])
