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
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_club_or_404
from tournaments.models import Club
from tournaments.people.domain.contact_details import details_by_person
from tournaments.people.domain.import_people import ImportCounts, import_people
from tournaments.people.domain.known_people import KnownPeople
from tournaments.people.forms.people_columns import PeopleColumns
from tournaments.people.forms.people_rows import ImportRows
from tournaments.people.forms.row_outcomes import RowOutcome
from tournaments.refusals import Refused
from tournaments.spreadsheets.file_types import MAX_BYTES
from tournaments.spreadsheets.forms import EntryFileForm, load_signed_tables, sign_tables
from tournaments.uploads.sandbox.account_slots import Busy, account_slot
from tournaments.web.http import PageRequest, actor_of, see_other, takes_file

_PAGE, _FRAGMENT = "tournaments/people/import_people.html", "tournaments/spreadsheets/_match_columns.html"
_UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
def people_from_file(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Read a file, match its columns, import; only the last step stores anything.

    422 if busy with the account's files.
    """
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return _render_page(request, club, form=EntryFileForm())
    try:
        with account_slot(request.user.pk):
            return _handle_post(request, club)
    except Busy:
        form = EntryFileForm({}, busy=True)
        return _render_page(request, club, status=_UNPROCESSABLE, form=form)


def _handle_post(request: PageRequest, club: Club) -> HttpResponse:
    """Preview an uploaded file (422 if unreadable), or handle posted columns."""
    if "table" in request.POST:
        return _handle_columns(request, club)
    form = EntryFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_page(request, club, status=_UNPROCESSABLE, form=form)
    columns = PeopleColumns(form.grids)
    return _render_page(
        request, club, columns=columns, rows=_import_rows(club, columns), table=sign_tables(form.grids)
    )


def _handle_columns(request: PageRequest, club: Club) -> HttpResponse:
    """Preview, or import if exactly this preview was posted; htmx only previews.

    422 for column errors, nothing to import, or unconfirmed skipping. An expired table redirects to the
    start.
    """
    grids = load_signed_tables(request.POST["table"])
    if not grids:
        messages.warning(
            request, _("This page was open too long. Choose the file again; nothing was stored.")
        )
        return see_other("tournaments:people_from_file", club.public_id)
    columns = PeopleColumns(grids, posted=request.POST.dict())
    rows = _import_rows(club, columns, request)
    context: dict[str, Any] = {"columns": columns, "rows": rows, "table": request.POST["table"]}
    previewed = columns.data["previewed"] == rows.digest and not columns.errors
    context["leave_out"] = previewed and bool(columns.data["leave_out"])
    if request.htmx or not previewed:
        error_status = _UNPROCESSABLE if columns.errors and not request.htmx else None
        return _render_page(request, club, status=error_status, **context)
    confirmed = not rows.left_out_count or context["leave_out"]
    if not rows.people_to_import or not confirmed:
        return _render_page(request, club, status=_UNPROCESSABLE, skip_unconfirmed=not confirmed, **context)
    return _import(request, club, rows, context)


def _import(request: PageRequest, club: Club, rows: ImportRows, context: dict[str, Any]) -> HttpResponse:
    try:
        imported = import_people(
            club=club, people=rows.people_to_import, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return _render_page(request, club, status=_UNPROCESSABLE, refusal=refusal, **context)
    messages.success(request, _import_result_text(imported, rows.left_out_count))
    return see_other("scoring:club_people", club.public_id)


def _import_result_text(imported: ImportCounts, left_out: int) -> str:
    """Return what was added, updated, skipped, in sentences; "" if nothing."""
    sentences = [
        ngettext(
            "%(count)s person was added to the register.",
            "%(count)s people were added to the register.",
            imported.new,
        ),
        ngettext("%(count)s person was updated.", "%(count)s people were updated.", imported.changed),
        ngettext("%(count)s row was skipped.", "%(count)s rows were skipped.", left_out),
    ]
    counts = (imported.new, imported.changed, left_out)
    return " ".join(text % {"count": count} for text, count in zip(sentences, counts, strict=True) if count)


def _import_rows(club: Club, columns: PeopleColumns, request: PageRequest | None = None) -> ImportRows:
    return ImportRows(
        columns,
        known=KnownPeople(club.pk),
        details=details_by_person(club),
        today=timezone.localdate(),
        posted=request.POST.dict() if request else None,
    )


def _render_page(
    request: PageRequest, club: Club, *, status: HTTPStatus | None = None, **context: Any
) -> HttpResponse:
    """Render the import page, for htmx with columns only their form and preview."""
    context |= {
        "club": club,
        "page_url": reverse("tournaments:people_from_file", args=[club.public_id]),
        "preview_template": "tournaments/people/_import_preview.html",
        "rows_by_outcome": {outcome.value: context["rows"].shortened_rows(outcome) for outcome in RowOutcome}
        if "rows" in context
        else {},
        "max_file_bytes": MAX_BYTES,
    }
    template = _FRAGMENT if request.htmx and "columns" in context else _PAGE
    return render(request, template, context, status=status)
