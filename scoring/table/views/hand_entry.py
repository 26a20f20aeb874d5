from __future__ import annotations

import uuid
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.confirmation.views.confirmation_status import read_encounter_status
from scoring.ledger.played_matches import BellOutcome
from scoring.ledger.refusals import HandAlreadyRecorded, HandBeforeMissing, HandRefused, WarningsNotAccepted
from scoring.ledger.seating import seating_token
from scoring.play.undo_hand import undo_time_left
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.save_hand import bound_form, find_hand_encounter, store_hand
from scoring.table.views.score_preview import Preview, preview_hand
from scoring.table.views.table_access import at_table, posted_to_table, redirect_to_table, show_refusal
from scoring.table.views.table_screen import TableScreen, screen_of
from scoring.table.views.version_comparison import render_comparison
from tournaments.enums import Agreement, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import EncounterSide, Table
from tournaments.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def enter_hand(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the form, with `?whole` also its shared assets; POST stores the hand.

    GET redirects to the table unless this keeper can enter one now.
    """
    if request.method == "POST":
        return _save(request, table, actor)
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or screen.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return redirect_to_table(table)
    if not screen.is_kept_by(actor) or screen.bell_outcome is BellOutcome.REFEREE:
        return redirect_to_table(table)
    context = screen.context(actor) | entry_context(screen, with_assets="whole" in request.GET)
    context |= agreement_context(request, screen, context["signature"])
    return render(request, "scoring/table/table_page.html", context)


@posted_to_table
def preview_entry(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer with a fragment; without JavaScript, with the whole page."""
    screen = screen_of(table)
    if screen is None or not screen.seats:
        return redirect_to_table(table)
    form = screen.entering.form(request.POST, rules=screen.rules, playing=screen.seat_codes)
    return show_form(request, screen, actor, form, **_extra_context(request, screen))


def entry_context(
    screen: TableScreen, *, with_assets: bool = False, initial: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a form for the next deal with its own key, prefilled after withdrawal (`again`), and undo.

    An empty form leaves shared assets to a script (`light`) unless `with_assets`.
    """
    match = screen.match
    values = {
        "encounter": screen.encounter.public_id,
        "match": match.number,
        "deal": match.next_deal,
        "entry_key": uuid.uuid4(),
        "seating": seating_token({seat.code: str(seat.player.public_id) for seat in screen.seats}),
        **(initial or {}),
    }
    withdrawn = screen.withdrawn_entry
    if withdrawn is not None:
        values |= screen.entering.initial_from_entry(withdrawn, screen.rules)
    form = screen.entering.form(rules=screen.rules, playing=screen.seat_codes, initial=values)
    uses_assets = bool(screen.form_assets_url) and withdrawn is None and not with_assets
    context = {"again": withdrawn is not None, "light": uses_assets} | undo_context(screen)
    return form_context(screen, form, light=uses_assets) | context


def undo_context(screen: TableScreen) -> dict[str, Any]:
    """Return `undo_key` and `undo_seconds` while the last hand can be undone, else nothing."""
    last = screen.last_hand
    time_left = undo_time_left(last.entry, at=timezone.now()) if last else None
    return {"undo_key": uuid.uuid4(), "undo_seconds": time_left.seconds} if time_left else {}


def agreement_context(request: HttpRequest, screen: TableScreen, signature: str) -> dict[str, Any]:
    """Return `agreement` and a `signature` that includes it; empty while there is nothing to confirm or read.

    A won match can be confirmed while the next is played.
    """
    by_hand = screen.table.tournament.agreement == Agreement.HAND and screen.last_hand is not None
    if not (by_hand or any(match.result.winner for match in screen.play.matches)):
        return {}
    agreement = read_encounter_status(request, screen.table, screen.encounter, screen.sides)
    always_shown = by_hand or screen.encounter.state == EncounterState.DECIDED or screen.last_match_won
    if not always_shown and not agreement.waiting:
        return {}
    return {"agreement": agreement, "signature": f"{signature}|{agreement.signature}"}


def form_context(screen: TableScreen, form: EntryForm, *, light: bool = False) -> dict[str, Any]:
    hand_entry = screen.entering
    context = {} if light else hand_entry.template_context(form, screen.seats)
    context |= {"steps": hand_entry.step_attributes(form), "charged": hand_entry.charged(screen.seats)}
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
    """Show form and preview; an htmx request gets only the preview if `status` is 200."""
    preview = preview_hand(form, screen.seats, screen.paid_before(form))
    context = screen.context(actor) | form_context(screen, form)
    context |= {"preview": preview, "after": _totals_after(screen, preview)}
    if status == HttpResponse.status_code and getattr(request, "htmx", False):
        return render(request, "scoring/table/_preview.html", context | extra)
    return render(request, screen.page, context | extra, status=status)


def _totals_after(screen: TableScreen, preview: Preview) -> list[tuple[EncounterSide, int, int]]:
    if not preview.sides:
        return []
    points = preview.sides
    return [(side, points[side.letter], total + points[side.letter]) for side, total in screen.totals]


def _save(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Store and redirect to the table; or show problems (422), the hand stored before, the refusal (409)."""
    form = bound_form(request.POST, table)
    if not form.has_valid_hand_id:
        return show_refusal(request, table, _("This form is incomplete. Open the table's page again."))
    try:
        encounter = find_hand_encounter(table, form, at=timezone.now())
        if not form.is_valid_hand:
            return _show_problems(request, table, actor, form)
        store_hand(encounter, form, by=actor, at=timezone.now())
    except Refused as refusal:
        return _explain_refusal(request, table, actor, form, refusal)
    return redirect_to_table(table)


def _explain_refusal(
    request: HttpRequest, table: Table, actor: Actor, form: EntryForm, refusal: Refused
) -> HttpResponse:
    """Show problems (422), else the hand stored before, an offer as the next deal, or the refusal (409)."""
    match refusal:
        case HandRefused() | WarningsNotAccepted():
            return _show_problems(request, table, actor, form)
        case HandAlreadyRecorded() if screen := screen_of(table):
            return render_comparison(request, screen, actor, form, refusal.entry)
        case HandBeforeMissing() if (screen := screen_of(table)) and screen.accepts_hand(form):
            return _offer_as_next(request, screen, actor)
    return show_refusal(request, table, refusal.message, hand_stays_on_phone=True)


def _show_problems(request: HttpRequest, table: Table, actor: Actor, form: EntryForm) -> HttpResponse:
    screen = screen_of(table)
    if screen is None:
        return redirect_to_table(table)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return show_form(request, screen, actor, form, status=status, **_extra_context(request, screen))


def _offer_as_next(request: HttpRequest, screen: TableScreen, actor: Actor) -> HttpResponse:
    fields = request.POST.copy()
    fields["after"] = ""
    fields["match"], fields["deal"] = str(screen.match.number), str(screen.match.next_deal)
    form = screen.entering.form(fields, rules=screen.rules, playing=screen.seat_codes)
    extra = _extra_context(request, screen) | {"offered_as_next": True}
    return show_form(request, screen, actor, form, status=HTTPStatus.CONFLICT, **extra)


def _extra_context(request: HttpRequest, screen: TableScreen) -> dict[str, Any]:
    return {} if getattr(request, "htmx", False) else agreement_context(request, screen, screen.signature)
