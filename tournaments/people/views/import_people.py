"""Import people from a file: match columns, preview rows, store them."""

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
from tournaments.people.domain.contact_details import kept_in
from tournaments.people.domain.import_people import Imported, take_in
from tournaments.people.domain.known_people import KnownPeople
from tournaments.people.forms.people_columns import PeopleColumns
from tournaments.people.forms.people_rows import PeopleRows
from tournaments.people.forms.row_outcomes import Becomes
from tournaments.refusals import Refused
from tournaments.spreadsheets.file_types import LARGEST
from tournaments.spreadsheets.forms import EntryFileForm, packed, unpacked
from tournaments.uploads.sandbox.places import Busy, place_of
from tournaments.web.http import PageRequest, actor_of, see_other, takes_file

_PAGE, _FRAGMENT = "tournaments/people/import_people.html", "tournaments/spreadsheets/_match_columns.html"
_REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
def people_from_file(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Choose a file, match columns, preview rows, store them; only the last step stores anything."""
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return _answer(request, club, form=EntryFileForm())
    try:
        with place_of(request.user.pk):
            return _posted(request, club)
    except Busy:
        form = EntryFileForm({}, busy=True)
        return _answer(request, club, status=_REFUSED, form=form)


def _posted(request: PageRequest, club: Club) -> HttpResponse:
    if "table" in request.POST:
        return _matched(request, club)
    form = EntryFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _answer(request, club, status=_REFUSED, form=form)
    columns = PeopleColumns(form.grids)
    return _answer(request, club, columns=columns, rows=_rows(club, columns), table=packed(form.grids))


def _matched(request: PageRequest, club: Club) -> HttpResponse:
    grids = unpacked(request.POST["table"])
    if not grids:
        messages.warning(
            request, _("This page was open too long. Choose the file again; nothing was stored.")
        )
        return see_other("tournaments:people_from_file", club.public_id)
    columns = PeopleColumns(grids, given=request.POST.dict())
    rows = _rows(club, columns, request)
    context: dict[str, Any] = {"columns": columns, "rows": rows, "table": request.POST["table"]}
    looked_at = columns.data["previewed"] == rows.digest and not columns.errors
    if request.htmx or not looked_at:
        refused = _REFUSED if columns.errors and not request.htmx else None
        return _answer(request, club, status=refused, **context)
    chosen = not rows.left_out or bool(columns.data["leave_out"])
    if not rows.arrivals or not chosen:
        return _answer(request, club, status=_REFUSED, ask_again=not chosen, **context)
    return _taken_in(request, club, rows, context)


def _taken_in(request: PageRequest, club: Club, rows: PeopleRows, context: dict[str, Any]) -> HttpResponse:
    try:
        imported = take_in(club=club, people=rows.arrivals, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return _answer(request, club, status=_REFUSED, refusal=refusal, **context)
    messages.success(request, _told(imported, rows.left_out))
    return see_other("scoring:club_people", club.public_id)


def _told(done: Imported, left_out: int) -> str:
    sentences = [
        ngettext(
            "%(count)s person is new in the register.", "%(count)s people are new in the register.", done.new
        ),
        ngettext("%(count)s card was completed.", "%(count)s cards were completed.", done.changed),
        ngettext("%(count)s row was left out.", "%(count)s rows were left out.", left_out),
    ]
    counts = (done.new, done.changed, left_out)
    return " ".join(text % {"count": count} for text, count in zip(sentences, counts, strict=True) if count)


def _rows(club: Club, columns: PeopleColumns, request: PageRequest | None = None) -> PeopleRows:
    return PeopleRows(
        columns,
        known=KnownPeople(club.pk),
        kept=kept_in(club),
        today=timezone.localdate(),
        given=request.POST.dict() if request else None,
    )


def _answer(
    request: PageRequest, club: Club, *, status: HTTPStatus | None = None, **context: Any
) -> HttpResponse:
    context |= {
        "club": club,
        "here": reverse("tournaments:people_from_file", args=[club.public_id]),
        "preview": "tournaments/people/_import_preview.html",
        "becomes": {outcome.value: context["rows"].shown(outcome) for outcome in Becomes}
        if "rows" in context
        else {},
        "largest": LARGEST,
    }
    template = _FRAGMENT if request.htmx and "columns" in context else _PAGE
    return render(request, template, context, status=status)
