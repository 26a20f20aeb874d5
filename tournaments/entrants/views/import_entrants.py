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
from tournaments.entrants.views.entry_list import save_draft
from tournaments.enums import EntrantKind, TournamentState
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import taken_names
from tournaments.people.forms.table_columns import ColumnsForm, TableLines
from tournaments.refusals import Refused
from tournaments.signup.domain import waiting_list
from tournaments.spreadsheets.file_types import MAX_BYTES
from tournaments.spreadsheets.forms import EntryFileForm, load_signed_tables, sign_tables
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.uploads.sandbox.account_slots import Busy, account_slot
from tournaments.web.http import PageRequest, actor_of, see_other, takes_file

_PAGE, _FRAGMENT = "tournaments/entrants/import_entrants.html", "tournaments/spreadsheets/_match_columns.html"


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
def entrants_from_file(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Choose a file, match columns, confirm. Only the last POST stores anything or refuses closed entries.

    422 while other files of this account are being read.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return _render_page(request, tournament, form=EntryFileForm())
    try:
        with account_slot(request.user.pk):
            return _handle_post(request, tournament)
    except Busy:
        form = EntryFileForm({}, busy=True)
        return _render_page(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)


def _handle_post(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Preview an uploaded file (422 if unreadable), or handle posted columns."""
    if "table" in request.POST:
        return _handle_matched_columns(request, tournament)
    form = EntryFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_page(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)
    columns = ColumnsForm(form.grids, kind=tournament.kind)
    return _render_page(
        request,
        tournament,
        columns=columns,
        rows=_checked_lines(tournament, columns),
        table=sign_tables(form.grids),
    )


def _handle_matched_columns(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Enter the rows if exactly these were previewed, else preview; htmx only previews.

    422 for errors, no valid row, too many, or invalid rows without confirmation; redirect for an old table.
    """
    grids = load_signed_tables(request.POST["table"])
    if not grids:
        messages.warning(
            request, _("This page was open too long. Choose the file again; nothing was stored.")
        )
        return see_other("tournaments:entrants_from_file", tournament.public_id)
    columns = ColumnsForm(grids, kind=tournament.kind, posted=request.POST.dict())
    rows = _checked_lines(tournament, columns, request)
    context: dict[str, Any] = {"columns": columns, "rows": rows, "table": request.POST["table"]}
    previewed = columns.data["previewed"] == rows.digest and not columns.errors
    context["leave_out"] = previewed and bool(columns.data["leave_out"])
    if request.htmx or not previewed:
        error_status = HTTPStatus.UNPROCESSABLE_ENTITY if columns.errors and not request.htmx else None
        return _render_page(request, tournament, status=error_status, **context)
    confirmed = not rows.invalid_lines or context["leave_out"]
    if not rows.valid_lines or rows.excess_count or not confirmed:
        failed_context = {"skip_unconfirmed": not confirmed, **context}
        return _render_page(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, **failed_context)
    return _enter_rows(request, tournament, rows, context)


def _enter_rows(
    request: PageRequest, tournament: Tournament, rows: TableLines, context: dict[str, Any]
) -> HttpResponse:
    """Enter all valid rows, or none (422); invalid ones become a draft of the pasted list."""
    try:
        entered = waiting_list.enter_listed(
            tournament=tournament, entries=rows.entries, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return _render_page(
            request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, refusal=refusal, **context
        )
    if rows.invalid_lines:
        save_draft(request, tournament, rows.unsolved_text(taken_names(tournament).players, entered=True))
    counted = {"count": describe_entrant_count(len(entered), tournament.kind)}
    messages.success(request, _("Entered: %(count)s.") % counted)
    return see_other("tournaments:entries", tournament.public_id)


def _checked_lines(
    tournament: Tournament, columns: ColumnsForm, request: PageRequest | None = None
) -> TableLines:
    """Return the file's rows, checked against the tournament's entries; `request` posts answers."""
    taken = taken_names(tournament)
    return columns.lines(
        taken,
        free_places=max(0, MOST_ENTRANTS - len(taken.names)),
        known=AvailablePeople(tournament),
        posted=request.POST.dict() if request else None,
    )


def _render_page(
    request: PageRequest, tournament: Tournament, *, status: HTTPStatus | None = None, **context: Any
) -> HttpResponse:
    """Render the page, for htmx only the fragment if `context` has columns."""
    context |= {
        "singles": tournament.kind == EntrantKind.SINGLES,
        "open": tournament.state == TournamentState.OPEN,
        "pasted": context.get("rows"),
        "max_file_bytes": MAX_BYTES,
        "page_url": (page_url := reverse("tournaments:entrants_from_file", args=[tournament.public_id])),
        "preview_url": page_url,
        "preview_target": "#file-columns",
        "preview_template": "tournaments/people/_paste_preview.html",
    }
    template = _FRAGMENT if request.htmx and "columns" in context else _PAGE
    return render(
        request, template, organizer_context(request, tournament, "entries_file", **context), status=status
    )
