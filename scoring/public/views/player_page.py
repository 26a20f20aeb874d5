from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.public.views.reader_roles import page_visitor
from scoring.statistics.player_statistics import has_page, person_behind_alias, read_player
from tournaments.access import ANONYMOUS, Visitor
from tournaments.web.http import PageRequest

TOURNAMENTS_A_PAGE = 10


@require_safe
def player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Render a person's tournaments and figures; `?page=2` shows older tournaments, figures cover all.

    Aliases redirect, others get 404. `?as=staff` shows drafts; only staff see people only in drafts.
    """
    try:
        return _player_page(request, player_id, page_visitor(request))
    except Http404:
        if has_page(player_id, request.user):
            return _player_page(request, player_id, request.user)
        return _redirect_or_404(player_id)


def _player_page(request: PageRequest, player_id: UUID, visitor: Visitor) -> HttpResponse:
    """Render what `visitor` may see. Raises Http404."""

    def player_context() -> dict[str, Any]:
        # Every visibility change raises the person's counter, so this check may wait until rendering.
        """Raises Http404 for a person without a page."""
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

    topic, url_parameters = Topic(Kind.PLAYER, player_id), ("page", "as")
    return live_response(
        request,
        topic,
        "scoring/public/player.html",
        player_context,
        parameters=url_parameters,
        personal=visitor is not ANONYMOUS,
    )


def _redirect_or_404(player_id: UUID) -> HttpResponse:
    person = person_behind_alias(player_id)
    if person is None:
        raise Http404
    return redirect("scoring:player", person)
