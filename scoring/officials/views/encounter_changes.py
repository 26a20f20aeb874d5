from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.ledger.encounter_state import waits_for_organizer
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from scoring.play import reopening
from scoring.queries.player_labels import make_names_distinct
from tournaments.access import managed_encounter_or_404
from tournaments.enums import DECIDED_BY_HANDS, WALKOVERS, EncounterState, EntrantKind, Part, SideLetter
from tournaments.models import Encounter, Table
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.schedule import replacements
from tournaments.small_inputs import parse_small_number
from tournaments.tables.domain import move_encounter, tables
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal
from tournaments.web.return_links import return_page, with_return_page

PAGE = "scoring/officials/changes/encounter_changes.html"


@require_safe
def encounter_changes(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    encounter = managed_encounter_or_404(request.user, encounter_id)
    return render(request, PAGE, _encounter_changes_context(request, encounter))


@require_http_methods(["GET", "HEAD", "POST"])
def move_to_table(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """On POST, move to the posted table number: 404 if unknown, 422 if refused.

    Redirects to its changes.
    """
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if request.method != "POST":
        return _redirect(request, encounter)
    tournament_tables = Table.objects.filter(tournament=encounter.stage.tournament)
    table = get_object_or_404(tournament_tables, number=parse_small_number(request.POST.get("table")))
    try:
        move_encounter.move_encounter(
            encounter=encounter, table=table, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(
            request, PAGE, {**_encounter_changes_context(request, encounter), "refusal": refusal}
        )
    messages.success(request, _("The encounter is now at table %(number)s.") % {"number": table.number})
    return SeeOther(return_page(request, _address(encounter)))


@require_http_methods(["GET", "HEAD", "POST"])
def swap_in_play(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """On POST, swap partners' seats on `side` (A or B, else nothing) from the next hand on; 422 if refused.

    Redirects to the encounter's changes.
    """
    encounter = managed_encounter_or_404(request.user, encounter_id)
    letter = request.POST.get("side", "")
    if request.method != "POST" or letter not in SideLetter.values[:2]:
        return _redirect(request, encounter)
    try:
        tables.swap_partners_in_play(
            encounter=encounter, letter=SideLetter(letter), by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(
            request, PAGE, {**_encounter_changes_context(request, encounter), "refusal": refusal}
        )
    messages.success(request, _("The partners change seats from the next hand on."))
    return SeeOther(return_page(request, _address(encounter)))


@require_http_methods(["GET", "HEAD", "POST"])
def reopen_encounter(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Preview reopening a decided encounter; “save” stores it. GET redirects to its changes."""
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if request.method != "POST":
        return _redirect(request, encounter)
    reason = request.POST.get("reason", "")[:200]
    change = PreviewedChange(
        heading=_("Reopen the encounter"),
        explanation=_(
            "It has no result until you close it again. Its hands stay, and the table can correct them."
        ),
        button=_("Reopen it"),
        success_message=_("The encounter is reopened. Close it once its hands are right."),
        write=partial(reopening.reopen_encounter, encounter=encounter, reason=reason),
        back_url=return_page(request, _address(encounter)),
    )
    return respond_to_change(request, encounter.stage.tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def close_encounter(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Preview closing a reopened encounter; “save” stores it. GET redirects to its changes."""
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if request.method != "POST":
        return _redirect(request, encounter)
    change = PreviewedChange(
        heading=_("Close the encounter"),
        explanation=_("Its hands decide who won; if one is missing, the encounter continues."),
        button=_("Close it"),
        success_message=_("The encounter is closed. Its hands decide the result."),
        write=partial(reopening.close_encounter, encounter=encounter),
        back_url=return_page(request, _address(encounter)),
    )
    return respond_to_change(request, encounter.stage.tournament, change)


def _encounter_changes_context(request: PageRequest, encounter: Encounter) -> dict[str, object]:
    """Return the encounter and what may change: table, walkover, partners' seats, reopening.

    Players' names are made distinct; `tables` are other open ones, none once decided.
    """
    tournament = encounter.stage.tournament
    in_order = encounter.sides.select_related("entrant").order_by("letter")
    sides = list(in_order.prefetch_related("entrant__roster__player"))
    make_names_distinct(player for side in sides for player in side.players)
    active = encounter.annulled_at is None
    undecided = active and encounter.state != EncounterState.DECIDED
    return organizer_context(
        request,
        tournament,
        "encounter",
        encounter=encounter,
        sides=sides,
        tables=list(tournament.tables.open().exclude(encounters=encounter).order_by("number"))
        if undecided
        else [],
        move_back=move_encounter.last_move(encounter) if undecided else None,
        may_walk_over=undecided
        and (encounter.state != EncounterState.PENDING or waits_for_organizer(encounter)),
        walked_over=active and encounter.decided_by in WALKOVERS,
        may_swap=undecided
        and encounter.state == EncounterState.PLAYING
        and tournament.kind == EntrantKind.PAIRS,
        may_reopen=active and encounter.decided_by in DECIDED_BY_HANDS,
        reopened=undecided and encounter.reopened_at is not None,
        extra_unplayed=undecided and encounter.part == Part.EXTRA and encounter.started_at is None,
        replaced_by=replacements.replacement_of(encounter),
    )


def _address(encounter: Encounter) -> str:
    return reverse("scoring:encounter_changes", args=[encounter.public_id])


def _redirect(request: PageRequest, encounter: Encounter) -> SeeOther:
    return SeeOther(with_return_page(request, _address(encounter)))
