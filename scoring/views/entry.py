"""Entering a hand: the form, its preview, and saving it exactly once."""

from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.domain import ledger
from scoring.domain.refusals import DoubtsNotAccepted, HandAlreadyRecorded, HandRefused
from scoring.domain.rulebooks import rules_of
from scoring.forms import HandForm
from scoring.models import Entry
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Table

from .at_table import at_table, posted_to_table, refused, see_table
from .comparison import compare
from .preview import Preview, hint_texts, preview_hand
from .screen import Screen, screen_of


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def enter_hand(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The form of the table's next hand, and what it saves."""
    if request.method == "POST":
        return _save(request, table, actor)
    screen = screen_of(table)
    if screen is None or screen.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return see_table(table)
    return render(request, "scoring/table/page.html", screen.context(actor) | entry_context(screen))


@posted_to_table
def preview_entry(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The explained score of what is in the form, as a fragment; the whole page without JavaScript."""
    screen = screen_of(table)
    if screen is None or not screen.seats:
        return see_table(table)
    form = HandForm(request.POST, rules=screen.rules)
    return show_form(request, screen, actor, form)


def entry_context(screen: Screen) -> dict[str, Any]:
    """A new form for the next deal, with the key that names this attempt."""
    match = screen.match
    initial = {
        "encounter": screen.encounter.public_id,
        "match": match.number,
        "deal": match.next_deal,
        "entry_key": uuid.uuid4(),
    }
    return form_context(screen, HandForm(rules=screen.rules, initial=initial))


def form_context(screen: Screen, form: HandForm) -> dict[str, Any]:
    """A hand form with the sheet of each seat, and the small print on its choices."""
    return {
        "shows": "hand",
        "form": form,
        "sheets": [(seat, form.seats[seat.code]) for seat in screen.seats],
        "hints": hint_texts(screen.rules),
    }


def show_form(
    request: HttpRequest, screen: Screen, actor: Actor, form: HandForm, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """The form with everything typed, each problem on its field, and the explained score."""
    preview = preview_hand(form, screen.seats)
    context = screen.context(actor) | form_context(screen, form)
    context |= {"preview": preview, "after": _after(screen, preview)}
    if status == HttpResponse.status_code and getattr(request, "htmx", False):
        return render(request, "scoring/table/_preview.html", context | extra)
    return render(request, "scoring/table/page.html", context | extra, status=status)


def _after(screen: Screen, preview: Preview) -> list[tuple[EncounterSide, int, int]]:
    """Each side with what this hand adds, and the match's total with it."""
    if not preview.sides:
        return []
    added = preview.sides
    return [(side, added[side.letter], total + added[side.letter]) for side, total in screen.totals]


def _save(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    form = HandForm(request.POST, rules=rules_of(table.tournament.rule_book))
    encounter = Encounter.objects.waiting_at_tables().filter(table=table).first()
    if encounter is None or str(encounter.public_id) != request.POST.get("encounter"):
        return _not_here(request, table, form)
    if not form.names_its_hand:
        return refused(request, table, _("This form is incomplete. Open the table's page again."))
    if not form.sound:
        return _ask_again(request, table, actor, form)
    try:
        ledger.record_hand(
            encounter=encounter,
            match=form.cleaned_data["match"],
            deal=form.cleaned_data["deal"],
            report=form.report,
            entry_key=form.key,
            by=actor,
            at=timezone.now(),
        )
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
    return show_form(request, screen, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _not_here(request: HttpRequest, table: Table, form: HandForm) -> HttpResponse:
    """A hand of an encounter that this table doesn't play now, unless it is one that was saved before."""
    if (
        form.readable
        and Entry.objects.filter(
            entry_key=form.key,
            hand__match__encounter__table=table,
            hand__match__encounter__public_id=form.cleaned_data["encounter"],
        ).exists()
    ):
        return see_table(table)
    message = _("This hand belongs to an encounter that this table does not play now. Nothing was saved.")
    return refused(request, table, message)
