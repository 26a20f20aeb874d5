"""Landscape, drawn for A3 and scaled down to A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.paper.pdf.bracket_layouts import Box, OneSidedLayout, TwoSidedLayout
from scoring.paper.pdf.page_canvas import QUIET, Page
from scoring.paper.pdf.qr_link import draw_qr
from scoring.queries.bracket.board import Board, board_section, count_sections, last_rounds
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.encounters.match_totals import FigureKind, figure_kind_of
from scoring.queries.play_labels import sort_directions
from scoring.queries.round_names import part_name
from tournaments.event_times import when
from tournaments.models import Tournament

SIZES: Final = {"a3": (420.0, 297.0), "a4": (297.0, 210.0)}
DRAWN_ON: Final = SIZES["a3"]
"""The sheet for which all measures below are given."""
MARGIN: Final = 10.0
HEAD: Final = 31.0
FOOT: Final = 7.0
QR: Final = 27.0
LOGO: Final = 25.0
PART: Final = 8.0
MAX_ROWS: Final = 64
"""A bracket with more first-round ties takes a sheet for each section."""
MAX_ROWS_OF_BOTH_BRACKETS: Final = 24
"""With more rows, the winners' and losers' brackets have separate sheets."""
FEWEST_ON_BOTH_SIDES: Final = 4


@dataclass(frozen=True)
class Poster:
    tournament: Tournament
    bracket: StageBracket
    boards: Sequence[Board]
    link: str
    title: str = ""
    digest_label: str = ""
    provisional_note: str = ""
    logo: bytes = b""


@dataclass(frozen=True)
class _Sheet:
    poster: Poster
    boards: Sequence[tuple[str, Board]]
    subtitle: str = ""


def draw_posters(posters: Sequence[Poster], *, size: str, at: datetime) -> bytes:
    """Return the PDF of `posters` (at least one, of one tournament) in a `size` of SIZES.

    `at`, in local time, is printed.
    """
    tournament = posters[0].tournament
    scale = SIZES[size][0] / DRAWN_ON[0]
    title = f"{pgettext('title of a document', 'Bracket')} · {tournament.name}"
    page = Page(title=title, author=tournament.club.name)
    for poster in posters:
        for sheet in _sheets(poster):
            page.begin(*DRAWN_ON, scale=scale)
            _draw_sheet(page, sheet, at)
            page.end()
    return page.save()


def _sheets(poster: Poster) -> Iterator[_Sheet]:
    """Yield one sheet; a large main bracket by section and last rounds, two large brackets one by one."""
    first, *further = poster.boards
    if first.rows > MAX_ROWS and count_sections(first):
        for number in range(1, count_sections(first) + 1):
            title = gettext("Section %(number)s") % {"number": number}
            yield _Sheet(poster, [("", board_section(first, number))], title)
        yield _Sheet(poster, [("", last_rounds(first))], gettext("Last rounds"))
        for board in further:
            yield _Sheet(poster, [(part_name(board.part), board)])
        return
    boards = [(part_name(board.part) if further else "", board) for board in poster.boards]
    if sum(board.rows for board in poster.boards) > MAX_ROWS_OF_BOTH_BRACKETS and further:
        for name in boards:
            yield _Sheet(poster, [name])
    else:
        yield _Sheet(poster, boards)


def _draw_sheet(page: Page, sheet: _Sheet, at: datetime) -> None:
    """Draw a sheet; boards share the height in proportion to their rows."""
    _draw_head(page, sheet)
    width, height = DRAWN_ON
    available = height - 2 * MARGIN - HEAD - FOOT
    names = sum(PART for name, _board in sheet.boards if name)
    rows = sum(board.rows for _name, board in sheet.boards)
    y = MARGIN + HEAD
    for name, board in sheet.boards:
        if name:
            page.text(name, x=MARGIN, y=y + 4.5, size=11, bold=True)
            y += PART
        share = (available - names) * board.rows / rows
        _draw_board(page, sheet.poster.bracket, board, Box(MARGIN, y, width - 2 * MARGIN, share))
        y += share
    _draw_foot(page, sheet, at)


def _draw_board(page: Page, bracket: StageBracket, board: Board, area: Box) -> None:
    mirrored = (
        board.rows >= FEWEST_ON_BOTH_SIDES and not bracket.is_double_elimination and board.final is not None
    )
    (TwoSidedLayout if mirrored else OneSidedLayout)(page, bracket, board, area).draw()


def _draw_head(page: Page, sheet: _Sheet) -> None:
    tournament = sheet.poster.tournament
    right = DRAWN_ON[0] - MARGIN
    left = MARGIN
    if sheet.poster.logo:
        page.picture(sheet.poster.logo, x=MARGIN, y=MARGIN, size=LOGO)
        left += LOGO + 5
    available = right - left - QR - 80
    parts = [sheet.poster.title, sheet.subtitle]
    heading = " · ".join(filter(None, parts)) or pgettext("title of a document", "Bracket")
    page.text(tournament.name, x=left, y=MARGIN + 10, size=28, bold=True, width=available, smallest=14)
    page.text(
        " · ".join(filter(None, (heading, sheet.poster.provisional_note))),
        x=left,
        y=MARGIN + 18,
        size=14,
        width=available,
    )
    place = [tournament.club.name, tournament.venue, tournament.club.address, when(tournament)]
    page.text(
        " · ".join(part for part in place if part),
        x=left,
        y=MARGIN + 24.5,
        size=11,
        width=available,
        grey=QUIET,
    )
    draw_qr(page, sheet.poster.link, x=right - QR, y=MARGIN - 2, size=QR)
    page.text(
        gettext("Live, on every phone"), x=right - QR - 2, y=MARGIN + 8, size=11, align="right", bold=True
    )
    link = sheet.poster.link.partition("://")[2]
    half = len(link) // 2 if len(link) > 44 else len(link)  # noqa: PLR2004 - as many as stand beside the code
    for line, part in enumerate(half_line for half_line in (link[:half], link[half:]) if half_line):
        page.text(part, x=right - QR - 2, y=MARGIN + 13.5 + 4 * line, size=7.5, align="right", grey=QUIET)


def _figure_kind(sheet: _Sheet) -> FigureKind:
    rules = rules_of(sheet.poster.tournament.rule_book)
    return figure_kind_of(game_of_rules(rules).ends_at)


def _footer_notes(sheet: _Sheet, at: datetime) -> Iterator[str]:
    """Yield time, what figures mean, notes on underlined points and blank lines."""
    moment = date_format(at, "j F Y H:i")
    yield gettext("As of %(moment)s. %(leads)s.") % {
        "moment": moment,
        "leads": sort_directions(_figure_kind(sheet)),
    }
    bracket = sheet.poster.bracket
    if bracket.stage.stage.best_of > 1 and not bracket.projected:
        yield gettext("Underlined: the points of a match won.")
    if not all(board.decided for _name, board in sheet.boards):
        yield gettext("Blank lines are not played yet: fill them in.")


def _draw_foot(page: Page, sheet: _Sheet, at: datetime) -> None:
    y = DRAWN_ON[1] - MARGIN
    page.text(" ".join(_footer_notes(sheet, at)), x=MARGIN, y=y, size=8, grey=QUIET)
    page.text(
        f"{sheet.poster.digest_label} · Istaka",
        x=DRAWN_ON[0] - MARGIN,
        y=y,
        size=8,
        align="right",
        grey=QUIET,
    )
