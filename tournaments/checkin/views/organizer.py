from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.checkin.domain import phone_check_in
from tournaments.checkin.forms import WindowForm
from tournaments.languages import default_path
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other
from tournaments.web.public_address import public_address
from tournaments.web.qr import qr_svg

from . import room_context

_PAGE = "tournaments/checkin/settings.html"


@require_http_methods(["GET", "HEAD", "POST"])
def check_in_by_phone(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """GET shows the form; POST stores the window, in the club's time zone; 422 if refused."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        existing = phone_check_in.check_in_of(tournament)
        data = request.POST if request.method == "POST" else None
        form = WindowForm(data, tournament=tournament, check_in=existing)
        context = _phone_check_in_page_context(request, tournament, form=form)
        if not form.is_bound:
            return render(request, _PAGE, context)
        if not form.is_valid():
            return render_refusal(request, _PAGE, context)
        try:
            phone_check_in.set_window(
                tournament=tournament,
                window=form.window,
                seen=form.seen_window,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
            return render_refusal(request, _PAGE, context)
    messages.success(request, form.with_merged(_("Check-in by phone is saved.")))
    return see_other("tournaments:check_in_by_phone", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def renew_room_code(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """POST replaces the room's code, 422 if refused; GET redirects."""
    success = _("The room has a new code. Hang up the new poster.")
    return _renew(request, tournament_id, phone_check_in.renew_code, success)


@require_http_methods(["GET", "HEAD", "POST"])
def renew_screen_link(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """POST replaces the screen's link, 422 if refused; GET redirects."""
    success = _("The screen has a new link. The old one is void: scan the new one.")
    return _renew(request, tournament_id, phone_check_in.renew_screen_link, success)


def _renew(
    request: PageRequest, tournament_id: UUID, renew: Callable[..., None], success: str
) -> HttpResponse:
    """On POST call `renew`; refusals (422) show the settings, where all else redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method == "POST":
        try:
            renew(tournament=tournament, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            with timezone.override(ZoneInfo(tournament.club.time_zone)):
                existing = phone_check_in.check_in_of(tournament)
                form = WindowForm(tournament=tournament, check_in=existing)
                return render_refusal(
                    request,
                    _PAGE,
                    _phone_check_in_page_context(request, tournament, form=form, refusal=refusal),
                )
        messages.success(request, success)
    return see_other("tournaments:check_in_by_phone", tournament.public_id)


@never_cache
@require_safe
def room_poster(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the room's code if fixed, else the address for typing it."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    context = organizer_context(
        request,
        tournament,
        "check_in",
        **room_context.code_context(request, tournament, phone_check_in.check_in_of(tournament), poster=True),
    )
    return render(request, "tournaments/checkin/poster.html", context)


def _phone_check_in_page_context(
    request: PageRequest, tournament: Tournament, **extra: Any
) -> dict[str, Any]:
    """Add link and QR code of the room's screen once check-in by phone is set up."""
    context = room_context.window_context(request, tournament, phone_check_in.check_in_of(tournament))
    if check_in := context["check_in"]:
        screen_link = public_address(request) + default_path(
            "tournaments:check_in_screen", tournament.public_id, check_in.screen_code
        )
        context |= {"screen_link": screen_link, "screen_qr": qr_svg(screen_link)}
    return organizer_context(request, tournament, "check_in", **{**context, **extra})
