from __future__ import annotations

from collections.abc import Sequence
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
from scoring.live.queries.followed_entrant import read_next_play
from scoring.live.queries.followed_state import FollowedEntrant
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_fixtures, read_fixtures_among
from scoring.queries.table_queues import busy_sides, encounter_to_take
from scoring.table.views.hand_entry import agreement_context, entry_context, undo_context
from scoring.table.views.save_hand import is_next_deal
from scoring.table.views.seat_labels import Seat
from scoring.table.views.table_access import (
    at_table,
    code_not_valid,
    posted_to_table,
    redirect_to_table,
    remember_link,
    show_refusal,
)
from scoring.table.views.table_screen import TableScreen, screen_of
from tournaments import access
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import EncounterState, SideLetter, TournamentState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Keeper, Table, TableLink
from tournaments.naming.names import fold
from tournaments.refusals import Refused
from tournaments.schedule.bracket_slots import has_absent_player
from tournaments.schedule.replacements import replaced_encounter
from tournaments.tables.domain import keepers, move_encounter, tables


@require_safe
def open_table(request: HttpRequest, token: str) -> HttpResponse:
    """Set the phone's cookie and redirect to the table without the token; 404 page for an invalid one."""
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
    return render(request, "scoring/table/table_page.html", table_context(request, table, actor))


@require_safe
@at_table
def follow_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer a poll: 204 if nothing changed, updates if the same screen is shown, else the new screen.

    A form in use (`typing`) is never replaced, only notified.
    """
    if request.GET.get("counter") == str(request.__dict__["counter_of_table"]):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = table_context(request, table, actor)
    if request.GET.get("signature") == context["signature"]:
        return render(request, "scoring/table/_table_updates.html", context | {"polled": True})
    if request.GET.get("typing"):
        return render(request, "scoring/table/_table_updates.html", context | _form_notice(request, context))
    response = render(request, "scoring/table/_table_screen.html", context)
    response.headers["HX-Retarget"] = "#screen"
    return response


@require_safe
@at_table
def show_seats(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show seats, changeable before the first hand; redirect to the table without players."""
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or not screen.seats:
        return redirect_to_table(table)
    context = screen.context(actor)
    if screen.encounter.state == EncounterState.READY and context["keeps"]:
        context |= _seats_context(screen, context["signature"])
    return render(request, "scoring/table/table_page.html", context | {"shows": "seats"})


@posted_to_table
def swap_seats(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Swap partners of `side` and redirect to the table; 409 if refused.

    Only redirect unless pairs play here.
    """
    encounter = tables.current_encounter(table)
    letter = request.POST.get("side")
    if encounter is None or letter not in SideLetter.values or seats_of(encounter.stage) != SEATS_PAIRS:
        return redirect_to_table(table)
    try:
        tables.swap_partners(encounter=encounter, letter=SideLetter(letter), by=actor, at=timezone.now())
    except Refused as refusal:
        return show_refusal(request, table, refusal.message)
    return redirect_to_table(table)


@posted_to_table
def name_dealer(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Store `seat` as first dealer, unless unknown, and redirect to the table; 409 if refused."""
    encounter = tables.current_encounter(table)
    seat = request.POST.get("seat")
    if encounter is None or seat not in seats_of(encounter.stage):
        return redirect_to_table(table)
    try:
        tables.set_first_dealer(encounter=encounter, seat=seat, by=actor, at=timezone.now())
    except Refused as refusal:
        return show_refusal(request, table, refusal.message)
    return redirect_to_table(table)


@posted_to_table
def next_encounter(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Let the posted decided encounter leave the table, then redirect there; a second tap does nothing.

    409 if refused.
    """
    encounter_id = request.POST.get("encounter", "")
    encounter = tables.decided_encounter(table, encounter_id) or tables.current_encounter(table)
    if encounter is None or str(encounter.public_id) != encounter_id:
        return redirect_to_table(table)
    try:
        tables.call_next_encounter(encounter=encounter, by=actor, at=timezone.now())
    except Refused as refusal:
        return show_refusal(request, table, refusal.message)
    return redirect_to_table(table)


@posted_to_table
def follow_to_new_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Send a closed table's phone, with a cookie, to its encounter's new table, as keeper if there is none.

    Redirect back if the table is open or the posted encounter isn't in play elsewhere.
    """
    moved = move_encounter.encounters_moved_from(table, at=timezone.now()) if table.closed else []
    encounter_id = request.POST.get("encounter")
    new_table = next(
        (
            encounter.table
            for encounter in moved
            if _is_still_played(encounter) and str(encounter.public_id) == encounter_id
        ),
        None,
    )
    if new_table is None:
        return redirect_to_table(table)
    new_table.tournament = table.tournament
    response = redirect_to_table(new_table)
    link = new_table.links.filter(revoked_at=None).first()
    if actor.table_link is not None and link is not None:
        remember_link(response, link)
        _become_keeper(new_table, link, actor)
    return response


def _is_still_played(encounter: Encounter) -> bool:
    return encounter.state == EncounterState.PLAYING and encounter.annulled_at is None


def _become_keeper(table: Table, link: TableLink, actor: Actor) -> None:
    if actor.keeper_id is None or keepers.keeper_of(table) is not None:
        return
    by = replace(actor, table_link=link, keeper_id=None)
    name = get_or_refuse(Keeper.objects, actor.keeper_id).name
    keepers.become_keeper(table=table, name=name, by=by, at=timezone.now())


def _form_notice(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    screen: TableScreen | None = context.get("screen")
    if context["shows"] == "cancelled":
        return {"shows": "hand", "polled": True, "cancelled": True}
    is_next_hand = screen is not None and is_next_deal(screen, request.GET)
    taken_over = not context.get("keeps", True)
    notice = {"form_outdated": not is_next_hand, "is_next_hand": is_next_hand, "taken_over": taken_over}
    return {"shows": "hand", "polled": True, **notice}


def table_context(request: HttpRequest, table: Table, actor: Actor) -> dict[str, Any]:
    """Return `_screen_context` and undecided encounters moved away, `moved_encounters`.

    If the table is closed, they are `moved_in_play` and `moved_waiting`.
    """
    moved = move_encounter.encounters_moved_from(table, at=timezone.now())
    undecided = [
        encounter
        for encounter in moved
        if encounter.state != EncounterState.DECIDED and encounter.annulled_at is None
    ]
    context = _screen_context(request, table, actor)
    if not table.closed:
        return context | {"moved_encounters": undecided}
    return context | {
        "moved_in_play": [encounter for encounter in undecided if encounter.state == EncounterState.PLAYING],
        "moved_waiting": [encounter for encounter in undecided if encounter.state != EncounterState.PLAYING],
    }


def _screen_context(request: HttpRequest, table: Table, actor: Actor) -> dict[str, Any]:
    """Return the context of the first `shows` that applies, always with `signature`.

    cancelled; without an encounter closed or nothing; waits_for_organizer, pending, keeper, stopped, seats,
    result, hand. `?result=` shows that encounter's result.
    """
    tournament = table.tournament
    screen = None if tournament.cancelled else screen_of(table, result=request.GET.get("result", ""))
    if screen is None:
        return _idle_context(table, actor)
    context = screen.context(actor)
    state = screen.encounter.state
    if state != EncounterState.DECIDED and screen.of_four and has_absent_player(screen.sides):
        absent = [side.entrant for side in screen.sides if side.entrant and side.entrant.has_left]
        return context | {"shows": "waits_for_organizer", "absent": absent}
    if state == EncounterState.PENDING:
        return (
            context
            | {"shows": "pending", "annulled": replaced_encounter(screen.encounter)}
            | _pending_context(screen)
        )
    if not context["keeps"]:
        return context | {"shows": "keeper"}
    if screen.bell_outcome is BellOutcome.REFEREE:
        return context | {"shows": "stopped"} | agreement_context(request, screen, context["signature"])
    if state == EncounterState.READY:
        return context | _seats_context(screen, context["signature"])
    context |= _result_context(request, screen) if state == EncounterState.DECIDED else entry_context(screen)
    return context | agreement_context(request, screen, context["signature"])


def _seats_context(screen: TableScreen, signature: str) -> dict[str, Any]:
    """Return what the seats page shows; its signature changes with busy sides."""
    busy = busy_sides(screen.encounter)
    return {
        "shows": "seats",
        "may_swap": True,
        "deals_by_lot": not screen.entering.game.keepers_right_deals_first(screen.rules),
        "right_of_keeper": _right_of_keeper(screen),
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
    """Return the result and what comes next, or `arrived`: what began while an older result is shown."""
    table = screen.table
    current = tables.current_encounter(table) if "result" in request.GET else None
    if current is not None and current.state == EncounterState.PLAYING:
        return {"shows": "result", "arrived": current, "signature": f"{screen.signature}|{current.pk}"}
    finished = table.closed or table.tournament.state == TournamentState.FINISHED
    next_play = _next_play(screen.encounter, table)
    context = {"shows": "result", "play_is_over": finished, "next_play": next_play}
    signature = "|".join([screen.signature, str(finished), *_next_signatures(next_play)])
    return context | {"signature": signature} | undo_context(screen)


def _next_play(encounter: Encounter | None, table: Table) -> list[FollowedEntrant]:
    sides = encounter.sides_in_order if encounter else []
    return read_next_play(table.tournament, [side.entrant for side in sides if side.entrant])


def _next_signatures(next_play: Sequence[FollowedEntrant]) -> list[str]:
    return [followed.next_signature for followed in next_play]


def _idle_context(table: Table, actor: Actor) -> dict[str, Any]:
    """Return what a table without encounter shows: cancelled, closed, or what is next and staff can take."""
    tournament = table.tournament
    context = {"table": table, "tournament": tournament, "staff": actor.user is not None}
    if tournament.cancelled:
        return context | {"shows": "cancelled", "signature": "cancelled"}
    if table.closed:
        return context | {"shows": "closed", "signature": "closed"}
    next_play = _next_play(tables.last_decided_encounter(table), table)
    return context | {
        "shows": "nothing",
        "signature": "|".join(["nothing", *_next_signatures(next_play)]),
        "next_play": next_play,
        "encounter_to_take": _find_encounter_to_take(table, actor),
    }


def _find_encounter_to_take(table: Table, actor: Actor) -> EncounterListing | None:
    if actor.user is None or not move_encounter.is_free(table):
        return None
    return encounter_to_take(read_fixtures(table.tournament))


def _right_of_keeper(screen: TableScreen) -> Seat | None:
    """Return the first dealer if the rules name the neighbour right of a playing keeper."""
    if not screen.entering.game.keepers_right_deals_first(screen.rules):
        return None
    names = [fold(seat.player.name) for seat in screen.seats]
    name = fold(screen.keeper.name) if screen.keeper else ""
    return screen.seats[(names.index(name) + 1) % len(names)] if name in names else None


def _pending_context(screen: TableScreen) -> dict[str, Any]:
    """Return the listing and what its unknown sides wait for."""
    (listing,) = read_fixtures_among(Encounter.objects.filter(pk=screen.encounter.pk))
    unknown_sides = [side for side in listing.sides if side.entrant is None]
    source_encounters = Encounter.objects.filter(feeds__in=unknown_sides).distinct()
    source_listings = {
        source_listing.encounter.pk: source_listing
        for source_listing in read_fixtures_among(source_encounters)
    }
    return {
        "listing": listing,
        "waits_for": [(side, source_listings.get(side.from_encounter_id or 0)) for side in unknown_sides],
    }
