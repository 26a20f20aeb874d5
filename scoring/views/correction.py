"""The hands of an encounter as they stand, and correcting one of them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.reports import parse_report_text
from scoring.domain import ledger
from scoring.domain.play import MatchPlay
from scoring.domain.refusals import DoubtsNotAccepted, HandChangedMeanwhile, HandRefused
from scoring.forms.correction import CorrectionForm, initial_of
from scoring.models import Entry
from tournaments import access
from tournaments.domain.actor import Actor
from tournaments.domain.progress import LaterPlayRestsOnIt
from tournaments.domain.refusals import Refused
from tournaments.models import Encounter, Table
from tournaments.views.http import SeeOther, see_other

from .at_table import at_table, refused
from .comparison import compare, typed_fields
from .entry import form_context, show_form
from .screen import Screen, Seat, totals_of


@dataclass(frozen=True)
class HandRow:
    """A deal as it stands now: its number, its version, the figures of both sides."""

    match: int
    deal: int
    number: int
    entry: Entry
    totals: dict[str, int]
    finisher: Seat | None

    @property
    def key(self) -> str:
        return f"{self.match}-{self.deal}"


@require_safe
@at_table
def list_hands(request: HttpRequest, table: Table, actor: Actor, encounter_id: UUID) -> HttpResponse:
    """Every hand of every match of an encounter, each with its way to a correction."""
    screen = _screen(table, actor, encounter_id)
    if not _may_correct(screen, actor):
        return _left(request, table)
    rows = _rows(screen)
    context = screen.context(actor) | {
        "matches": [(match, rows[match.number], totals_of(match)) for match in screen.play.matches],
        "corrected": request.GET.get("corrected"),
    }
    return render(request, "scoring/table/hands.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def correct_hand(
    request: HttpRequest, table: Table, actor: Actor, *, encounter_id: UUID, match: int, deal: int
) -> HttpResponse:
    """The form of a hand as it stands, and the new version that it saves."""
    screen = _screen(table, actor, encounter_id)
    if not _may_correct(screen, actor):
        return _left(request, table)
    stored = _stored(screen, match, deal)
    if request.method == "POST":
        return _save(request, screen, actor, stored)
    initial = initial_of(parse_report_text(stored.report), screen.rules) | {
        "encounter": encounter_id,
        "match": match,
        "deal": deal,
        "version": stored.version,
        "entry_key": uuid.uuid4(),
    }
    form = CorrectionForm(rules=screen.rules, initial=initial)
    context = screen.context(actor) | form_context(screen, form) | _correcting(screen, stored)
    return render(request, "scoring/table/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def preview_correction(
    request: HttpRequest, table: Table, actor: Actor, *, encounter_id: UUID, match: int, deal: int
) -> HttpResponse:
    """The explained score of a correction; what was typed as a new hand can be carried over to here.

    Loaded again, it leads back to the hand as it stands.
    """
    screen = _screen(table, actor, encounter_id)
    if request.method != "POST":
        return see_other("scoring:correct_hand", table.public_id, encounter_id, match, deal)
    if not _may_correct(screen, actor):
        return _left(request, table)
    data = request.POST.copy()
    data.setdefault("entry_key", str(uuid.uuid4()))
    form = CorrectionForm(data, rules=screen.rules)
    return show_form(request, screen, actor, form, **_correcting(screen, _stored(screen, match, deal)))


def _save(request: HttpRequest, screen: Screen, actor: Actor, stored: Entry) -> HttpResponse:
    form = CorrectionForm(request.POST, rules=screen.rules)
    correcting = _correcting(screen, stored)
    if not form.names_its_hand:
        return refused(request, screen.table, _("This form is incomplete. Open the table's page again."))
    if not form.sound or not form.gives_reason():
        return show_form(request, screen, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, **correcting)
    try:
        ledger.correct_hand(
            encounter=screen.encounter,
            match=stored.hand.match.number,
            deal=stored.hand.deal,
            version=form.cleaned_data["version"],
            report=form.report,
            reason=form.cleaned_data["reason"],
            entry_key=form.key,
            by=actor,
            at=timezone.now(),
            let_stand=form.cleaned_data["let_stand"] and _manages(screen, actor),
        )
    except Refused as refusal:
        return _explain(request, screen, actor, form=form, refusal=refusal, correcting=correcting)
    return _see_hands(screen, stored)


def _explain(
    request: HttpRequest,
    screen: Screen,
    actor: Actor,
    *,
    form: CorrectionForm,
    refusal: Refused,
    correcting: dict[str, Any],
) -> HttpResponse:
    """Nothing was changed: say why, in the way that helps with it."""
    match refusal:
        case HandRefused() | DoubtsNotAccepted():
            return show_form(
                request, screen, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, **correcting
            )
        case HandChangedMeanwhile():
            return compare(request, screen, actor, form, refusal.entry, changed_meanwhile=True)
        case LaterPlayRestsOnIt():
            return _later_play(request, screen, actor, refusal, correcting)
    return refused(request, screen.table, refusal.message)


def _later_play(
    request: HttpRequest, screen: Screen, actor: Actor, later: LaterPlayRestsOnIt, correcting: dict[str, Any]
) -> HttpResponse:
    """Nothing was changed: name the encounters that have begun, and let the organizer decide."""
    begun = Encounter.objects.filter(pk__in=[encounter.pk for encounter in later.encounters])
    context = {
        "begun": begun.select_related("table").prefetch_related("sides__entrant").order_by("pk"),
        "manages": _manages(screen, actor),
        "typed": typed_fields(request, "let_stand"),
    }
    return render(
        request,
        "scoring/table/later_play.html",
        screen.context(actor) | context | correcting,
        status=HTTPStatus.CONFLICT,
    )


def _screen(table: Table, actor: Actor, encounter_id: UUID) -> Screen:
    """An encounter of this table; for managers any one of the tournament. Everybody else gets 404."""
    related = Encounter.objects.select_related("stage__tournament", "group", "table")
    encounter = get_object_or_404(
        related.prefetch_related("sides__entrant__roster__player"),
        public_id=encounter_id,
        stage__tournament=table.tournament,
    )
    screen = Screen(table, encounter)
    if encounter.table_id != table.pk and not _manages(screen, actor):
        raise Http404
    if not screen.seats:
        raise Http404
    return screen


def _manages(screen: Screen, actor: Actor) -> bool:
    return actor.user is not None and access.may_manage(actor.user, screen.table.tournament)


def _may_correct(screen: Screen, actor: Actor) -> bool:
    """The table's phone corrects until the table has left the encounter; staff always."""
    return actor.user is not None or screen.encounter.left_table_at is None


def _left(request: HttpRequest, table: Table) -> HttpResponse:
    message = _(
        "This table has left that encounter."
        " Only somebody of the club's staff who is signed in can correct its hands now."
    )
    return refused(request, table, message)


def _stored(screen: Screen, match: int, deal: int) -> Entry:
    """The version of a hand that stands now, or 404."""
    played = screen.play.match(match)
    if played is None or not 1 <= deal <= len(played.hands):
        raise Http404
    return Entry.objects.select_related("hand__match").get(pk=played.hands[deal - 1].entry_id)


def _correcting(screen: Screen, stored: Entry) -> dict[str, Any]:
    """What the pages of a correction say of the hand that is corrected."""
    match = screen.play.match(stored.hand.match.number)
    assert match is not None
    deal = stored.hand.deal
    return {
        "correcting": stored,
        "corrected_match": match.number,
        "corrected_deal": deal,
        "corrected_number": match.numbers[deal - 1],
    }


def _rows(screen: Screen) -> dict[int, list[HandRow]]:
    """The hands of each match, in the order they were dealt."""
    entries = Entry.objects.in_bulk([hand.entry_id for match in screen.play.matches for hand in match.hands])
    return {match.number: _rows_of(screen, match, entries) for match in screen.play.matches}


def _rows_of(screen: Screen, match: MatchPlay, entries: dict[int, Entry]) -> list[HandRow]:
    return [
        HandRow(
            match.number,
            hand.deal,
            number,
            entries[hand.entry_id],
            hand.totals,
            screen.seat(entries[hand.entry_id].report_data.get("finisher")),
        )
        for hand, number in zip(match.hands, match.numbers, strict=True)
    ]


def _see_hands(screen: Screen, stored: Entry) -> SeeOther:
    address = reverse("scoring:table_hands", args=[screen.table.public_id, screen.encounter.public_id])
    return SeeOther(f"{address}?corrected={stored.hand.match.number}-{stored.hand.deal}")
