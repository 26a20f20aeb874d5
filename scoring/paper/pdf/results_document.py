from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.resume.resume_standings import bracket_flowables, group_flowables
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CHAPTER,
    FIGURE,
    PART,
    STRONG,
    TEXT,
    TITLE,
    grid,
    paragraph,
    sides_label,
    winner_label,
)
from scoring.paper.queries.results_paper import Results, ResultsRound
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import round_title
from tournaments.enums import DecidedBy
from tournaments.event_times import days


def results_as_pdf(results: Results, *, at: datetime, logo: bytes = b"") -> bytes:
    """Return the PDF; `at` is printed on every page in the active time zone."""
    register_fonts()
    tournament = results.tournament_context.tournament
    heading = pgettext("title of a document", "Results")
    title = f"{heading} · {tournament.name}"
    moment = gettext("As of %(time)s") % {"time": date_format(localtime(at), "j F Y H:i")}
    return document_as_pdf(
        list(_story(results)), title=title, author=tournament.club.name, page_note=moment, logo=logo
    )


def _story(results: Results) -> Iterator[Flowable]:
    """Yield title, champion, final ranking, brackets (last first), groups and decided rounds."""
    tournament = results.tournament_context.tournament
    yield paragraph(tournament.name, TITLE)
    yield paragraph(
        " · ".join(filter(None, (days(tournament), tournament.club.name, tournament.venue))), TEXT
    )
    yield Spacer(1, 2 * mm)
    if tournament.champion:
        yield paragraph(gettext("Champion: %(name)s") % {"name": tournament.champion.name}, CHAPTER)
    yield from _final_ranking(results)
    for bracket in reversed(results.brackets):
        yield from bracket_flowables(bracket)
    if results.groups:
        yield paragraph(
            gettext("Groups") if results.tournament_context.in_groups else gettext("Standings"), CHAPTER
        )
    for group in results.groups:
        yield from group_flowables(group)
    yield from _rounds(results)


def _final_ranking(results: Results) -> Iterator[Flowable]:
    """Yield the final ranking, if any; with clubs if there are some."""
    ranked = [(place.place, entrant) for place in results.final_places for entrant in place.entrants]
    has_clubs = any(entrant.club_name for _place, entrant in ranked)
    widths = [12 * mm, 110 * mm, 64 * mm] if has_clubs else [12 * mm, 110 * mm]
    rows = [
        [
            paragraph(f"{place}", FIGURE),
            paragraph(entrant.marked_name, CELL),
            paragraph(entrant.club_name, CELL),
        ]
        for place, entrant in ranked
    ]
    if rows:
        yield paragraph(gettext("Final ranking"), CHAPTER)
        yield grid([row[: len(widths)] for row in rows], widths, head=False)


def _rounds(results: Results) -> Iterator[Flowable]:
    """Yield a table per round, or a note on too many encounters (`rounds` is None)."""
    if results.rounds is None:
        notice = gettext("There are too many encounters to print. The results file has all of them.")
        yield paragraph(notice, TEXT)
        return
    for part in results.rounds:
        rows = [[paragraph(_heading(part), PART), paragraph("", CELL), paragraph("", CELL)]]
        rows += [
            [
                paragraph(sides_label(listing), CELL),
                paragraph(_score(listing), FIGURE),
                paragraph(winner_label(listing), STRONG),
            ]
            for listing in part.listings
        ]
        yield Spacer(1, 3 * mm)
        yield grid(rows, [104 * mm, 22 * mm, 60 * mm])


def _heading(part: ResultsRound) -> str:
    labels = {"stage": part.stage.name, "round": round_title(part.name)}
    return gettext("%(stage)s: %(round)s") % labels


def _score(listing: EncounterListing) -> str:
    if listing.encounter.decided_by not in (DecidedBy.PLAY, DecidedBy.TIME):
        return str(listing.encounter.get_decided_by_display())
    return f"{listing.score[0]}–{listing.score[1]}" if listing.score else ""
