"""A grid of rows with live preview, stored row by row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.localized_text import join_names
from rules.seats import seats_in_columns
from scoring.ledger.refusals import HandRefused, WarningsNotAccepted
from scoring.ledger.rulebooks import rules_of
from scoring.paper import domain
from scoring.paper.domain import DoubleEntry, StoredHands, TypedHand
from scoring.paper.forms import deserialize_rows, fill_gaps, new_rows, posted_row, posted_rows, serialize_rows
from scoring.paper.games import game_sheet_for
from scoring.paper.games.typed_row import SheetPlace, SheetRow
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.paper.queries.sheet_matches import count_match_rows
from scoring.paper.views.remaining_points import Countdown, find_ending_row, match_ended_message
from scoring.paper.views.typed_rows import RowOnPage, columns
from scoring.table.views.table_screen import TableScreen
from tournaments import access
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Table, User
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, see_other

PAGE = "scoring/paper/typed_sheet.html"
SPARE_ROWS = 2
MORE_ROWS = 2


class TypingPage:
    """One match's sheet, read on demand."""

    def __init__(self, request: PageRequest, encounter_id: UUID, match: int) -> None:
        """Raise Http404 unless users may enter hands, all seats are known and the match can exist."""
        assert isinstance(request.user, User) or not request.user.is_authenticated
        self.request, self.match = request, match
        self.encounter = access.staff_encounter_or_404(request.user, encounter_id)
        self.tournament = self.encounter.stage.tournament
        table = self.encounter.table or Table(tournament=self.tournament)
        table.tournament = self.tournament
        self.screen = TableScreen(table, self.encounter)
        if not self.screen.seats or not 1 <= match <= self.encounter.stage.best_of:
            raise Http404
        rules = rules_of(self.tournament.rule_book)
        self.paper = game_sheet_for(rules)
        self.place = SheetPlace(
            self.encounter.public_id, match, rules, seats_in_columns(self.screen.seat_codes)
        )

    @property
    def user(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    @cached_property
    def double_entry(self) -> DoubleEntry:
        return domain.read_double_entry(self.encounter, self.match)

    @cached_property
    def sheet(self) -> PaperSheet:
        return read_sheets(Encounter.objects.filter(pk=self.encounter.pk))[0]

    @property
    def open(self) -> bool:
        playable = self.encounter.state in (EncounterState.READY, EncounterState.PLAYING)
        return playable and self.screen.play.current.number == self.match

    def rows_to_type(self) -> list[SheetRow]:
        """Return the user's stored typing and empty rows for missing hands, with spares.

        Empty unless the match is in play, or if both typings are complete.
        """
        if not self.open or self.double_entry.is_complete:
            return []
        own_typing = self.double_entry.sheet_by(self.user)
        current = self.screen.play.current
        rows = list(deserialize_rows(self.place, own_typing.rows)) if own_typing else []
        first = max([current.next_deal, *(row.deal + 1 for row in rows)])
        spare = SPARE_ROWS if self.encounter.stage.hands_per_match else 0
        missing = count_match_rows(self.encounter.stage, self.paper) - current.result.played - len(rows)
        return rows + new_rows(self.place, first, max(missing, 0) + spare)

    def context(self, rows: Sequence[RowOnPage], **more: Any) -> dict[str, Any]:
        """Return the page's context; `rows` are from `page_rows`, `more` adds names and replaces none."""
        sheet_match = next((match for match in self.sheet.matches if match.number == self.match), None)
        return organizer_context(
            self.request,
            self.tournament,
            "type_sheet",
            typing_page=self,
            encounter=self.encounter,
            sides=self.screen.sides,
            match=self.match,
            sheet_match=sheet_match,
            double_entry=self.double_entry,
            own_sheet=self.double_entry.sheet_by(self.user),
            rows=rows,
            first_deal=rows[0].deal if rows else 1,
            columns=columns(self.screen.seats),
            paper=self.paper,
            manages=access.may_manage(self.request.user, self.tournament),
            **(self.paper.typing_context([row.row for row in rows]) if rows else {}),
            **more,
        )

    def page_rows(self, rows: Sequence[SheetRow], *, strict: int = 0) -> list[RowOnPage]:
        """Return rows, given in order, with previews; only the deal `strict` reports missing boxes."""
        if not rows:
            return []
        play = self.screen.play
        match = next(
            (candidate for candidate in play.matches if candidate.number == self.match), play.current
        )
        countdown = Countdown(match, self.screen.seats, rows[0].deal)
        return [countdown.read_row(row, strict=row.deal == strict) for row in rows]

    def page(self, rows: Sequence[SheetRow], *, status: int = HTTPStatus.OK, **more: Any) -> HttpResponse:
        strict = more.pop("strict", 0)
        listed = self.page_rows(fill_gaps(self.place, rows), strict=strict)
        return render(self.request, PAGE, self.context(listed, **more), status=status)

    def refusal_message(self, refusal: Refused) -> str:
        match = next(
            (candidate for candidate in self.screen.play.matches if candidate.number == self.match), None
        )
        ended = find_ending_row(match) if match else None
        return match_ended_message(ended) if ended is not None else str(refusal.message)

    def reloaded(self) -> TypingPage:
        return TypingPage(self.request, self.encounter.public_id, self.match)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_sheet(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Show the sheet; POST stores the hands unless `action` is one of these. 404 unless staff.

    `more` adds empty rows, `check` only validates, `keep` stores a typing for double entry.
    """
    typing_page = TypingPage(request, encounter_id, match)
    if request.method != "POST":
        return typing_page.page(typing_page.rows_to_type())
    rows = posted_rows(typing_page.place, request.POST)
    match request.POST.get("action"):
        case "more":
            first = rows[-1].deal + 1 if rows else typing_page.screen.play.current.next_deal
            return typing_page.page([*rows, *new_rows(typing_page.place, first, MORE_ROWS)])
        case "check":
            return typing_page.page(rows)
        case "keep":
            return _store_typing(typing_page, rows)
    return store_rows(typing_page, rows)


@require_http_methods(["GET", "HEAD", "POST"])
def preview_row(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Preview a posted row, which depends on those before it; nothing is stored.

    Redirects on GET; 404 without a deal number.
    """
    typing_page = TypingPage(request, encounter_id, match)
    deal = request.POST.get("deal", "")
    if request.method != "POST":
        return see_other("scoring:type_sheet", encounter_id, match)
    if not deal.isdecimal():
        raise Http404
    number = int(deal[:4])
    earlier = [row for row in posted_rows(typing_page.place, request.POST) if row.deal < number]
    row = typing_page.page_rows([*earlier, posted_row(typing_page.place, number, request.POST)])[-1]
    return render(
        request,
        "scoring/paper/_row_preview.html",
        {"row": row, "sides": typing_page.screen.sides, "paper": typing_page.paper},
    )


def store_rows(typing_page: TypingPage, rows: Sequence[SheetRow]) -> HttpResponse:
    """Store rows up to the first incomplete or refused one, maybe none; show the rest with 422.

    422 too if no row is filled, 409 if the sheet is refused, as while double entry isn't complete. Redirects
    to what follows if all are stored.
    """
    typed_rows = [row for row in rows if not row.empty]
    if not typed_rows:
        return _render_empty_error(typing_page, rows)
    complete_rows = list(takewhile(lambda row: row.sound, typed_rows))
    hands = [TypedHand(row.deal, row.hand.report, row.key) for row in complete_rows]
    try:
        stored = domain.store_typed_hands(
            encounter=typing_page.encounter,
            match=typing_page.match,
            hands=hands,
            by=actor_of(typing_page.request),
            at=timezone.now(),
            all_hands=len(complete_rows) == len(typed_rows),
        )
    except Refused as refusal:
        return typing_page.page(rows, status=HTTPStatus.CONFLICT, refusal=refusal)
    if len(stored.deals) == len(typed_rows):
        messages.success(typing_page.request, _stored_words(stored))
        return _redirect_to_next(typing_page.reloaded())
    return _render_refused_rows(typing_page.reloaded(), rows, typed_rows, stored)


def _render_refused_rows(
    typing_page: TypingPage, rows: Sequence[SheetRow], typed: Sequence[SheetRow], stored: StoredHands
) -> HttpResponse:
    """Answer 422 with `rows` from the first that isn't stored; `typed` are the filled ones."""
    refused = typed[len(stored.deals)]
    if stored.refusal and not isinstance(stored.refusal, HandRefused | WarningsNotAccepted):
        refused.add_error(typing_page.refusal_message(stored.refusal))
    remaining_rows = [row for row in rows if row.deal >= refused.deal]
    return typing_page.page(
        remaining_rows,
        status=HTTPStatus.UNPROCESSABLE_ENTITY,
        strict=refused.deal,
        stored=_stored_words(stored) if stored.deals else "",
        stopped_at=refused.deal,
    )


def _store_typing(typing_page: TypingPage, rows: Sequence[SheetRow]) -> HttpResponse:
    """Store no hands; redirect, to the comparison after the second typing.

    422 if all rows are empty or one is unreadable, 409 if refused.
    """
    typed = [row for row in rows if not row.empty]
    if not typed:
        return _render_empty_error(typing_page, rows)
    unreadable_row = next((row for row in typed if not row.readable), None)
    if unreadable_row is not None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return typing_page.page(
            rows, status=status, strict=unreadable_row.deal, stopped_at=unreadable_row.deal
        )
    try:
        domain.store_typing(
            encounter=typing_page.encounter,
            match=typing_page.match,
            rows=serialize_rows(typed),
            by=actor_of(typing_page.request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return typing_page.page(rows, status=HTTPStatus.CONFLICT, refusal=refusal)
    if typing_page.reloaded().double_entry.is_complete:
        return see_other("scoring:compare_double_entry", typing_page.encounter.public_id, typing_page.match)
    messages.success(
        typing_page.request,
        _("Your entry is saved. The hands are stored once a second person has typed this sheet."),
    )
    return see_other("scoring:type_sheet", typing_page.encounter.public_id, typing_page.match)


def _render_empty_error(typing_page: TypingPage, rows: Sequence[SheetRow]) -> HttpResponse:
    return typing_page.page(rows, status=HTTPStatus.UNPROCESSABLE_ENTITY, nothing_typed=True)


def _stored_words(stored: StoredHands) -> str:
    rows = join_names([str(deal) for deal in stored.deals], get_language() or "tr")
    count = len(stored.deals)
    return ngettext("Stored: row %(rows)s.", "Stored: rows %(rows)s.", count) % {"rows": rows}


def _redirect_to_next(typing_page: TypingPage) -> SeeOther:
    if typing_page.encounter.state == EncounterState.DECIDED:
        return see_other("scoring:encounter", typing_page.encounter.public_id)
    return see_other(
        "scoring:type_sheet", typing_page.encounter.public_id, typing_page.screen.play.current.number
    )
