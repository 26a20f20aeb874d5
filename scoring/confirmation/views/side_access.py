"""How a side's phone gets to its table: the cookie of the second link; and who says to hold it."""

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
    """Give a view the table and as whom the visitor acts, instead of the id in the address.

    Strangers get 404; so does a phone whose code was renewed or has ended, but with words that tell it so.
    """

    @wraps(view)
    def find_table(request: HttpRequest, table_id: UUID, **rest: object) -> HttpResponse:
        token = request.COOKIES.get(access.sides_cookie_name(table_id))
        device = device_of(request)
        try:
            table, actor = access.sides_or_404(table_id, token, device)
        except Http404 as gone:
            if token is None:
                raise
            return code_not_valid(request, gone)
        with timezone.override(ZoneInfo(table.tournament.club.time_zone)):
            response = view(request, table, actor, **rest)
        remember_device(request, response, device)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return find_table


def posted_to_sides(view: SidesView) -> SidesView:
    """Like `at_sides`, for an address that only takes what is posted; asked for by GET it leads back."""

    def answer(request: HttpRequest, table: Table, actor: Actor, **rest: object) -> HttpResponse:
        return view(request, table, actor, **rest) if request.method == "POST" else see_sides(table)

    return require_http_methods(["GET", "HEAD", "POST"])(at_sides(wraps(view)(answer)))


def code_not_valid(request: HttpRequest, gone: Http404) -> HttpResponse:
    context = {"ended": isinstance(gone, access.CodesEnded)}
    return render(request, "scoring/confirmation/code_not_valid.html", context, status=HTTPStatus.NOT_FOUND)


def remember_sides_link(response: HttpResponse, link: SidesLink) -> None:
    """Leave the token of the second code on a phone, for that table's addresses only."""
    _leave(response, link.table, access.sides_cookie_name(link.table.public_id), link.token)


def remembered_player(request: HttpRequest, table: Table) -> str:
    """The public id of the player who said to hold this phone; anybody may say so."""
    return request.COOKIES.get(_player_cookie(table), "")


def remember_player(response: HttpResponse, table: Table, player: Player) -> None:
    _leave(response, table, _player_cookie(table), str(player.public_id))


def see_sides(table: Table, match: object = "") -> SeeOther:
    """Send the browser on to what stands now: of a match, or of whatever concerns the table most."""
    address = reverse("scoring:sides", args=[table.public_id])
    return SeeOther(f"{address}?match={match}" if match else address)


def _player_cookie(table: Table) -> str:
    return f"player_{table.public_id.hex}"


def _leave(response: HttpResponse, table: Table, name: str, value: str) -> None:
    leave_on_phone(response, name, value, below="scoring:sides", table=table.public_id)
