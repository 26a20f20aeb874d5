from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_tournament_or_404
from tournaments.entrants.domain import entry_list as domain
from tournaments.entrants.views.entry_list import keep_draft
from tournaments.enums import EntrantKind, TournamentState
from tournaments.formats.plan import MOST_ENTRANTS
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import taken_names
from tournaments.people.forms.table_columns import ColumnsForm, TableLines
from tournaments.refusals import Refused
from tournaments.spreadsheets.file_types import MAX_BYTES
from tournaments.spreadsheets.forms import EntryFileForm, load_signed_tables, sign_tables
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.uploads.sandbox.places import Busy, account_slot
from tournaments.web.http import PageRequest, actor_of, see_other, takes_file

_PAGE, _FRAGMENT = "tournaments/entrants/import_entrants.html", "tournaments/spreadsheets/_match_columns.html"


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
def entrants_from_file(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Only the last step stores anything."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return _answer(request, tournament, form=EntryFileForm())
    try:
        with account_slot(request.user.pk):
            return _posted(request, tournament)
    except Busy:
        form = EntryFileForm({}, busy=True)
        return _answer(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)


def _posted(request: PageRequest, tournament: Tournament) -> HttpResponse:
    if "table" in request.POST:
        return _matched(request, tournament)
    form = EntryFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _answer(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)
    columns = ColumnsForm(form.grids, kind=tournament.kind)
    return _answer(
        request, tournament, columns=columns, rows=_rows(tournament, columns), table=sign_tables(form.grids)
    )


def _matched(request: PageRequest, tournament: Tournament) -> HttpResponse:
    grids = load_signed_tables(request.POST["table"])
    if not grids:
        messages.warning(
            request, _("This page was open too long. Choose the file again; nothing was stored.")
        )
        return see_other("tournaments:entrants_from_file", tournament.public_id)
    columns = ColumnsForm(grids, kind=tournament.kind, posted=request.POST.dict())
    rows = _rows(tournament, columns, request)
    context: dict[str, Any] = {"columns": columns, "rows": rows, "table": request.POST["table"]}
    previewed = columns.data["previewed"] == rows.digest and not columns.errors
    if request.htmx or not previewed:
        error_status = HTTPStatus.UNPROCESSABLE_ENTITY if columns.errors and not request.htmx else None
        return _answer(request, tournament, status=error_status, **context)
    confirmed = not rows.bad or bool(columns.data["leave_out"])
    if not rows.good or rows.too_many or not confirmed:
        failed_context = {"ask_again": not confirmed, **context}
        return _answer(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, **failed_context)
    return _entered(request, tournament, rows, context)


def _entered(
    request: PageRequest, tournament: Tournament, rows: TableLines, context: dict[str, Any]
) -> HttpResponse:
    """Invalid rows become a draft of the pasted list."""
    try:
        entered = domain.enter(
            tournament=tournament, entries=rows.entries, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return _answer(
            request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, refusal=refusal, **context
        )
    if rows.bad:
        keep_draft(request, tournament, rows.left_over)
    counted = {"count": describe_entrant_count(len(entered), tournament.kind)}
    messages.success(request, _("Entered: %(count)s.") % counted)
    return see_other("tournaments:entries", tournament.public_id)


def _rows(tournament: Tournament, columns: ColumnsForm, request: PageRequest | None = None) -> TableLines:
    taken = taken_names(tournament)
    return columns.lines(
        taken,
        free_places=max(0, MOST_ENTRANTS - len(taken.names)),
        known=AvailablePeople(tournament),
        posted=request.POST.dict() if request else None,
    )


def _answer(
    request: PageRequest, tournament: Tournament, *, status: HTTPStatus | None = None, **context: Any
) -> HttpResponse:
    context |= {
        "singles": tournament.kind == EntrantKind.SINGLES,
        "open": tournament.state == TournamentState.OPEN,
        "pasted": context.get("rows"),
        "largest": MAX_BYTES,
        "here": reverse("tournaments:entrants_from_file", args=[tournament.public_id]),
        "preview": "tournaments/people/_paste_preview.html",
    }
    template = _FRAGMENT if request.htmx and "columns" in context else _PAGE
    return render(
        request, template, organizer_context(request, tournament, "entries_file", **context), status=status
    )
