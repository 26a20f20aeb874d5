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

from scoring.confirmation.views.link_cookies import leave_on_phone
from tournaments import access
from tournaments.log.actor import Actor
from tournaments.models import Player, SidesLink, Table
from tournaments.web.client import device_of, remember_device
from tournaments.web.http import SeeOther

SidesView = Callable[..., HttpResponse]


def at_sides(view: SidesView) -> SidesView:
    """Pass the table and the actor to a view instead of the id in the address.

    Answers 404; a revoked or ended code gets a page that explains it.
    """

    @wraps(view)
    def find_table(request: HttpRequest, table_id: UUID, **rest: object) -> HttpResponse:
        token = request.COOKIES.get(access.sides_cookie_name(table_id))
        device = device_of(request)
        try:
            table, actor = access.sides_or_404(table_id, token, device)
        except Http404 as error:
            if token is None:
                raise
            return code_not_valid(request, error)
        with timezone.override(ZoneInfo(table.tournament.club.time_zone)):
            response = view(request, table, actor, **rest)
        remember_device(request, response, device)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return find_table


def posted_to_sides(view: SidesView) -> SidesView:
    """Like `at_sides`, for POST only; GET redirects to the page."""

    def answer(request: HttpRequest, table: Table, actor: Actor, **rest: object) -> HttpResponse:
        return view(request, table, actor, **rest) if request.method == "POST" else see_sides(table)

    return require_http_methods(["GET", "HEAD", "POST"])(at_sides(wraps(view)(answer)))


def code_not_valid(request: HttpRequest, error: Http404) -> HttpResponse:
    context = {"ended": isinstance(error, access.CodesEnded)}
    return render(request, "scoring/confirmation/code_not_valid.html", context, status=HTTPStatus.NOT_FOUND)


def remember_sides_link(response: HttpResponse, link: SidesLink) -> None:
    _leave(response, link.table, access.sides_cookie_name(link.table.public_id), link.token)


def remembered_player(request: HttpRequest, table: Table) -> str:
    """Return a player's public id; it is not verified."""
    return request.COOKIES.get(_player_cookie(table), "")


def remember_player(response: HttpResponse, table: Table, player: Player) -> None:
    _leave(response, table, _player_cookie(table), str(player.public_id))


def see_sides(table: Table, match: object = "") -> SeeOther:
    address = reverse("scoring:sides", args=[table.public_id])
    return SeeOther(f"{address}?match={match}" if match else address)


def _player_cookie(table: Table) -> str:
    return f"player_{table.public_id.hex}"


def _leave(response: HttpResponse, table: Table, name: str, value: str) -> None:
    leave_on_phone(response, name, value, page_name="scoring:sides", table=table.public_id)
