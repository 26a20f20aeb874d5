"""The front page of the house, and searching it."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import HOUSE, LIST
from scoring.live.views.live_pages import follow
from scoring.public.queries.front_page import read_front
from scoring.public.queries.series_page import nights_told
from scoring.public.queries.tournament_lists import read_clubs, years_with_tournaments
from scoring.public.queries.tournament_search import listed_by_key, search
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import LONGEST_NAME
from tournaments.parsing import figure
from tournaments.web.http import PageRequest

TOURNAMENTS_A_PAGE = 20


@require_safe
def tournaments(request: PageRequest) -> HttpResponse:
    """What is on now, what is next, what ended last."""

    def read() -> dict[str, Any]:
        return {**_house(), "front": read_front()}

    return follow(request, HOUSE, "scoring/public/tournaments.html", read)


@require_safe
def find(request: PageRequest) -> HttpResponse:
    """`?name=…` finds tournaments, players and pairs, `?year=…` and `?club=…` those of a year and of a club.

    Without any there are all tournaments.
    """
    wanted = one_line(request.GET.get("name", ""))[:LONGEST_NAME]
    year = figure(request.GET.get("year")) or None

    def read() -> dict[str, Any]:
        house = _house()
        club = next((one for one in house["hosts"] if str(one.public_id) == request.GET.get("club")), None)
        found = search(wanted, year, club)
        page = Paginator(found.tournaments, TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
        return {
            **house,
            "wanted": wanted,
            "year": year,
            "host": club,
            "nights": nights_told(club or house["club"], house["hosts"], wanted),
            "found": found,
            "page": page,
            "tournaments": listed_by_key(list(page)),
        }

    words = ("name", "year", "club", "page")
    return follow(request, LIST, "scoring/public/find.html", read, words=words)


def _house() -> dict[str, Any]:
    """What both pages know: whose house it is, and the years and hosts to choose from.

    A club alone gives the hours.
    """
    clubs, hosts = read_clubs()
    return {
        "clubs": clubs,
        "club": clubs[0] if len(clubs) == 1 else None,
        "hosts": hosts,
        "years": years_with_tournaments(),
    }
