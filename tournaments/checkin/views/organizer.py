from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404, shown_tournament_or_404
from tournaments.checkin.domain import phone_check_in, room_code
from tournaments.checkin.forms import WindowForm
from tournaments.languages import default_path
from tournaments.models import CheckIn, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg

_PAGE = "tournaments/checkin/settings.html"


@require_http_methods(["GET", "HEAD", "POST"])
def check_in_by_phone(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Edit the window, in the club's time zone; 422 if refused."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        existing = phone_check_in.check_in_of(tournament)
        data = request.POST if request.method == "POST" else None
        form = WindowForm(data, tournament=tournament, check_in=existing)
        context = _context(request, tournament, form=form)
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
    """Renew by POST, 422 if refused; GET redirects."""
    success = _("The room has a new code. Hang up the new poster.")
    return _renew(request, tournament_id, phone_check_in.renew_code, success)


@require_http_methods(["GET", "HEAD", "POST"])
def renew_screen_link(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Renew by POST, 422 if refused; GET redirects."""
    success = _("The screen has a new link. The old one is void: scan the new one.")
    return _renew(request, tournament_id, phone_check_in.renew_screen_link, success)


def _renew(
    request: PageRequest, tournament_id: UUID, renew: Callable[..., None], success: str
) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method == "POST":
        try:
            renew(tournament=tournament, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            with timezone.override(ZoneInfo(tournament.club.time_zone)):
                existing = phone_check_in.check_in_of(tournament)
                form = WindowForm(tournament=tournament, check_in=existing)
                return render_refusal(
                    request, _PAGE, _context(request, tournament, form=form, refusal=refusal)
                )
        messages.success(request, success)
    return see_other("tournaments:check_in_by_phone", tournament.public_id)


@never_cache
@require_safe
def room_screen(request: PageRequest, tournament_id: UUID, screen_code: str) -> HttpResponse:
    """Without account or navigation, for a tablet at the door.

    404 for a wrong or renewed code; an open screen then reloads, which takes the room's code off it.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    check_in = phone_check_in.check_in_of(tournament)
    if check_in is None or not constant_time_compare(screen_code, check_in.screen_code):
        if request.htmx:
            return HttpResponse(status=404, headers={"HX-Refresh": "true"})
        raise Http404
    fragment = "tournaments/checkin/_room_code.html"
    page = fragment if request.htmx else "tournaments/checkin/room_screen.html"
    return render(request, page, _code_context(request, tournament, check_in))


@never_cache
@require_safe
def room_poster(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the fixed code, or the address for typing it."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    check_in = phone_check_in.check_in_of(tournament)
    context = organizer_context(
        request, tournament, "check_in", **_code_context(request, tournament, check_in, poster=True)
    )
    return render(request, "tournaments/checkin/poster.html", context)


def _code_context(
    request: PageRequest, tournament: Tournament, check_in: CheckIn | None, *, poster: bool = False
) -> dict[str, Any]:
    """Return code and QR code; a poster shows no code that changes, but the page for typing it."""
    at = timezone.now()
    shows_code = check_in is not None and not (poster and check_in.changing)
    code = room_code.code_at(check_in, at=at) if check_in and shows_code else ""
    typing_address = public_address(request) + default_path("tournaments:self_check_in", tournament.public_id)
    link = typing_address
    if check_in and shows_code:
        link_code = room_code.link_code_at(check_in, at=at)
        link = public_address(request) + default_path(
            "tournaments:self_check_in_link", tournament.public_id, link_code
        )
    return {
        **_window_context(request, tournament, check_in),
        "code": room_code.format_code(code) if code else "",
        "typing_address": typing_address.partition("://")[2],
        "qr": qr_svg(link),
        "seconds_left": room_code.seconds_left(at=at),
    }


def _context(request: PageRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    check_in = phone_check_in.check_in_of(tournament)
    context = _window_context(request, tournament, check_in)
    if check_in is not None:
        screen_link = public_address(request) + default_path(
            "tournaments:check_in_screen", tournament.public_id, check_in.screen_code
        )
        context |= {"screen_link": screen_link, "screen_qr": qr_svg(screen_link)}
    return organizer_context(request, tournament, "check_in", **{**context, **extra})


def _window_context(request: PageRequest, tournament: Tournament, check_in: CheckIn | None) -> dict[str, Any]:
    at = timezone.now()
    state = phone_check_in.window_state(tournament, check_in, at=at)
    counted = tournament.entrants.aggregate(all=Count("pk"), here=Count("checked_in_at"))
    return {
        "tournament": tournament,
        "club": tournament.club,
        "check_in": check_in,
        "window_state": state.value,
        "typing_closed": check_in is not None and room_code.is_typing_limited(check_in, at=at),
        "present_count": counted["here"],
        "entrant_count": counted["all"],
        "this_machine_only": is_loopback_only(public_address(request)),
    }
