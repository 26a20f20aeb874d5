"""Correcting a hand of an encounter."""

from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from rules.games.okey101.reports import parse_report_text
from scoring.ledger.refusals import DoubtsNotAccepted, HandChangedMeanwhile, HandRefused, MatchIsOver
from scoring.models import Entry
from scoring.play import corrections
from scoring.play.later_play import LaterPlay, carry_out
from scoring.table.forms.correction import CorrectionForm, initial_of
from scoring.table.views.at_table import at_table, refused
from scoring.table.views.comparison import compare, typed_fields
from scoring.table.views.consequences import consequences_of_correction
from scoring.table.views.entry import form_context, show_form
from scoring.table.views.phone import Screen
from tournaments import access
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.domain.schedule.slots import LaterPlayRestsOnIt
from tournaments.models import Encounter, Table
from tournaments.views.back import asked_back, keep_back
from tournaments.views.http import SeeOther


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def correct_hand(
    request: HttpRequest, table: Table, actor: Actor, *, encounter_id: UUID, match: int, deal: int
) -> HttpResponse:
    """The form of a hand as it stands, and the new version that it saves."""
    screen = encounter_screen(table, actor, encounter_id)
    stored = _stored(screen, match, deal)
    if (why := hindrance(screen, actor, match)) is not None:
        return refused(request, table, why)
    if request.method == "POST":
        return _save(request, screen, actor, stored)
    initial = initial_of(parse_report_text(stored.report), screen.rules) | {
        "encounter": encounter_id,
        "match": match,
        "deal": deal,
        "version": stored.version,
        "entry_key": uuid.uuid4(),
    }
    form = CorrectionForm(rules=screen.rules, playing=screen.playing, initial=initial)
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
    screen = encounter_screen(table, actor, encounter_id)
    if request.method != "POST":
        here = reverse("scoring:correct_hand", args=[table.public_id, encounter_id, match, deal])
        return SeeOther(keep_back(request, here))
    if (why := hindrance(screen, actor, match)) is not None:
        return refused(request, table, why)
    data = request.POST.copy()
    data.setdefault("entry_key", str(uuid.uuid4()))
    form = CorrectionForm(data, rules=screen.rules, playing=screen.playing)
    return _show(request, screen, actor, form, _stored(screen, match, deal))


def _show(
    request: HttpRequest,
    screen: Screen,
    actor: Actor,
    form: CorrectionForm,
    stored: Entry,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The form with everything typed, its explained score, and what would change with it."""
    consequences = consequences_of_correction(screen.encounter, stored, form, actor)
    told = _correcting(screen, stored) | {"consequences": consequences}
    return show_form(request, screen, actor, form, status=status, **told)


def _save(request: HttpRequest, screen: Screen, actor: Actor, stored: Entry) -> HttpResponse:
    form = CorrectionForm(request.POST, rules=screen.rules, playing=screen.playing)
    if not form.names_its_hand:
        return refused(request, screen.table, _("This form is incomplete. Open the table's page again."))
    if not form.sound or not form.gives_reason():
        return _show(request, screen, actor, form, stored, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    now = timezone.now()

    def write(let_stand: bool) -> object:
        return corrections.correct_hand(
            encounter=screen.encounter,
            match=stored.hand.match.number,
            deal=stored.hand.deal,
            version=form.cleaned_data["version"],
            report=form.report,
            reason=form.cleaned_data["reason"],
            entry_key=form.key,
            by=actor,
            at=now,
            let_stand=let_stand,
        )

    chosen = form.cleaned_data.get("later") if _manages(screen, actor) else None
    try:
        carry_out(write, tournament=screen.table.tournament, later=chosen or LaterPlay.ASKS, by=actor, at=now)
    except Refused as refusal:
        return _explain(request, screen, actor, form=form, refusal=refusal, stored=stored)
    return _see_what_became(request, screen, stored)


def _explain(
    request: HttpRequest,
    screen: Screen,
    actor: Actor,
    *,
    form: CorrectionForm,
    refusal: Refused,
    stored: Entry,
) -> HttpResponse:
    """Nothing was changed: say why, in the way that helps with it."""
    match refusal:
        case HandRefused() | DoubtsNotAccepted():
            return _show(request, screen, actor, form, stored, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        case HandChangedMeanwhile():
            return compare(request, screen, actor, form, refusal.entry, changed_meanwhile=True)
        case LaterPlayRestsOnIt():
            return _later_play(request, screen, actor, refusal, _correcting(screen, stored))
    return refused(request, screen.table, refusal.message)


def _later_play(
    request: HttpRequest, screen: Screen, actor: Actor, later: LaterPlayRestsOnIt, correcting: dict[str, Any]
) -> HttpResponse:
    """Nothing was changed: name the encounters that have begun, and let the organizer decide."""
    begun = Encounter.objects.filter(pk__in=[encounter.pk for encounter in later.encounters])
    context = {
        "begun": begun.select_related("table").prefetch_related("sides__entrant").order_by("pk"),
        "manages": _manages(screen, actor),
        "typed": typed_fields(request, "later"),
    }
    return render(
        request,
        "scoring/table/later_play.html",
        screen.context(actor) | context | correcting,
        status=HTTPStatus.CONFLICT,
    )


def encounter_screen(table: Table, actor: Actor, encounter_id: UUID) -> Screen:
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


def hindrance(screen: Screen, actor: Actor, match: int | None = None) -> str | None:
    """Why the table's phone can't correct hands (of a match); staff always can.

    It can until the match is over, which it may also see in a list until the table has left the encounter.
    """
    if actor.user is not None:
        return None
    if screen.encounter.reopened_at is not None:
        return None
    if screen.encounter.left_table_at is not None:
        return _(
            "This table has left that encounter."
            " Only somebody of the club's staff who is signed in can correct its hands now."
        )
    played = screen.play.match(match) if match else None
    if played is not None and played.result.winner is not None:
        return MatchIsOver().message
    return None


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


def _see_what_became(request: HttpRequest, screen: Screen, stored: Entry) -> HttpResponse:
    """Back to where the correction was begun; else to the hands of the encounter."""
    back = asked_back(request)
    if not back:
        return _see_hands(screen, stored)
    of_hand = _correcting(screen, stored)
    told = {"match": of_hand["corrected_match"], "number": of_hand["corrected_number"]}
    messages.success(request, _("Match %(match)s, hand %(number)s is corrected.") % told)
    if request.headers.get("HX-Request"):  # which would put a part of that page into this one
        return HttpResponseClientRedirect(back)
    return SeeOther(back)


def _see_hands(screen: Screen, stored: Entry) -> SeeOther:
    address = reverse("scoring:table_hands", args=[screen.table.public_id, screen.encounter.public_id])
    return SeeOther(f"{address}?corrected={stored.hand.match.number}-{stored.hand.deal}")
