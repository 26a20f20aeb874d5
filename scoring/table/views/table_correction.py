"""A phone corrects until the match is over, staff at any time."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.ledger.refusals import MatchIsOver
from scoring.table.views.hand_correction import HandCorrection
from scoring.table.views.table_access import at_table, show_refusal
from scoring.table.views.table_screen import TableScreen
from tournaments import access
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table
from tournaments.web.http import SeeOther
from tournaments.web.return_links import with_return_page


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def correct_hand(
    request: HttpRequest, table: Table, actor: Actor, *, encounter_id: UUID, match: int, deal: int
) -> HttpResponse:
    """Show the correction form; POST stores it. 409 if this phone may not correct."""
    screen = encounter_screen(table, actor, encounter_id)
    correction = HandCorrection(request, screen, actor, match, deal)
    if (reason := correction_blocker(screen, actor, match)) is not None:
        return show_refusal(request, table, reason)
    return correction.save() if request.method == "POST" else correction.show()


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def preview_correction(
    request: HttpRequest, table: Table, actor: Actor, *, encounter_id: UUID, match: int, deal: int
) -> HttpResponse:
    """Preview the posted correction; 409 if this phone may not correct. GET (on reload) redirects."""
    screen = encounter_screen(table, actor, encounter_id)
    if request.method != "POST":
        correction_url = reverse("scoring:correct_hand", args=[table.public_id, encounter_id, match, deal])
        return SeeOther(with_return_page(request, correction_url))
    if (reason := correction_blocker(screen, actor, match)) is not None:
        return show_refusal(request, table, reason)
    return HandCorrection(request, screen, actor, match, deal).preview()


def encounter_screen(table: Table, actor: Actor, encounter_id: UUID) -> TableScreen:
    """Find an encounter at this table, for managers any of the tournament.

    Raises Http404 otherwise, and while its players are unknown.
    """
    encounters = Encounter.objects.select_related("stage__tournament", "group", "table")
    encounter = get_object_or_404(
        encounters.prefetch_related("sides__entrant__roster__player"),
        public_id=encounter_id,
        stage__tournament=table.tournament,
    )
    screen = TableScreen(table, encounter)
    if encounter.table_id != table.pk and not _manages(screen, actor):
        raise Http404
    if not screen.seats:
        raise Http404
    return screen


def _manages(screen: TableScreen, actor: Actor) -> bool:
    return actor.user is not None and access.may_manage(actor.user, screen.table.tournament)


def correction_blocker(screen: TableScreen, actor: Actor, match: int | None = None) -> str | None:
    """Return why a table's phone can't correct `match` (won) or any (encounter left); None if it can.

    Staff always can; phones can again in a reopened encounter.
    """
    if actor.user is not None:
        return None
    if screen.encounter.reopened_at is not None:
        return None
    if screen.encounter.left_table_at is not None:
        return _(
            "This table no longer plays that encounter. Only signed-in staff of the club can correct its "
            "hands now."
        )
    played = screen.play.match(match) if match else None
    if played is not None and played.result.winner is not None:
        return MatchIsOver().message
    return None
