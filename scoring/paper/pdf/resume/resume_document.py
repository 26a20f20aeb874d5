from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.resume.resume_standings import bracket_flowables, group_chapter
from scoring.paper.pdf.resume.resume_style import CHAPTER, TEXT, TITLE, paragraph
from scoring.paper.pdf.resume.resume_tables import table_flowables
from scoring.paper.queries.resume_pack import ResumePack


def resume_as_pdf(pack: ResumePack, *, at: datetime, logo: bytes = b"") -> bytes:
    """Return the PDF; `at` (in the active time zone), ledger version and digest are on every page."""
    register_fonts()
    tournament = pack.tournament_context.tournament
    title = f"{pgettext('title of a document', 'Resume pack')} · {tournament.name}"
    moment = gettext("As of %(time)s, ledger version %(version)s, digest %(code)s") % {
        "time": date_format(localtime(at), "j F Y H:i"),
        "version": pack.ledger_version,
        "code": pack.digest,
    }
    return document_as_pdf(
        _story(pack), title=title, author=tournament.club.name, page_note=moment, logo=logo
    )


def _story(pack: ResumePack) -> list[Flowable]:
    """Return title, tables, groups (once drawn) and brackets, in this order."""
    story: list[Flowable] = [
        paragraph(pgettext("title of a document", "Resume pack"), TITLE),
        Spacer(1, 2 * mm),
    ]
    story.append(
        paragraph(
            gettext("With these pages and blank score sheets, you can continue the evening on paper."), TEXT
        )
    )
    story.append(paragraph(gettext("Tables"), CHAPTER))
    story += [KeepTogether(table_flowables(place)) for place in pack.tables]
    if pack.tournament_context.drawn:
        story += group_chapter(pack.tournament_context, pack.groups)
    for bracket in pack.brackets:
        story += bracket_flowables(bracket, pack.tournament_context.figure_kind)
    return story
