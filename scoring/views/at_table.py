"""How a phone gets to its table: the cookie of its link, or somebody of the staff who signed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.domain.actor import Actor
from tournaments.models import Table, TableLink
from tournaments.views.http import SeeOther, see_other

A_WEEK = 7 * 24 * 3600
LONGEST_DEVICE = 64

TableView = Callable[..., HttpResponse]


def at_table(view: TableView) -> TableView:
    """Give a view the table and as whom the visitor acts, instead of the id in the address.

    Strangers get 404; so does a phone whose code was renewed, but with words that tell it so.
    """

    @wraps(view)
    def find_table(request: HttpRequest, table_id: UUID, **rest: Any) -> HttpResponse:
        token = request.COOKIES.get(access.cookie_name(table_id))
        device = request.headers.get("User-Agent", "")[:LONGEST_DEVICE]
        try:
            table, actor = access.table_or_404(request.user, table_id, token, device)
        except Http404:
            if token is None:
                raise
            return code_not_valid(request)
        return view(request, table, actor, **rest)

    return find_table


def posted_to_table(view: TableView) -> TableView:
    """Like `at_table`, for an address that only takes what is posted.

    A page that answers a POST is asked for by GET when it is loaded again or its language is changed: that
    leads back to the table and changes nothing.
    """

    def answer(request: HttpRequest, table: Table, actor: Actor, **rest: Any) -> HttpResponse:
        return view(request, table, actor, **rest) if request.method == "POST" else see_table(table)

    return require_http_methods(["GET", "HEAD", "POST"])(at_table(wraps(view)(answer)))


def code_not_valid(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/table/code_not_valid.html", status=HTTPStatus.NOT_FOUND)


def remember_link(response: HttpResponse, link: TableLink) -> None:
    """Leave the table's token on its phone, for that table's addresses only."""
    response.set_cookie(
        access.cookie_name(link.table.public_id),
        link.token,
        max_age=A_WEEK,
        path=reverse("scoring:table", args=[link.table.public_id]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def see_table(table: Table) -> SeeOther:
    """Send the browser on to what the table shows now; a reload then repeats nothing."""
    return see_other("scoring:table", table.public_id)


def refused(
    request: HttpRequest, table: Table, message: object, *, status: int = HTTPStatus.CONFLICT
) -> HttpResponse:
    """Say in words why something can't be, and lead to what the table shows now."""
    context = {"table": table, "tournament": table.tournament, "message": message}
    return render(request, "scoring/table/refused.html", context, status=status)
