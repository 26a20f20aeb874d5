from __future__ import annotations

from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.officials.queries.room_tables import read_closing, read_room
from tournaments.access import managed_tournament_or_404, table_or_404
from tournaments.models import Encounter, Table, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.small_inputs import parse_small_number
from tournaments.tables.domain import move_encounter, table_changes
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other
from tournaments.web.return_links import return_page

PAGE, CLOSING = "scoring/officials/room/room_tables.html", "scoring/officials/room/close_table.html"


@require_safe
def room(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, PAGE, _room_tables_context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def add_table(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """On POST, add the next table unless one follows `seen`, the last number shown.

    Redirects to the tables. 422 if refused.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:room_tables", tournament.public_id)
    seen = parse_small_number(request.POST.get("seen"))
    try:
        table = table_changes.add_table(
            tournament=tournament, last_seen_number=seen, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(
            request, PAGE, {**_room_tables_context(request, tournament), "refusal": refusal}
        )
    messages.success(
        request, _("Table %(number)s was added and is free. Print its codes.") % {"number": table.number}
    )
    return see_other("scoring:room_tables", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def close_table(request: PageRequest, tournament_id: UUID, table_id: UUID) -> HttpResponse:
    """Show what is affected; POST closes the table and moves play to table `onto`, if any.

    Redirects to the tables, also if closed. 422 if refused.
    """
    table = _table(request, tournament_id, table_id)
    if request.method != "POST":
        if table.closed:
            return see_other("scoring:room_tables", tournament_id)
        return render(request, CLOSING, _closing_context(request, table))
    target_table = table.tournament.tables.filter(
        number=parse_small_number(request.POST.get("onto")) or 0
    ).first()
    try:
        table_changes.close_table(
            table=table, continue_at=target_table, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, CLOSING, {**_closing_context(request, table), "refusal": refusal})
    messages.success(request, _("Table %(number)s is closed.") % {"number": table.number})
    return _redirect_to_room(request, table.tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: PageRequest, tournament_id: UUID, table_id: UUID) -> HttpResponse:
    """On POST, reopen the table; 422 if refused. Redirects to the tables."""
    table = _table(request, tournament_id, table_id)
    if request.method != "POST":
        return _redirect_to_room(request, table.tournament)
    try:
        table_changes.open_table(table=table, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(
            request, PAGE, {**_room_tables_context(request, table.tournament), "refusal": refusal}
        )
    messages.success(request, _("Table %(number)s is open again, and free.") % {"number": table.number})
    return _redirect_to_room(request, table.tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def take_encounter(request: PageRequest, table_id: UUID) -> HttpResponse:
    """On POST, move the posted encounter here; a refusal is a message. Redirects to the table.

    404 unless signed-in staff.
    """
    table, actor = table_or_404(request.user, table_id, None)
    redirect = SeeOther(return_page(request, reverse("scoring:table", args=[table.public_id])))
    if request.method != "POST":
        return redirect
    encounter = _chosen_encounter(request, table.tournament)
    if encounter is None:
        return redirect
    try:
        move_encounter.take_encounter(encounter=encounter, table=table, by=actor, at=timezone.now())
    except Refused as refusal:
        messages.warning(request, refusal.message.html)
    else:
        messages.success(request, _("The encounter is now at table %(number)s.") % {"number": table.number})
    return redirect


def _table(request: PageRequest, tournament_id: UUID, table_id: UUID) -> Table:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    table = get_object_or_404(tournament.tables, public_id=table_id)
    table.tournament = tournament
    return table


def _chosen_encounter(request: PageRequest, tournament: Tournament) -> Encounter | None:
    with suppress(ValueError):
        public_id = UUID(request.POST.get("encounter", ""))
        return Encounter.objects.filter(stage__tournament=tournament, public_id=public_id).first()
    return None


def _redirect_to_room(request: PageRequest, tournament: Tournament) -> SeeOther:
    return SeeOther(return_page(request, reverse("scoring:room_tables", args=[tournament.public_id])))


def _room_tables_context(request: PageRequest, tournament: Tournament) -> dict[str, object]:
    return organizer_context(request, tournament, "room", room=read_room(tournament))


def _closing_context(request: PageRequest, table: Table) -> dict[str, object]:
    return organizer_context(
        request, table.tournament, "close_table", table=table, closing=read_closing(table)
    )
