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

from rules.seats import in_columns
from rules.text import enumerated
from scoring.ledger.refusals import HandRefused, WarningsNotAccepted
from scoring.ledger.rulebooks import rules_of
from scoring.paper.domain import typed_sheets
from scoring.paper.domain.typed_sheets import DoubleEntry, Stored, TypedHand
from scoring.paper.forms import deserialize_rows, fill_gaps, new_rows, posted_row, posted_rows, serialize_rows
from scoring.paper.games import paper_of
from scoring.paper.games.typed_row import Row, SheetPlace
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.paper.queries.sheet_matches import rows_of_match
from scoring.paper.views.remaining_points import Countdown, ended_words, last_row
from scoring.paper.views.typed_rows import RowOnPage, columns
from scoring.table.views.table_screen import TableScreen
from tournaments import access
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Table, User
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, see_other

PAGE = "scoring/paper/type.html"
SPARE_ROWS = 2
MORE_ROWS = 2


class TypingPage:
    """One match's sheet; each value is read once, on demand."""

    def __init__(self, request: PageRequest, encounter_id: UUID, match: int) -> None:
        assert isinstance(request.user, User) or not request.user.is_authenticated
        self.request, self.match = request, match
        self.encounter = access.entered_encounter_or_404(request.user, encounter_id)
        self.tournament = self.encounter.stage.tournament
        table = self.encounter.table or Table(tournament=self.tournament)
        table.tournament = self.tournament
        self.screen = TableScreen(table, self.encounter)
        if not self.screen.seats or not 1 <= match <= self.encounter.stage.best_of:
            raise Http404
        rules = rules_of(self.tournament.rule_book)
        self.paper = paper_of(rules)
        self.place = SheetPlace(self.encounter.public_id, match, rules, in_columns(self.screen.playing))

    @property
    def user(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    @cached_property
    def typing(self) -> DoubleEntry:
        return typed_sheets.double_entry_of(self.encounter, self.match)

    @cached_property
    def sheet(self) -> PaperSheet:
        return read_sheets(Encounter.objects.filter(pk=self.encounter.pk))[0]

    @property
    def open(self) -> bool:
        playable = self.encounter.state in (EncounterState.READY, EncounterState.PLAYING)
        return playable and self.screen.play.current.number == self.match

    def fresh_rows(self) -> list[Row]:
        """The user's stored typing, else empty rows for missing hands."""
        if not self.open or self.typing.complete:
            return []
        own_typing = self.typing.by(self.user)
        current = self.screen.play.current
        rows = list(deserialize_rows(self.place, own_typing.rows)) if own_typing else []
        first = max([current.next_deal, *(row.deal + 1 for row in rows)])
        spare = SPARE_ROWS if self.encounter.stage.hands_per_match else 0
        missing = rows_of_match(self.encounter.stage, self.paper) - current.result.played - len(rows)
        return rows + new_rows(self.place, first, max(missing, 0) + spare)

    def context(self, rows: Sequence[RowOnPage], **more: Any) -> dict[str, Any]:
        sheet_match = next((match for match in self.sheet.matches if match.number == self.match), None)
        return organizer_context(
            self.request,
            self.tournament,
            "type_sheet",
            desk=self,
            encounter=self.encounter,
            sides=self.screen.sides,
            match=self.match,
            shown=sheet_match,
            typing=self.typing,
            own=self.typing.by(self.user),
            rows=rows,
            first=rows[0].deal if rows else 1,
            columns=columns(self.screen.seats),
            paper=self.paper,
            manages=access.may_manage(self.request.user, self.tournament),
            **(self.paper.beside([row.row for row in rows]) if rows else {}),
            **more,
        )

    def listed(self, rows: Sequence[Row], *, strict: int = 0) -> list[RowOnPage]:
        """Missing boxes are reported only for `strict` rows."""
        if not rows:
            return []
        play = self.screen.play
        match = next(
            (candidate for candidate in play.matches if candidate.number == self.match), play.current
        )
        countdown = Countdown(match, self.screen.seats, rows[0].deal)
        return [countdown.read(row, strict=row.deal == strict) for row in rows]

    def page(self, rows: Sequence[Row], *, status: int = HTTPStatus.OK, **more: Any) -> HttpResponse:
        strict = more.pop("strict", 0)
        listed = self.listed(fill_gaps(self.place, rows), strict=strict)
        return render(self.request, PAGE, self.context(listed, **more), status=status)

    def refusal_words(self, refusal: Refused) -> str:
        match = next(
            (candidate for candidate in self.screen.play.matches if candidate.number == self.match), None
        )
        ended = last_row(match) if match else None
        return ended_words(ended) if ended is not None else str(refusal.message)

    def again(self) -> TypingPage:
        return TypingPage(self.request, self.encounter.public_id, self.match)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_sheet(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    desk = TypingPage(request, encounter_id, match)
    if request.method != "POST":
        return desk.page(desk.fresh_rows())
    rows = posted_rows(desk.place, request.POST)
    match request.POST.get("action"):
        case "more":
            first = rows[-1].deal + 1 if rows else desk.screen.play.current.next_deal
            return desk.page([*rows, *new_rows(desk.place, first, MORE_ROWS)])
        case "check":
            return desk.page(rows)
        case "keep":
            return _store_typing(desk, rows)
    return store_rows(desk, rows)


@require_http_methods(["GET", "HEAD", "POST"])
def preview_row(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    desk = TypingPage(request, encounter_id, match)
    deal = request.POST.get("deal", "")
    if request.method != "POST":
        return see_other("scoring:type_sheet", encounter_id, match)
    if not deal.isdecimal():
        raise Http404
    number = int(deal[:4])
    earlier = [row for row in posted_rows(desk.place, request.POST) if row.deal < number]
    row = desk.listed([*earlier, posted_row(desk.place, number, request.POST)])[-1]
    return render(
        request, "scoring/paper/_said.html", {"row": row, "sides": desk.screen.sides, "paper": desk.paper}
    )


def store_rows(desk: TypingPage, rows: Sequence[Row]) -> HttpResponse:
    """Store rows until one is refused; show the rest again."""
    typed_rows = [row for row in rows if not row.empty]
    if not typed_rows:
        return _nothing_typed(desk, rows)
    complete_rows = list(takewhile(lambda row: row.sound, typed_rows))
    hands = [TypedHand(row.deal, row.hand.report, row.key) for row in complete_rows]
    try:
        stored = typed_sheets.store_typed_hands(
            encounter=desk.encounter,
            match=desk.match,
            hands=hands,
            by=actor_of(desk.request),
            at=timezone.now(),
            all_hands=len(complete_rows) == len(typed_rows),
        )
    except Refused as refusal:
        return desk.page(rows, status=HTTPStatus.CONFLICT, refusal=refusal)
    if len(stored.deals) == len(typed_rows):
        messages.success(desk.request, _stored_words(stored))
        return _redirect_to_next(desk.again())
    return _stopped(desk.again(), rows, typed_rows, stored)


def _stopped(desk: TypingPage, rows: Sequence[Row], typed: Sequence[Row], stored: Stored) -> HttpResponse:
    refused = typed[len(stored.deals)]
    if stored.refusal and not isinstance(stored.refusal, HandRefused | WarningsNotAccepted):
        refused.say(desk.refusal_words(stored.refusal))
    remaining_rows = [row for row in rows if row.deal >= refused.deal]
    return desk.page(
        remaining_rows,
        status=HTTPStatus.UNPROCESSABLE_ENTITY,
        strict=refused.deal,
        stored=_stored_words(stored) if stored.deals else "",
        stopped_at=refused.deal,
    )


def _store_typing(desk: TypingPage, rows: Sequence[Row]) -> HttpResponse:
    typed = [row for row in rows if not row.empty]
    if not typed:
        return _nothing_typed(desk, rows)
    unreadable_row = next((row for row in typed if not row.readable), None)
    if unreadable_row is not None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return desk.page(rows, status=status, strict=unreadable_row.deal, stopped_at=unreadable_row.deal)
    try:
        typed_sheets.store_typing(
            encounter=desk.encounter,
            match=desk.match,
            rows=serialize_rows(typed),
            by=actor_of(desk.request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return desk.page(rows, status=HTTPStatus.CONFLICT, refusal=refusal)
    if desk.again().typing.complete:
        return see_other("scoring:compare_typed", desk.encounter.public_id, desk.match)
    messages.success(
        desk.request,
        _("Your entry is saved. The hands are stored once a second person has typed this sheet."),
    )
    return see_other("scoring:type_sheet", desk.encounter.public_id, desk.match)


def _nothing_typed(desk: TypingPage, rows: Sequence[Row]) -> HttpResponse:
    return desk.page(rows, status=HTTPStatus.UNPROCESSABLE_ENTITY, nothing_typed=True)


def _stored_words(stored: Stored) -> str:
    rows = enumerated([str(deal) for deal in stored.deals], get_language() or "tr")
    count = len(stored.deals)
    return ngettext("Stored: row %(rows)s.", "Stored: rows %(rows)s.", count) % {"rows": rows}


def _redirect_to_next(desk: TypingPage) -> SeeOther:
    if desk.encounter.state == EncounterState.DECIDED:
        return see_other("scoring:encounter", desk.encounter.public_id)
    return see_other("scoring:type_sheet", desk.encounter.public_id, desk.screen.play.current.number)
