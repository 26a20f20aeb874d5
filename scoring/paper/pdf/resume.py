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

from rules.standings.rows import Row
from scoring.paper.pdf.grid import figure, match_name, seat_name, side_name
from scoring.paper.pdf.numbered import NumberedCanvas
from scoring.paper.pdf.page import BOLD, REGULAR, drawable, register_fonts
from scoring.paper.queries.deals import DealOnPaper
from scoring.paper.queries.resume import GroupToResume, ResumePack, TableToResume
from scoring.paper.queries.sheets import MatchOnPaper, PaperSheet
from scoring.reading.bracket.stage_brackets import Round, StageBracket
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.which_leads import which_leads
from scoring.reading.words import paid_a_hand, round_title, tie_name, to_come, waits_for, where
from tournaments.enums import StageKind
from tournaments.naming.names import versus

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
        heading = _said(gettext("Groups") if pack.frame.in_groups else gettext("Standings"), CHAPTER)
        story += [
            KeepTogether([heading, *_group(group)] if group is pack.groups[0] else _group(group))
            for group in pack.groups
        ]
    for bracket in pack.brackets:
        story += _bracket(bracket)
    return story


def _bracket(bracket: StageBracket) -> list[Flowable]:
    rounds = [KeepTogether(_round(part)) for part in bracket.rounds]
    return [_said(bracket.stage.name, CHAPTER), *rounds]


def _said(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(drawable(text)), style)


def _table(place: TableToResume) -> list[Flowable]:
    """One table: what is on it, how that stands, what comes next."""
    number = gettext("Table %(number)s") % {"number": place.place.table.number}
    if place.sheet is None:
        state = gettext("nothing is being played")
        return [_said(f"{number}: {state}", PART), *_queue(place)]
    sheet = place.sheet
    sides = versus(f"{side.letter} {side_name(sheet, side.letter)}" for side in sheet.sides)
    return [
        _said(f"{number}: {sides}", PART),
        _said(_standing(sheet), TEXT),
        *_current(sheet),
        *_queue(place),
    ]


def _standing(sheet: PaperSheet) -> str:
    """Matches so far, each with its totals, and which hand comes next."""
    listing = sheet.listing
    score = listing.score
    said = [gettext("Matches %(a)s–%(b)s") % {"a": score[0], "b": score[1]}] if score else []
    for match in listing.matches:
        figures = ", ".join(
            f"{side.letter} {figure(match.total(side.letter) or 0)}" for side in listing.sides
        )
        said.append(f"{match_name(match.number)}: {figures}")
    if listing.playing:
        said.append(gettext("next: %(where)s") % {"where": where(listing)})
    elif listing.decided:
        said.append(gettext("decided"))
    return " · ".join(said)


def _current(sheet: PaperSheet) -> list[Flowable]:
    """Every hand of the match that is being played, with the totals after it."""
    if not sheet.listing.playing:
        return []
    number = sheet.listing.current.number
    match = next((one for one in sheet.matches if one.number == number), None)
    if match is None or not match.deals:
        return []
    total = gettext("total")
    heads, widths, tinted = [gettext("Hand")], [10 * mm], []
    for letter, seats in sheet.blocks:
        heads += [" ".join(seat_name(sheet, seat)) for seat in seats]
        widths += [27 * mm] * len(seats)
        if len(seats) > 1:
            tinted.append(len(heads))
            heads.append(letter)
            widths.append(15 * mm)
    heads += [f"{letter} {total}" for letter, _seats in sheet.blocks]
    widths += [18 * mm] * len(sheet.blocks)
    rows = [[_said(head, STRONG) for head in heads], *_hands(match, len(heads))]
    return [Spacer(1, 1 * mm), _grid(rows, widths, tinted=tinted)]


def _hands(match: MatchOnPaper, columns: int) -> list[list[Paragraph]]:
    rows: list[list[Paragraph]] = []
    totals: dict[str, int] = {}
    for number, deal in enumerate(match.deals, start=1):
        totals = {letter: totals.get(letter, 0) + points for letter, _cells, points in deal.blocks}
        after = [_said(figure(points), STRONG_FIGURE) for points in totals.values()]
        said = [_said(gettext("void hand"), SMALL)] if deal.void else _figures(deal)
        blank = [_said("", CELL)] * (columns - 1 - len(said) - len(after))
        rows.append([_said(str(number), CELL), *said, *blank, *after])
    return rows


def _figures(deal: DealOnPaper) -> list[Paragraph]:
    """What a hand cost everybody, and each pair."""
    figures: list[int] = []
    for _letter, cells, points in deal.blocks:
        figures += [cell.score for cell in cells]
        if len(cells) > 1:
            figures.append(points)
    return [_said(figure(points), FIGURE) for points in figures]


def _queue(place: TableToResume) -> list[Flowable]:
    """What the table plays next, in order."""
    if not place.place.queue:
        return [_said(gettext("Nothing more at this table."), SMALL)]
    waiting = "; ".join(_versus(one.listing) for one in place.place.queue)
    return [_said(gettext("Then: %(encounters)s") % {"encounters": waiting}, SMALL)]


def _versus(listing: EncounterListing) -> str:
    return versus(side.entrant.name if side.entrant else to_come(listing, side) for side in listing.sides)


def _group(group: GroupToResume) -> list[Flowable]:
    at_tables = group.stage.stage.kind == StageKind.FOURS
    rows = [[_said(head, STRONG) for head in _heads(at_tables=at_tables)]]
    for ranked in group.ranked:
        figures = _row_figures(ranked.row, at_tables=at_tables)
        name = STRONG if ranked.rank <= group.stage.advance and not ranked.tied else CELL
        told = [_said(str(ranked.rank), CELL), _said(ranked.entrant.name, name)]
        rows.append([*told, *(_said(one, FIGURE) for one in figures)])
    widths = [8 * mm, 62 * mm, 24 * mm, 20 * mm, 26 * mm, 24 * mm, 22 * mm]
    listed = [
        _said(_group_title(group), PART),
        _said(_which_leads(at_tables=at_tables), SMALL),
        _grid(rows, widths),
    ]
    if group.left:
        left = "; ".join(_versus(listing) for listing in group.left)
        listed.append(_said(gettext("Not decided yet: %(encounters)s") % {"encounters": left}, SMALL))
    return listed


def _group_title(group: GroupToResume) -> str:
    """Its letter, or the stage where that is one table."""
    if group.stage.only_group or not group.group.name:
        return group.stage.name
    return gettext("Group %(name)s") % {"name": group.group.name}


def _which_leads(*, at_tables: bool) -> str:
    return which_leads("points", "a_hand" if at_tables else "average")


def _heads(*, at_tables: bool) -> list[str]:
    if at_tables:
        told = [
            gettext("Player"),
            gettext("Rounds"),
            pgettext("how many were played", "Hands"),
            gettext("Own points"),
            gettext("A hand"),
        ]
    else:
        told = [
            gettext("Pair"),
            gettext("Encounters"),
            gettext("Matches"),
            gettext("Own points"),
            gettext("Average"),
        ]
    return ["", *told, gettext("Infractions")]


def _row_figures(row: Row, *, at_tables: bool) -> list[str]:
    if at_tables:
        told = [f"{row.encounters_played}", f"{row.hands}", figure(row.penalties), paid_a_hand(row)]
    else:
        won = f"{row.matches_won}–{row.matches_lost}"
        told = [f"{row.encounters_won}", won, figure(row.penalties), figure(row.average)]
    return [*told, f"{row.infractions}"]


def _round(part: Round) -> list[Flowable]:
    rows = []
    for tie in part.ties:
        sides = versus(slot.entrant.name if slot.entrant else waits_for(slot) for slot in tie.slots)
        score = tie.listing.score if tie.listing else None
        said = f"{score[0]}–{score[1]}" if score else ""
        state = gettext("decided") if tie.listing and tie.listing.decided else ""
        cells = [(tie_name(tie.name), STRONG), (sides, CELL), (said, FIGURE), (state, CELL)]
        rows.append([_said(text, style) for text, style in cells])
    return [
        _said(round_title(part.name), PART),
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
