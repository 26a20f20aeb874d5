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
from scoring.public.views.reader import asks_as_staff, who_looks
from tournaments.views.http import PageRequest

TOURNAMENTS_A_PAGE = 10


@require_safe
def player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """`?page=2` shows older tournaments; the figures are always those of all.

    `?as=staff` tells the staff of drafts too; who is in drafts alone is there for them only.
    Who was found to be the same as another is found on that one's page, until they are parted.
    """
    looks = who_looks(request)
    counter = counter_of_player(player_id, looks)
    if counter is None:
        looks = request.user
        counter = counter_of_player(player_id, looks)
    if counter is None and (person := person_of(player_id)):
        return redirect("scoring:player", person)

    def read() -> dict[str, Any]:
        view = read_player(player_id, looks)
        pages = Paginator(view.appearances, TOURNAMENTS_A_PAGE)
        return {
            "shows_staff_more": True,
            "view": view,
            "club": view.player.club,
            "appearances": pages.get_page(request.GET.get("page")),
        }

    words = ("page", "as")
    return follow(request, counter, "scoring/public/player.html", read, words=words, own=asks_as_staff(request))
