from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules.seats import SEATS_PAIRS
from scoring.ledger.played_matches import BellOutcome
from scoring.ledger.seating import seats_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import fixtures_of, read_fixtures
from scoring.queries.table_queues import busy_sides, encounter_to_take
from scoring.table.views.hand_entry import agreement_context, entry_context, undo_context
from scoring.table.views.save_hand import is_next
from scoring.table.views.seat_labels import Seat
from scoring.table.views.table_access import (
    at_table,
    code_not_valid,
    posted_to_table,
    refused,
    remember_link,
    see_table,
)
from scoring.table.views.table_screen import TableScreen, screen_of
from tournaments import access
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import EncounterState, SideLetter, TournamentState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Keeper, Table, TableLink
from tournaments.naming.names import fold
from tournaments.refusals import Refused
from tournaments.schedule.replacements import replaced_encounter
from tournaments.tables.domain import keepers, moving, tables


@require_safe
def open_table(request: HttpRequest, token: str) -> HttpResponse:
    """Give the phone its cookie and redirect without the token."""
    try:
        link = access.link_by_token_or_404(token)
    except Http404 as error:
        return code_not_valid(request, ended=isinstance(error, access.CodesEnded))
    response = redirect("scoring:table", link.table.public_id)
    remember_link(response, link)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
@at_table
def show_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    return render(request, "scoring/table/page.html", table_context(request, table, actor))


@require_safe
@at_table
def follow_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer a page that asks for changes since its counter.

    A form in use is never replaced, only notified.
    """
    if request.GET.get("counter") == str(request.__dict__["counter_of_table"]):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = table_context(request, table, actor)
    if request.GET.get("signature") == context["signature"]:
        return render(request, "scoring/table/_follow.html", context | {"polled": True})
    if request.GET.get("typing"):
        return render(request, "scoring/table/_follow.html", context | _form_notice(request, context))
    response = render(request, "scoring/table/_phone.html", context)
    response.headers["HX-Retarget"] = "#screen"
    return response


@require_safe
@at_table
def show_seats(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or not screen.seats:
        return see_table(table)
    return render(request, "scoring/table/page.html", screen.context(actor) | {"shows": "seats"})


@posted_to_table
def swap_seats(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    encounter = tables.current_encounter(table)
    letter = request.POST.get("side")
    if encounter is None or letter not in SideLetter.values or seats_of(encounter.stage) != SEATS_PAIRS:
        return see_table(table)
    try:
        tables.swap_partners(encounter=encounter, letter=SideLetter(letter), by=actor, at=timezone.now())
    except Refused as refusal:
        return refused(request, table, refusal.message)
    return see_table(table)


@posted_to_table
def name_dealer(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    encounter = tables.current_encounter(table)
    seat = request.POST.get("seat")
    if encounter is None or seat not in seats_of(encounter.stage):
        return see_table(table)
    try:
        tables.set_first_dealer(encounter=encounter, seat=seat, by=actor, at=timezone.now())
    except Refused as refusal:
        return refused(request, table, refusal.message)
    return see_table(table)


@posted_to_table
def next_encounter(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """A second tap does nothing."""
    encounter_id = request.POST.get("encounter", "")
    encounter = tables.decided_encounter(table, encounter_id) or tables.current_encounter(table)
    if encounter is None or str(encounter.public_id) != encounter_id:
        return see_table(table)
    try:
        tables.call_next_encounter(encounter=encounter, by=actor, at=timezone.now())
    except Refused as refusal:
        return refused(request, table, refusal.message)
    return see_table(table)


@posted_to_table
def go_on(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Send the phone of a closed table to its encounter's new table, as keeper if there is none."""
    moved = moving.moved_from(table, at=timezone.now()) if table.closed else []
    encounter_id = request.POST.get("encounter")
    new_table = next(
        (
            encounter.table
            for encounter in moved
            if _still_played(encounter) and str(encounter.public_id) == encounter_id
        ),
        None,
    )
    if new_table is None:
        return see_table(table)
    new_table.tournament = table.tournament
    response = see_table(new_table)
    link = new_table.links.filter(revoked_at=None).first()
    if actor.table_link is not None and link is not None:
        remember_link(response, link)
        _keep_new_table(new_table, link, actor)
    return response


def _still_played(encounter: Encounter) -> bool:
    return encounter.state == EncounterState.PLAYING and encounter.annulled_at is None


def _keep_new_table(table: Table, link: TableLink, actor: Actor) -> None:
    if actor.keeper_id is None or keepers.keeper_of(table) is not None:
        return
    by = replace(actor, table_link=link, keeper_id=None)
    name = get_or_refuse(Keeper.objects, actor.keeper_id).name
    keepers.become_keeper(table=table, name=name, by=by, at=timezone.now())


def _form_notice(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    screen: TableScreen | None = context.get("screen")
    if context["shows"] == "cancelled":
        return {"shows": "hand", "polled": True, "cancelled": True}
    is_next_hand = screen is not None and is_next(screen, request.GET)
    taken_over = not context.get("keeps", True)
    notice = {"moved_on": not is_next_hand, "goes_on": is_next_hand, "taken_over": taken_over}
    return {"shows": "hand", "polled": True, **notice}


def table_context(request: HttpRequest, table: Table, actor: Actor) -> dict[str, Any]:
    moved = moving.moved_from(table, at=timezone.now())
    undecided = [
        encounter
        for encounter in moved
        if encounter.state != EncounterState.DECIDED and encounter.annulled_at is None
    ]
    context = _screen_context(request, table, actor)
    if not table.closed:
        return context | {"moved": undecided}
    return context | {
        "gone_on": [encounter for encounter in undecided if encounter.state == EncounterState.PLAYING],
        "waits_elsewhere": [
            encounter for encounter in undecided if encounter.state != EncounterState.PLAYING
        ],
    }


def _screen_context(request: HttpRequest, table: Table, actor: Actor) -> dict[str, Any]:
    tournament = table.tournament
    screen = None if tournament.cancelled else screen_of(table, result=request.GET.get("result", ""))
    if screen is None:
        return _idle_context(table, actor)
    context = screen.context(actor)
    state = screen.encounter.state
    if state == EncounterState.PENDING:
        return (
            context
            | {"shows": "pending", "annulled": replaced_encounter(screen.encounter)}
            | _waits_for(screen)
        )
    if not context["keeps"]:
        return context | {"shows": "keeper"}
    if screen.fate is BellOutcome.REFEREE:
        return context | {"shows": "stopped"} | agreement_context(request, screen, context["signature"])
    if state == EncounterState.READY:
        return context | _seats(screen, context["signature"])
    context |= _result_context(request, screen) if state == EncounterState.DECIDED else entry_context(screen)
    return context | agreement_context(request, screen, context["signature"])


def _seats(screen: TableScreen, signature: str) -> dict[str, Any]:
    busy = busy_sides(screen.encounter)
    return {
        "shows": "seats",
        "may_swap": True,
        "deals_by_lot": not screen.entering.game.right_of_keeper_deals(screen.rules),
        "right_of_keeper": _right_of(screen),
        "busy_sides": busy,
        "annulled": replaced_encounter(screen.encounter),
        "signature": "|".join(
            [
                signature,
                *(
                    f"{side.pk} {other_encounter.pk} {other_encounter.state}"
                    for side, other_encounter in busy
                ),
            ]
        ),
    }


def _result_context(request: HttpRequest, screen: TableScreen) -> dict[str, Any]:
    table = screen.table
    current = tables.current_encounter(table) if "result" in request.GET else None
    if current is not None and current.state == EncounterState.PLAYING:
        return {"shows": "result", "arrived": current, "signature": f"{screen.signature}|{current.pk}"}
    finished = table.closed or table.tournament.state == TournamentState.FINISHED
    context = {"shows": "result", "over": finished, "signature": f"{screen.signature}|{finished}"}
    return context | undo_context(screen)


def _idle_context(table: Table, actor: Actor) -> dict[str, Any]:
    tournament = table.tournament
    context = {"table": table, "tournament": tournament, "staff": actor.user is not None}
    if tournament.cancelled:
        return context | {"shows": "cancelled", "signature": "cancelled"}
    if table.closed:
        return context | {"shows": "closed", "signature": "closed"}
    return context | {"shows": "nothing", "signature": "nothing", "to_take": _to_take(table, actor)}


def _to_take(table: Table, actor: Actor) -> EncounterListing | None:
    if actor.user is None or not moving.is_free(table):
        return None
    return encounter_to_take(read_fixtures(table.tournament))


def _right_of(screen: TableScreen) -> Seat | None:
    """Return the first dealer if the rules name the neighbour on the right of a playing keeper."""
    if not screen.entering.game.right_of_keeper_deals(screen.rules):
        return None
    names = [fold(seat.player.name) for seat in screen.seats]
    name = fold(screen.keeper.name) if screen.keeper else ""
    return screen.seats[(names.index(name) + 1) % len(names)] if name in names else None


def _waits_for(screen: TableScreen) -> dict[str, Any]:
    (listing,) = fixtures_of(Encounter.objects.filter(pk=screen.encounter.pk))
    unknown_sides = [side for side in listing.sides if side.entrant is None]
    source_encounters = Encounter.objects.filter(feeds__in=unknown_sides).distinct()
    source_listings = {
        source_listing.encounter.pk: source_listing for source_listing in fixtures_of(source_encounters)
    }
    return {
        "listing": listing,
        "waits_for": [(side, source_listings.get(side.from_encounter_id or 0)) for side in unknown_sides],
    }
