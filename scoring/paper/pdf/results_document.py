from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.podium import podium
from scoring.paper.pdf.ranking_table import ranking_flowables
from scoring.paper.pdf.result_rows import Cells, listing_cells, result_widths, results_grid, results_legend
from scoring.paper.pdf.resume.resume_standings import bracket_flowables, group_chapter
from scoring.paper.pdf.resume.resume_style import CHAPTER, LEGEND, PART, TEXT, TITLE, paragraph
from scoring.paper.queries.results_paper import Results, ResultsRound
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import localized, round_title
from tournaments.event_times import days
from tournaments.stages.stage_names import describe_entrant_count


def results_as_pdf(results: Results, *, at: datetime, logo: bytes = b"") -> bytes:
    """Return the PDF; `at` is printed on every page in the active time zone."""
    register_fonts()
    tournament = results.tournament_context.tournament
    title = f"{_document_name()} · {tournament.name}"
    moment = gettext("As of %(time)s") % {"time": date_format(localtime(at), "j F Y H:i")}
    return document_as_pdf(
        list(_story(results)),
        title=title,
        author=tournament.club.name,
        page_note=moment,
        logo=logo,
        first_heading=f"{tournament.club.name} · {_document_name()}",
    )


def _document_name() -> str:
    return pgettext("title of a document", "Results")


def _story(results: Results) -> Iterator[Flowable]:
    """Yield title, podium, ranking, brackets, groups with their results, and other rounds."""
    yield from _title(results)
    yield from podium(results)
    yield from ranking_flowables(results)
    context = results.tournament_context
    for bracket in reversed(results.brackets):
        yield from bracket_flowables(bracket, context.figure_kind)
    yield from group_chapter(context, results.groups, _results_of_groups(results))
    yield from _rounds(results)


def _title(results: Results) -> Iterator[Flowable]:
    """Yield name, then days, venue, rules and number of entrants."""
    context = results.tournament_context
    tournament = context.tournament
    facts = [
        days(tournament),
        tournament.venue,
        localized(context.rules.names),
        describe_entrant_count(context.entrant_count, tournament.kind),
    ]
    yield paragraph(tournament.name, TITLE)
    yield paragraph(" · ".join(filter(None, facts)), TEXT)
    yield Spacer(1, 5 * mm)


def _in_one_of_groups(results: Results, listing: EncounterListing) -> bool:
    stage = results.tournament_context.stage(listing.encounter.stage_id)
    return listing.encounter.group_id is not None and not stage.only_group


def _results_of_groups(results: Results) -> Mapping[int, Table]:
    """Return each group's decided encounters, by the group's key; not where a stage has one group."""
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
    widths = result_widths([row for of_group in rows.values() for row in of_group])
    return {group: results_grid(of_group, widths) for group, of_group in rows.items()}


def _rounds(results: Results) -> Iterator[Flowable]:
    """Yield a table per round, without encounters of several groups; a note if too many (`rounds` None)."""
    if results.rounds is None:
        notice = gettext("There are too many encounters to print. The results file has all of them.")
        yield paragraph(notice, TEXT)
        return
    head = [
        paragraph(pgettext("tab", "Rounds"), CHAPTER),
        paragraph(results_legend(results.tournament_context.figure_kind), LEGEND),
    ]
    for part in results.rounds:
        rows = [
            listing_cells(listing, "") for listing in part.listings if not _in_one_of_groups(results, listing)
        ]
        if rows:
            yield KeepTogether(
                [*head, paragraph(_heading(results, part), PART), results_grid(rows, result_widths(rows))]
            )
            head = []


def _heading(results: Results, part: ResultsRound) -> str:
    """Name the stage if several have standings."""
    title = round_title(part.name)
    if len(results.tournament_context.tabular) == 1:
        return title
    return gettext("%(stage)s: %(round)s") % {"stage": part.stage.name, "round": title}
