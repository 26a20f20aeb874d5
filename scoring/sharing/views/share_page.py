from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import conditional_page, require_safe

from scoring.queries.encounter_page import read_encounter
from scoring.queries.tournament_context import read_tournament_context
from tournaments.access import shown_encounter_or_404, shown_tournament_or_404
from tournaments.web.http import PageRequest
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg


@require_safe
@conditional_page
def share_tournament(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the tournament's link, QR code and calendars, also the club's; 404 unless visible."""
    context = read_tournament_context(shown_tournament_or_404(request.user, tournament_id).public_id)
    page = reverse("scoring:tournament", args=[tournament_id])
    calendars = {
        "subscribe": subscription_address(request, "tournament_calendar", tournament_id),
        "subscribe_club": subscription_address(request, "club_calendar", context.tournament.club.public_id),
    }
    return _render_share_page(
        request, page, tournament_context=context, tournament=context.tournament, tab="share", **calendars
    )


@require_safe
@conditional_page
def share_encounter(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    view = read_encounter(shown_encounter_or_404(request.user, encounter_id).public_id)
    page = reverse("scoring:encounter", args=[encounter_id])
    return _render_share_page(request, page, tournament=view.tournament, listing=view.listing)


def subscription_address(request: PageRequest, name: str, public_id: UUID) -> str:
    host = public_address(request).partition("://")[2]
    return f"webcal://{host}{reverse(f'scoring:{name}', args=[public_id])}"


def _render_share_page(request: PageRequest, page: str, **about: object) -> HttpResponse:
    """Render link and QR code of `page`, a path, with `about` as context."""
    address = public_address(request)
    context = {
        **about,
        "page": page,
        "link": address + page,
        "short_link": (address + page).partition("://")[2],
        "qr": qr_svg(address + page),
        "this_machine_only": is_loopback_only(address),
        "address": address,
    }
    return render(request, "scoring/sharing/share_page.html", context)
