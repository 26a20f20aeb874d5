from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from tournaments.checkin.domain import phone_check_in, room_code
from tournaments.languages import default_path
from tournaments.models import CheckIn, EntrantPlayer, Tournament
from tournaments.web.http import PageRequest
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg


def prefetch_players() -> Prefetch[str]:
    return Prefetch("roster", EntrantPlayer.objects.select_related("player").order_by("place"))


def code_context(
    request: PageRequest, tournament: Tournament, check_in: CheckIn | None, *, poster: bool = False
) -> dict[str, Any]:
    """Return code and QR code; the typing page's QR code without check-in, or on a poster if codes change."""
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
        **window_context(request, tournament, check_in),
        "code": room_code.format_code(code) if code else "",
        "typing_address": typing_address.partition("://")[2],
        "qr": qr_svg(link),
        "seconds_left": room_code.seconds_left(at=at),
    }


def window_context(request: PageRequest, tournament: Tournament, check_in: CheckIn | None) -> dict[str, Any]:
    """Return the window's state, if typing codes is closed, and if codes only work on this machine."""
    at = timezone.now()
    state = phone_check_in.window_state(tournament, check_in, at=at)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "check_in": check_in,
        "window_state": state.value,
        "typing_closed": check_in is not None and room_code.is_typing_limited(check_in, at=at),
        "this_machine_only": is_loopback_only(public_address(request)),
        "publishes_here": state is not phone_check_in.WindowState.DRAWN,
    }
