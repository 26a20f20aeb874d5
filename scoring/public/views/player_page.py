from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from scoring.live.queries.counters import player_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.views.reader_roles import is_staff_view, page_visitor
from scoring.statistics.player_statistics import has_page, person_behind_alias, read_player
from tournaments.access import Visitor
from tournaments.web.http import PageRequest

TOURNAMENTS_A_PAGE = 10


def player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Render a person's tournaments and figures; `?page=2` shows older tournaments, figures cover all.

    Aliases redirect, others get 404. `?as=staff` shows drafts; only staff see people only in drafts.
    """
    try:
        return _player_page(request, player_id=player_id)
    except Http404:
        if has_page(player_id, request.user):
            return _staff_page(request, player_id=player_id)
        return _redirect_or_404(player_id)


@live_page(player_topic, parameters=("page", "as"), personal=is_staff_view)
def _player_page(request: PageRequest, player_id: UUID) -> LivePage:
    return "scoring/public/player.html", _player_context(request, player_id, page_visitor(request))


@live_page(player_topic, parameters=("page", "as"), personal=lambda _request: True)
def _staff_page(request: PageRequest, player_id: UUID) -> LivePage:
    return "scoring/public/player.html", _player_context(request, player_id, request.user)


def _player_context(request: PageRequest, player_id: UUID, visitor: Visitor) -> dict[str, Any]:
    """Raises Http404 for a person without a page that `visitor` may see."""
    # Every visibility change raises the person's counter, so this check may wait until rendering.
    if not has_page(player_id, visitor):
        raise Http404
    view = read_player(player_id, visitor)
    pages = Paginator(view.appearances, TOURNAMENTS_A_PAGE)
    return {
        "shows_staff_more": True,
        "view": view,
        "club": view.player.club,
        "appearances": pages.get_page(request.GET.get("page")),
    }


def _redirect_or_404(player_id: UUID) -> HttpResponse:
    person = person_behind_alias(player_id)
    if person is None:
        raise Http404
    return redirect("scoring:player", person)
