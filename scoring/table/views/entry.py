"""Entering a hand: the form, its preview, and saving it exactly once."""

from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.games.okey101.bounds import bounds
from rules.games.okey101.reports import parse_report_text
from scoring.ledger.plays import Fate
from scoring.ledger.refusals import DoubtsNotAccepted, HandAlreadyRecorded, HandRefused
from scoring.ledger.rulebooks import rules_of_101
from scoring.ledger.seating import seating_of, seats_in
from scoring.play.withdrawals import time_to_take_back
from scoring.reading.cited import every_citation
from scoring.sides.views.status import status_of_encounter
from scoring.table.forms import HandForm
from scoring.table.forms.correction import initial_of
from scoring.table.views.at_table import at_table, posted_to_table, refused, see_table
from scoring.table.views.comparison import compare
from scoring.table.views.phone import Screen, screen_of
from scoring.table.views.preview import Preview, hint_texts, preview_hand
from scoring.table.views.storing import encounter_of, store_hand
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import Agreement, EncounterState
from tournaments.models import EncounterSide, Table


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def enter_hand(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The form of the table's next hand, and what it saves."""
    if request.method == "POST":
        return _save(request, table, actor)
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or screen.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return see_table(table)
    if not screen.kept_by(actor) or screen.fate is Fate.REFEREE:
        return see_table(table)
    context = screen.context(actor) | entry_context(screen)
    context |= agreement_context(request, screen, context["signature"])
    return render(request, "scoring/table/page.html", context)


@posted_to_table
def preview_entry(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The explained score of what is in the form, as a fragment; the whole page without JavaScript."""
    screen = screen_of(table)
    if screen is None or not screen.seats:
        return see_table(table)
    form = HandForm(request.POST, rules=screen.rules, playing=screen.playing)
    return show_form(request, screen, actor, form, **_beside(request, screen))


def entry_context(screen: Screen) -> dict[str, Any]:
    """A new form for the next deal, with a key of its own; filled in again where it was taken back."""
    match = screen.match
    initial = {
        "encounter": screen.encounter.public_id,
        "match": match.number,
        "deal": match.next_deal,
        "entry_key": uuid.uuid4(),
        "seating": seating_of({seat.code: str(seat.player.public_id) for seat in screen.seats}),
    }
    again = screen.taken_back
    if again is not None:
        initial |= initial_of(parse_report_text(again.report), screen.rules)
    return (
        form_context(screen, HandForm(rules=screen.rules, playing=screen.playing, initial=initial))
        | {"again": again is not None}
        | undo_context(screen)
    )


def undo_context(screen: Screen) -> dict[str, Any]:
    """The key by which the last hand is taken back, and for how many seconds that is possible."""
    last = screen.last_hand
    left = time_to_take_back(last.entry, at=timezone.now()) if last else None
    return {"undo_key": uuid.uuid4(), "undo_seconds": left.seconds} if left else {}


def agreement_context(request: HttpRequest, screen: Screen, signature: str) -> dict[str, Any]:
    """What both sides said of the matches, as long as there is something for them to confirm or to look at.

    The code by which they do it goes with it: a match that is won can be confirmed while the next is played.
    """
    by_hand = screen.table.tournament.agreement == Agreement.HAND and screen.last_hand is not None
    if not (by_hand or any(match.result.winner for match in screen.play.matches)):
        return {}
    agreement = status_of_encounter(request, screen.table, screen.encounter, screen.sides)
    resting = by_hand or screen.encounter.state == EncounterState.DECIDED or screen.last_match
    if not resting and not agreement.waiting:
        return {}
    return {"agreement": agreement, "signature": f"{signature}|{agreement.signature}"}


def form_context(screen: Screen, form: HandForm) -> dict[str, Any]:
    """A hand form: the sheet of each seat, small print on its choices, what the phone checks by itself."""
    return {
        "shows": "hand",
        "form": form,
        "sheets": [(seat, form.seats[seat.code]) for seat in screen.seats],
        "hints": hint_texts(screen.rules),
        "bounds": _bounds(screen),
    }


def _bounds(screen: Screen) -> dict[str, Any]:
    """What the phone checks by itself, and where the book tells each rule of that."""
    told = bounds(screen.rules, get_language() or "tr")
    return told | {"book": every_citation(screen.tournament or screen.rules, told["words"])}


def show_form(
    request: HttpRequest, screen: Screen, actor: Actor, form: HandForm, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """The form with everything typed, each problem on its field, and the explained score."""
    preview = preview_hand(form, screen.seats)
    context = screen.context(actor) | form_context(screen, form)
    context |= {"preview": preview, "after": _after(screen, preview)}
    if status == HttpResponse.status_code and getattr(request, "htmx", False):
        return render(request, "scoring/table/_preview.html", context | extra)
    return render(request, screen.page, context | extra, status=status)


def _after(screen: Screen, preview: Preview) -> list[tuple[EncounterSide, int, int]]:
    """Each side with what this hand adds, and the match's total with it."""
    if not preview.sides:
        return []
    added = preview.sides
    return [(side, added[side.letter], total + added[side.letter]) for side, total in screen.totals]


def _save(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    form = HandForm(
        request.POST, rules=rules_of_101(table.tournament.rule_book), playing=seats_in(table.tournament)
    )
    if not form.names_its_hand:
        return refused(request, table, _("This form is incomplete. Open the table's page again."))
    try:
        encounter = encounter_of(table, form, at=timezone.now())
        if not form.sound:
            return _ask_again(request, table, actor, form)
        store_hand(encounter, form, by=actor, at=timezone.now())
    except Refused as refusal:
        return _explain(request, table, actor, form, refusal)
    return see_table(table)


def _explain(
    request: HttpRequest, table: Table, actor: Actor, form: HandForm, refusal: Refused
) -> HttpResponse:
    """Nothing was stored by this request: say why, in the way that helps with it."""
    match refusal:
        case HandRefused() | DoubtsNotAccepted():
            return _ask_again(request, table, actor, form)
        case HandAlreadyRecorded() if screen := screen_of(table):
            return compare(request, screen, actor, form, refusal.entry)
    return refused(request, table, refusal.message)


def _ask_again(request: HttpRequest, table: Table, actor: Actor, form: HandForm) -> HttpResponse:
    """Nothing was stored: show what is wrong or doubtful, with everything typed."""
    screen = screen_of(table)
    if screen is None:
        return see_table(table)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return show_form(request, screen, actor, form, status=status, **_beside(request, screen))


def _beside(request: HttpRequest, screen: Screen) -> dict[str, Any]:
    """What both sides said, where the answer is a whole page."""
    return {} if getattr(request, "htmx", False) else agreement_context(request, screen, screen.signature)
