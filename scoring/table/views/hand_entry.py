from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.confirmation.views.confirmation_status import status_of_encounter
from scoring.ledger.played_matches import BellOutcome
from scoring.ledger.refusals import HandAlreadyRecorded, HandBeforeMissing, HandRefused, WarningsNotAccepted
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import seating_token, seats_in
from scoring.play.undo_hand import time_to_take_back
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.games import hand_entry_of
from scoring.table.views.save_hand import encounter_of, store_hand
from scoring.table.views.score_preview import Preview, preview_hand
from scoring.table.views.table_access import at_table, posted_to_table, refused, see_table
from scoring.table.views.table_screen import TableScreen, screen_of
from scoring.table.views.version_comparison import compare
from tournaments.enums import Agreement, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import EncounterSide, Table
from tournaments.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def enter_hand(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    if request.method == "POST":
        return _save(request, table, actor)
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or screen.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return see_table(table)
    if not screen.kept_by(actor) or screen.fate is BellOutcome.REFEREE:
        return see_table(table)
    context = screen.context(actor) | entry_context(screen, with_assets="whole" in request.GET)
    context |= agreement_context(request, screen, context["signature"])
    return render(request, "scoring/table/page.html", context)


@posted_to_table
def preview_entry(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer with a fragment; without JavaScript, with the whole page."""
    screen = screen_of(table)
    if screen is None or not screen.seats:
        return see_table(table)
    form = screen.entering.form(request.POST, rules=screen.rules, playing=screen.playing)
    return show_form(request, screen, actor, form, **_extra_context(request, screen))


def entry_context(screen: TableScreen, *, with_assets: bool = False) -> dict[str, Any]:
    """Return a form for the next deal with its own key, prefilled if the hand was withdrawn.

    An empty form leaves shared parts to a script unless `with_assets`.
    """
    match = screen.match
    initial = {
        "encounter": screen.encounter.public_id,
        "match": match.number,
        "deal": match.next_deal,
        "entry_key": uuid.uuid4(),
        "seating": seating_token({seat.code: str(seat.player.public_id) for seat in screen.seats}),
    }
    withdrawn = screen.taken_back
    if withdrawn is not None:
        initial |= screen.entering.as_stored(withdrawn, screen.rules)
    form = screen.entering.form(rules=screen.rules, playing=screen.playing, initial=initial)
    uses_assets = bool(screen.pieces) and withdrawn is None and not with_assets
    context = {"again": withdrawn is not None, "light": uses_assets} | undo_context(screen)
    return form_context(screen, form, light=uses_assets) | context


def undo_context(screen: TableScreen) -> dict[str, Any]:
    last = screen.last_hand
    time_left = time_to_take_back(last.entry, at=timezone.now()) if last else None
    return {"undo_key": uuid.uuid4(), "undo_seconds": time_left.seconds} if time_left else {}


def agreement_context(request: HttpRequest, screen: TableScreen, signature: str) -> dict[str, Any]:
    """Return the confirmation status while there is something to confirm or read.

    A match that is won can be confirmed while the next one is played.
    """
    by_hand = screen.table.tournament.agreement == Agreement.HAND and screen.last_hand is not None
    if not (by_hand or any(match.result.winner for match in screen.play.matches)):
        return {}
    agreement = status_of_encounter(request, screen.table, screen.encounter, screen.sides)
    always_shown = by_hand or screen.encounter.state == EncounterState.DECIDED or screen.last_match
    if not always_shown and not agreement.waiting:
        return {}
    return {"agreement": agreement, "signature": f"{signature}|{agreement.signature}"}


def form_context(screen: TableScreen, form: EntryForm, *, light: bool = False) -> dict[str, Any]:
    hand_entry = screen.entering
    context = {} if light else hand_entry.beside(form, screen.seats, screen.tournament or screen.rules)
    context |= {"steps": hand_entry.steps(form), "charged": hand_entry.charged(screen.seats)}
    return {"shows": "hand", "form": form, "entering": hand_entry, **context}


def show_form(
    request: HttpRequest,
    screen: TableScreen,
    actor: Actor,
    form: EntryForm,
    *,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    preview = preview_hand(form, screen.seats, screen.paid_before(form))
    context = screen.context(actor) | form_context(screen, form)
    context |= {"preview": preview, "after": _after(screen, preview)}
    if status == HttpResponse.status_code and getattr(request, "htmx", False):
        return render(request, "scoring/table/_preview.html", context | extra)
    return render(request, screen.page, context | extra, status=status)


def posted_form(request: HttpRequest, table: Table) -> EntryForm:
    return form_of(request.POST, table)


def form_of(fields: QueryDict, table: Table) -> EntryForm:
    """Raises NotInThisGame."""
    rules = rules_of(table.tournament.rule_book)
    return hand_entry_of(rules).form(fields, rules=rules, playing=seats_in(table.tournament))


def _after(screen: TableScreen, preview: Preview) -> list[tuple[EncounterSide, int, int]]:
    if not preview.sides:
        return []
    points = preview.sides
    return [(side, points[side.letter], total + points[side.letter]) for side, total in screen.totals]


def _save(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    form = posted_form(request, table)
    if not form.names_its_hand:
        return refused(request, table, _("This form is incomplete. Open the table's page again."))
    try:
        encounter = encounter_of(table, form, at=timezone.now())
        if not form.sound:
            return _show_problems(request, table, actor, form)
        store_hand(encounter, form, by=actor, at=timezone.now())
    except Refused as refusal:
        return _explain_refusal(request, table, actor, form, refusal)
    return see_table(table)


def _explain_refusal(
    request: HttpRequest, table: Table, actor: Actor, form: EntryForm, refusal: Refused
) -> HttpResponse:
    match refusal:
        case HandRefused() | WarningsNotAccepted():
            return _show_problems(request, table, actor, form)
        case HandAlreadyRecorded() if screen := screen_of(table):
            return compare(request, screen, actor, form, refusal.entry)
        case HandBeforeMissing() if (screen := screen_of(table)) and screen.takes(form):
            return _offer_as_next(request, screen, actor)
    return refused(request, table, refusal.message, hand_stays_on_phone=True)


def _show_problems(request: HttpRequest, table: Table, actor: Actor, form: EntryForm) -> HttpResponse:
    screen = screen_of(table)
    if screen is None:
        return see_table(table)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return show_form(request, screen, actor, form, status=status, **_extra_context(request, screen))


def _offer_as_next(request: HttpRequest, screen: TableScreen, actor: Actor) -> HttpResponse:
    fields = request.POST.copy()
    fields["after"] = ""
    fields["match"], fields["deal"] = str(screen.match.number), str(screen.match.next_deal)
    form = screen.entering.form(fields, rules=screen.rules, playing=screen.playing)
    extra = _extra_context(request, screen) | {"as_next": True}
    return show_form(request, screen, actor, form, status=HTTPStatus.CONFLICT, **extra)


def _extra_context(request: HttpRequest, screen: TableScreen) -> dict[str, Any]:
    return {} if getattr(request, "htmx", False) else agreement_context(request, screen, screen.signature)
