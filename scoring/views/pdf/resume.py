"""The resume pack as PDF: tables, groups and bracket as they stand; every page bears the same moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from scoring.domain.paper.notation import SEATS
from scoring.domain.paper.resume import GroupToResume, ResumePack, TableToResume
from scoring.domain.paper.sheets import MatchOnPaper, PaperSheet
from scoring.domain.queries.bracket import Round, Slot
from scoring.domain.queries.meetings import Meeting
from scoring.templatetags.play import round_name, tie_name, waits_for, where
from tournaments.models import EncounterSide

from .grid import figure, match_name, seat_name, side_name
from .numbered import NumberedCanvas
from .page import BOLD, REGULAR, drawable, register_fonts

MARGIN: Final = 12 * mm
GREY: Final = HexColor("#555555")
TINT: Final = HexColor("#eeeeee")


def _style(name: str, size: float, *, bold: bool = False, before: float = 0, **more: Any) -> ParagraphStyle:
    font = BOLD if bold else REGULAR
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.32, spaceBefore=before, **more)


TITLE: Final = _style("title", 15, bold=True)
CHAPTER: Final = _style("chapter", 12, bold=True, before=10, spaceAfter=3)
PART: Final = _style("part", 9.5, bold=True, before=7, spaceAfter=1.5)
TEXT: Final = _style("text", 8)
SMALL: Final = _style("small", 7, textColor=GREY)
CELL: Final = _style("cell", 7.5)
STRONG: Final = _style("strong", 7.5, bold=True)
FIGURE: Final = _style("figure", 7.5, alignment=2)
STRONG_FIGURE: Final = _style("strong figure", 7.5, bold=True, alignment=2)


def resume_as_pdf(pack: ResumePack, *, at: datetime) -> bytes:
    """The pack; `at` is the moment that stands on every page, in the zone of the moment."""
    register_fonts()
    file, tournament = BytesIO(), pack.frame.tournament
    title = f"{pgettext('title of a document', 'Resume pack')} · {tournament.name}"
    document = SimpleDocTemplate(
        file,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN + 5 * mm,
        bottomMargin=MARGIN + 2 * mm,
        title=drawable(title),
        author=drawable(tournament.club.name),
        creator="Istaka",
    )
    moment = gettext("As of %(time)s, ledger version %(version)s") % {
        "time": date_format(localtime(at), "j F Y H:i"),
        "version": pack.ledger,
    }
    document.build(_story(pack), canvasmaker=NumberedCanvas.saying(drawable(title), drawable(moment)))
    return file.getvalue()


def _story(pack: ResumePack) -> list[Flowable]:
    story: list[Flowable] = [_said(pgettext("title of a document", "Resume pack"), TITLE), Spacer(1, 2 * mm)]
    story.append(_said(gettext("With these pages and blank score sheets the evening goes on by hand."), TEXT))
    story.append(_said(gettext("Tables"), CHAPTER))
    story += [KeepTogether(_table(place)) for place in pack.tables]
    if pack.frame.drawn:
        story.append(_said(gettext("Groups"), CHAPTER))
        story += [KeepTogether(_group(group, pack.frame.advance)) for group in pack.groups]
    if pack.rounds:
        story.append(_said(gettext("Bracket"), CHAPTER))
        story += [KeepTogether(_round(part)) for part in pack.rounds]
    return story


def _said(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(drawable(text)), style)


def _table(place: TableToResume) -> list[Flowable]:
    """One table: what is on it, how that stands, what comes next."""
    number = gettext("Table %(number)s") % {"number": place.place.table.number}
    if place.sheet is None:
        state = gettext("nothing is being played")
        return [_said(f"{number}: {state}", PART), *_queue(place)]
    sheet = place.sheet
    versus = f"{number}: A {side_name(sheet, 'A')} – B {side_name(sheet, 'B')}"
    return [_said(versus, PART), _said(_standing(sheet), TEXT), *_current(sheet), *_queue(place)]


def _standing(sheet: PaperSheet) -> str:
    """Matches so far, each with its totals, and which hand comes next."""
    meeting = sheet.meeting
    score = meeting.score
    said = [gettext("Matches %(a)s–%(b)s") % {"a": score[0], "b": score[1]}] if score else []
    for match in meeting.matches:
        figures = f"A {figure(match.a or 0)}, B {figure(match.b or 0)}"
        said.append(f"{match_name(match.number)}: {figures}")
    if meeting.playing:
        said.append(gettext("next: %(where)s") % {"where": where(meeting)})
    elif meeting.decided:
        said.append(gettext("decided"))
    return " · ".join(said)


def _current(sheet: PaperSheet) -> list[Flowable]:
    """Every hand of the match that is being played, with the totals after it."""
    if not sheet.meeting.playing:
        return []
    number = sheet.meeting.current.number
    match = next((one for one in sheet.matches if one.number == number), None)
    if match is None or not match.deals:
        return []
    names = [" ".join(seat_name(sheet, seat)) for seat in SEATS]
    total = gettext("total")
    heads = [gettext("Hand"), *names[:2], "A", *names[2:], "B", f"A {total}", f"B {total}"]
    rows = [[_said(head, STRONG) for head in heads], *_hands(match)]
    seat, narrow, total_wide = 27 * mm, 15 * mm, 18 * mm
    widths = [10 * mm, seat, seat, narrow, seat, seat, narrow, total_wide, total_wide]
    return [Spacer(1, 1 * mm), _grid(rows, widths, tinted=(3, 6))]


def _hands(match: MatchOnPaper) -> list[list[Paragraph]]:
    rows, total_a, total_b = [], 0, 0
    for number, deal in enumerate(match.deals, start=1):
        total_a, total_b = total_a + deal.a, total_b + deal.b
        if deal.void:
            void = _said(gettext("void hand"), SMALL)
            rows.append([_said(str(number), CELL), void, *[_said("", CELL)] * 5, *_totals(total_a, total_b)])
            continue
        figures = [figure(cell.score) for cell in deal.cells]
        cells = [*figures[:2], figure(deal.a), *figures[2:], figure(deal.b)]
        said = [_said(cell, FIGURE) for cell in cells]
        rows.append([_said(str(number), CELL), *said, *_totals(total_a, total_b)])
    return rows


def _totals(a: int, b: int) -> list[Paragraph]:
    return [_said(figure(a), STRONG_FIGURE), _said(figure(b), STRONG_FIGURE)]


def _queue(place: TableToResume) -> list[Flowable]:
    """What the table plays next, in order."""
    if not place.place.queue:
        return [_said(gettext("Nothing more at this table."), SMALL)]
    waiting = "; ".join(_versus(one.meeting) for one in place.place.queue)
    return [_said(gettext("Then: %(encounters)s") % {"encounters": waiting}, SMALL)]


def _versus(meeting: Meeting) -> str:
    return " – ".join(_side(side) for side in meeting.sides)


def _side(side: EncounterSide) -> str:
    if side.entrant:
        return side.entrant.name
    if side.from_group:
        return waits_for(Slot(side.letter, group=side.from_group.name, rank=side.from_rank))
    return gettext("a winner to come")


def _group(group: GroupToResume, advance: int) -> list[Flowable]:
    heads = [
        "",
        gettext("Pair"),
        gettext("Encounters"),
        gettext("Matches"),
        gettext("Own points"),
        gettext("Average"),
        gettext("Infractions"),
    ]
    rows = [[_said(head, STRONG) for head in heads]]
    for ranked in group.ranked:
        row = ranked.row
        figures = [
            f"{row.encounters_won}",
            f"{row.matches_won}–{row.matches_lost}",
            figure(row.penalties),
            figure(row.average),
            f"{row.infractions}",
        ]
        name = STRONG if ranked.rank <= advance and not ranked.tied else CELL
        told = [_said(str(ranked.rank), CELL), _said(ranked.entrant.name, name)]
        rows.append([*told, *(_said(one, FIGURE) for one in figures)])
    widths = [8 * mm, 62 * mm, 24 * mm, 20 * mm, 26 * mm, 24 * mm, 22 * mm]
    listed = [_said(gettext("Group %(name)s") % {"name": group.group.name}, PART), _grid(rows, widths)]
    if group.left:
        left = "; ".join(_versus(meeting) for meeting in group.left)
        listed.append(_said(gettext("Not decided yet: %(encounters)s") % {"encounters": left}, SMALL))
    return listed


def _round(part: Round) -> list[Flowable]:
    rows = []
    for tie in part.ties:
        sides = " – ".join(slot.entrant.name if slot.entrant else waits_for(slot) for slot in tie.slots)
        score = tie.meeting.score if tie.meeting else None
        said = f"{score[0]}–{score[1]}" if score else ""
        state = gettext("decided") if tie.meeting and tie.meeting.decided else ""
        cells = [(tie_name(tie.name), STRONG), (sides, CELL), (said, FIGURE), (state, CELL)]
        rows.append([_said(text, style) for text, style in cells])
    return [
        _said(round_name(part.size), PART),
        _grid(rows, [24 * mm, 112 * mm, 20 * mm, 30 * mm], head=False),
    ]


def _grid(
    rows: Sequence[Sequence[Flowable]],
    widths: Sequence[float],
    *,
    tinted: Sequence[int] = (),
    head: bool = True,
) -> Table:
    look: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.4, GREY),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
        ("LEFTPADDING", (0, 0), (-1, -1), 2.5),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2.5),
    ]
    look += [("BACKGROUND", (column, 0), (column, -1), TINT) for column in tinted]
    if head:
        look.append(("BACKGROUND", (0, 0), (-1, 0), TINT))
    return Table([list(row) for row in rows], colWidths=list(widths), style=TableStyle(look), hAlign="LEFT")
