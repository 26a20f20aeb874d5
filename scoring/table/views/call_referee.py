from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.models import Call
from scoring.play import calls
from scoring.table.forms.call_form import CallForm
from scoring.table.views.table_access import at_table, posted_to_table, redirect_to_table, show_refusal
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused
from tournaments.tables.domain.tables import current_encounter


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def call_referee(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the form, or redirect to the table if this phone's call is open.

    POST calls the referee and redirects there; 422 if invalid.
    """
    if request.method != "POST":
        return (
            redirect_to_table(table)
            if calls.find_open_call(table, actor)
            else _ask(request, table, CallForm())
        )
    form = CallForm(request.POST)
    if not form.is_valid():
        return _ask(request, table, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    calls.call_referee(
        table=table,
        encounter=current_encounter(table),
        question=form.cleaned_data["question"],
        by=actor,
        at=timezone.now(),
    )
    return redirect_to_table(table)


@posted_to_table
def withdraw_call(request: HttpRequest, table: Table, actor: Actor, call_id: UUID) -> HttpResponse:
    call = get_object_or_404(Call, table=table, public_id=call_id)
    try:
        calls.withdraw_call(call=call, by=actor, at=timezone.now())
    except Refused as refusal:
        return show_refusal(request, table, refusal.message)
    return redirect_to_table(table)


def _ask(request: HttpRequest, table: Table, form: CallForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"table": table, "tournament": table.tournament, "form": form}
    return render(request, "scoring/table/call_referee.html", context, status=status)
