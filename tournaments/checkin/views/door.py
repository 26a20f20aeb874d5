from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.checkin.domain import phone_check_in, presence, room_code
from tournaments.entrants.domain import removed_entrants
from tournaments.enums import TournamentState
from tournaments.models import Application, Entrant, EntrantPlayer, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.signup.domain import terms
from tournaments.signup.domain.contact_emails import Contact
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other

_PAGE, _MISSING = "tournaments/checkin/check_in_list.html", "tournaments/checkin/missing_entrants.html"
STATUS_FILTERS = ("missing", "here")
"""Values of `?show=…`."""


@dataclass(frozen=True)
class DeskRow:
    entrant: Entrant
    players: Sequence[str]
    contacts: Sequence[Contact]
    paid: bool

    @property
    def names(self) -> list[str]:
        return [self.entrant.real_name, *self.players]

    @property
    def here(self) -> bool:
        return self.entrant.checked_in_at is not None

    @property
    def shows_players(self) -> bool:
        """False for a single player, whose name is the entrant's."""
        return list(self.players) != [self.entrant.real_name]


@require_safe
def check_in(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """`?name=…` searches, `?show=missing` or `here` filters."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, _PAGE, _desk_context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def mark_present(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Check in, with `undo` out, 422 if refused; GET redirects."""

    def change(entrant: Entrant, *, marked: bool) -> None:
        presence.set_present(entrant=entrant, present=marked, by=actor_of(request), at=timezone.now())

    return _mark_entrant(request, tournament_id, entrant_id, change)


@require_http_methods(["GET", "HEAD", "POST"])
def mark_entrant_paid(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Mark as paid, with `undo` unpaid, 422 if refused; GET redirects."""

    def change(entrant: Entrant, *, marked: bool) -> None:
        presence.mark_paid(entrant=entrant, paid=marked, by=actor_of(request), at=timezone.now())

    return _mark_entrant(request, tournament_id, entrant_id, change)


def _mark_entrant(
    request: PageRequest, tournament_id: UUID, entrant_id: UUID, change: Callable[..., None]
) -> HttpResponse:
    """POST calls `change` with the entrant and `marked`, False if `undo` is posted; 422 if refused.

    GET redirects.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    entrant = get_object_or_404(tournament.entrants, public_id=entrant_id)
    if request.method != "POST":
        return see_other("tournaments:check_in", tournament.public_id)
    try:
        change(entrant, marked="undo" not in request.POST)
    except Refused as refusal:
        return render_refusal(request, _PAGE, _desk_context(request, tournament, refusal=refusal))
    return _return_to_desk(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def remove_missing_entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """GET lists the missing; POST removes those listed and still missing, 422 if refused.

    The waiting list moves up.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        missing = [expected for expected in _desk_rows(tournament) if not expected.here]
        context = organizer_context(
            request, tournament, "missing", missing_rows=missing, open=_is_open(tournament)
        )
        return render(request, _MISSING, context)
    try:
        removal = presence.remove_missing(
            tournament=tournament, listed_ids=_posted_ids(request), by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, _PAGE, _desk_context(request, tournament, refusal=refusal))
    messages.success(request, _("Taken off the list: %(count)s.") % {"count": removal.entrants})
    if removal.moved_up:
        moved = {"count": len(removal.moved_up)}
        messages.info(request, _("Moved up from the waiting list: %(count)s.") % moved)
    return see_other("tournaments:check_in", tournament.public_id)


def _return_to_desk(request: PageRequest, tournament: Tournament) -> HttpResponse:
    return SeeOther(_desk_address(tournament, request.POST.get("name", ""), request.POST.get("show", "")))


def _desk_address(tournament: Tournament, search: str, status_filter: str) -> str:
    filters = {name: value for name, value in (("name", search), ("show", status_filter)) if value}
    address = reverse("tournaments:check_in", args=[tournament.public_id])
    return f"{address}?{urlencode(filters)}" if filters else address


def _desk_context(request: PageRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    """Return rows of entrants that match `name` and `show`, posted or in the query; counts are of all.

    The missing are by name, those here latest first.
    """
    filters = request.POST if request.method == "POST" else request.GET
    search = one_line(filters.get("name", ""))[:MAX_NAME_LENGTH]
    status_filter = filters.get("show", "")
    entrants = _desk_rows(tournament)
    present_count, paid_count = sum(row.here for row in entrants), sum(row.paid for row in entrants)
    matching = [
        expected
        for expected in entrants
        if matches_search(search, expected.names) and _matches_filter(expected, status_filter)
    ]
    arrivals = [(at, row) for row in matching if (at := row.entrant.checked_in_at)]
    context = {
        "missing_rows": [row for row in matching if not row.here],
        "present_rows": [row for _at, row in sorted(arrivals, key=itemgetter(0), reverse=True)],
        "search": search,
        "desk_address": _desk_address(tournament, search, status_filter),
        "status_filter": status_filter if status_filter in STATUS_FILTERS else "",
        "present_count": present_count,
        "missing_count": len(entrants) - present_count,
        "removed": [
            row for row in removed_entrants.removed_entrants(tournament) if matches_search(search, row.names)
        ],
        "entrant_count": len(entrants),
        "entrants_text": describe_entrant_count(len(entrants), tournament.kind),
        "paid_text": describe_entrant_count(paid_count, tournament.kind),
        "open": _is_open(tournament),
        "fee": terms.terms_of(tournament).fee,
        "typing_closed": _is_typing_closed(tournament),
    }
    return organizer_context(request, tournament, "check_in", **{**context, **extra})


def _is_open(tournament: Tournament) -> bool:
    return tournament.state == TournamentState.OPEN


def _is_typing_closed(tournament: Tournament) -> bool:
    at, check_in = timezone.now(), phone_check_in.check_in_of(tournament)
    is_open = phone_check_in.window_state(tournament, check_in, at=at) == phone_check_in.WindowState.OPEN
    return is_open and check_in is not None and room_code.is_typing_limited(check_in, at=at)


def _matches_filter(row: DeskRow, status_filter: str) -> bool:
    return status_filter not in STATUS_FILTERS or row.here == (status_filter == "here")


def _desk_rows(tournament: Tournament) -> list[DeskRow]:
    """Five queries."""
    roster = EntrantPlayer.objects.select_related("player__card", "player__same_as__card").order_by("place")
    applications = Application.objects.prefetch_related("joined").order_by("pk")
    entrants = tournament.entrants.prefetch_related(
        Prefetch("roster", roster), Prefetch("applications", applications)
    )
    expected = [_desk_row(entrant) for entrant in entrants.order_by("number")]
    return sorted(expected, key=lambda row: (turkish_order(row.entrant.real_name), row.entrant.number))


def _desk_row(entrant: Entrant) -> DeskRow:
    """Return real names, payment, and contacts: applicants' first, then each player's phone or else email."""
    players = [row.player.person for row in entrant.roster.all()]
    applications = list(entrant.applications.all())
    applicants = [each for own in applications for each in (own, *own.joined.all())]
    cards = [(player.real_name, card) for player in players if (card := getattr(player, "card", None))]
    contacts = [
        *(Contact(applicant.player_1, applicant.contact) for applicant in applicants),
        *(Contact(name, card.phone or card.email) for name, card in cards),
    ]
    return DeskRow(
        entrant,
        [player.real_name for player in players],
        list({contact.text: contact for contact in contacts if contact.text}.values()),
        entrant.has_paid,
    )


def _posted_ids(request: PageRequest) -> list[UUID]:
    ids = []
    for typed in request.POST.getlist("seen"):
        try:
            ids.append(UUID(typed))
        except ValueError:
            continue
    return ids
