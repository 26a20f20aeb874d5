"""A person across the tournaments of a club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scoring.live.views.pages import follow
from scoring.public.people.player import counter_of_player, person_of, read_player
from tournaments.views.http import PageRequest

TOURNAMENTS_A_PAGE = 10


@require_safe
def player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """`?page=2` shows older tournaments; the figures are always those of all.

    Who was found to be the same as another is found on that one's page, until they are parted.
    """
    counter = counter_of_player(player_id, request.user)
    if counter is None and (person := person_of(player_id)):
        return redirect("scoring:player", person)

    def read() -> dict[str, Any]:
        view = read_player(player_id, request.user)
        pages = Paginator(view.appearances, TOURNAMENTS_A_PAGE)
        return {
            "view": view,
            "club": view.player.club,
            "appearances": pages.get_page(request.GET.get("page")),
        }

    return follow(request, counter, "scoring/public/player.html", read, words=("page",))
