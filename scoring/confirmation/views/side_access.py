from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.confirmation.views.link_cookies import set_page_cookie
from tournaments import access
from tournaments.log.actor import Actor
from tournaments.models import Player, SidesLink, Table
from tournaments.web.client import device_of, remember_device
from tournaments.web.http import SeeOther

SidesView = Callable[..., HttpResponse]


def requires_sides_link(view: SidesView) -> SidesView:
    """Pass the view the cookie's table and the actor, in the club's time zone; not cached.

    404 without the cookie; 404 with an explanation for a revoked or ended code. Sets the device cookie.
    """

    @wraps(view)
    def find_table(request: HttpRequest, table_id: UUID, **rest: object) -> HttpResponse:
        """Raises Http404 without the cookie."""
        token = request.COOKIES.get(access.sides_cookie_name(table_id))
        device = device_of(request)
        try:
            table, actor = access.table_by_sides_link_or_404(table_id, token, device)
        except Http404 as error:
            if token is None:
                raise
            return render_invalid_code(request, error)
        with timezone.override(ZoneInfo(table.tournament.club.time_zone)):
            response = view(request, table, actor, **rest)
        remember_device(request, response, device)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return find_table


def requires_sides_post(view: SidesView) -> SidesView:
    """GET redirects to the page."""

    def answer(request: HttpRequest, table: Table, actor: Actor, **rest: object) -> HttpResponse:
        return view(request, table, actor, **rest) if request.method == "POST" else redirect_to_sides(table)

    return require_http_methods(["GET", "HEAD", "POST"])(requires_sides_link(wraps(view)(answer)))


def render_invalid_code(request: HttpRequest, error: Http404) -> HttpResponse:
    context = {"ended": isinstance(error, access.CodesEnded)}
    return render(request, "scoring/confirmation/code_not_valid.html", context, status=HTTPStatus.NOT_FOUND)


def remember_sides_link(response: HttpResponse, link: SidesLink) -> None:
    _set_sides_cookie(response, link.table, access.sides_cookie_name(link.table.public_id), link.token)


def remembered_player(request: HttpRequest, table: Table) -> str:
    """A public id, not verified; empty without one."""
    try:
        return str(UUID(request.COOKIES.get(_player_cookie(table), "")))
    except ValueError:
        return ""


def remember_player(response: HttpResponse, table: Table, player: Player) -> None:
    _set_sides_cookie(response, table, _player_cookie(table), str(player.public_id))


def redirect_to_sides(table: Table, match: object = "") -> SeeOther:
    address = reverse("scoring:side_page", args=[table.public_id])
    return SeeOther(f"{address}?match={match}" if match else address)


def _player_cookie(table: Table) -> str:
    return f"player_{table.public_id.hex}"


def _set_sides_cookie(response: HttpResponse, table: Table, name: str, value: str) -> None:
    set_page_cookie(response, name, value, page_name="scoring:side_page", table=table.public_id)
