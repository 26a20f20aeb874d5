"""A phone's access to its table: its link's cookie, or signed-in staff."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.confirmation.views.link_cookies import set_page_cookie
from scoring.live.queries.counters import counter_of_table
from tournaments import access
from tournaments.log.actor import Actor
from tournaments.models import Table, TableLink
from tournaments.web.client import device_of, remember_device
from tournaments.web.http import SeeOther, see_other

TableView = Callable[..., HttpResponse]


def at_table(view: TableView) -> TableView:
    """Pass table and actor instead of the id, in the club's time zone, and set the device cookie.

    The request gets `counter_of_table` unless it is a POST. Others get a 404 page with the unsent hands of
    their phone, the same whether the table exists.
    """

    @wraps(view)
    def find_table(request: HttpRequest, table_id: UUID, **rest: Any) -> HttpResponse:
        token = request.COOKIES.get(access.table_cookie_name(table_id))
        device = device_of(request)
        try:
            table, actor = access.table_or_404(request.user, table_id, token, device)
        except access.CodesEnded:
            return code_not_valid(request, table_id, ended=True)
        except Http404:
            return code_not_valid(request, table_id, without_code=token is None)
        if request.method != "POST":
            # Read before the rest of the page; a page that answers a POST polls at once.
            request.__dict__["counter_of_table"] = counter_of_table(table)
        with timezone.override(ZoneInfo(table.tournament.club.time_zone)):
            response = view(request, table, actor, **rest)
        remember_device(request, response, device)
        return response

    return find_table


def posted_to_table(view: TableView) -> TableView:
    """Like `at_table`, for POST only; GET redirects to the table."""

    def answer(request: HttpRequest, table: Table, actor: Actor, **rest: Any) -> HttpResponse:
        return view(request, table, actor, **rest) if request.method == "POST" else redirect_to_table(table)

    return require_http_methods(["GET", "HEAD", "POST"])(at_table(wraps(view)(answer)))


def code_not_valid(
    request: HttpRequest, table_id: UUID | None = None, *, without_code: bool = False, ended: bool = False
) -> HttpResponse:
    """Answer 404; the outbox recognizes the header.

    `without_code`: the phone has none; `ended`: its tournament is over.
    """
    context = {"table_id": table_id, "forgotten": without_code, "ended": ended}
    response = render(request, "scoring/table/code_not_valid.html", context, status=HTTPStatus.NOT_FOUND)
    response.headers["X-Istaka"] = "code-not-valid"
    return response


def remember_link(response: HttpResponse, link: TableLink) -> None:
    table = link.table.public_id
    set_page_cookie(
        response, access.table_cookie_name(table), link.token, page_name="scoring:table", table=table
    )


def redirect_to_table(table: Table) -> SeeOther:
    return see_other("scoring:table", table.public_id)


def show_refusal(
    request: HttpRequest,
    table: Table,
    message: object,
    *,
    status: int = HTTPStatus.CONFLICT,
    hand_stays_on_phone: bool = False,
) -> HttpResponse:
    """Render a refusal; `hand_stays_on_phone` adds a sentence saying so."""
    context = {
        "table": table,
        "tournament": table.tournament,
        "message": message,
        "keeps_hand": hand_stays_on_phone,
    }
    return render(request, "scoring/table/refused.html", context, status=status)
