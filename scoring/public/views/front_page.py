from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator

from scoring.live.queries.counters import SITE_TOPIC, TOURNAMENT_LIST_TOPIC
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.front_page import read_front_page
from scoring.public.queries.series_page import listed_series
from scoring.public.queries.tournament_lists import read_clubs, years_with_tournaments
from scoring.public.queries.tournament_search import listed_by_key, search_by_name
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest

TOURNAMENTS_A_PAGE = 20


@live_page(SITE_TOPIC)
def tournaments(request: PageRequest) -> LivePage:
    return "scoring/public/front_page.html", {**_site_context(), "front": read_front_page()}


@live_page(TOURNAMENT_LIST_TOPIC, parameters=("name", "year", "club", "page"))
def search_tournaments(request: PageRequest) -> LivePage:
    """Render tournaments (a page), series and people by `name`, `year` and `club`, ignored if unknown."""
    search_text = one_line(request.GET.get("name", ""))[:MAX_NAME_LENGTH]
    year = parse_small_number(request.GET.get("year")) or None
    site = _site_context()
    club = next((host for host in site["hosts"] if str(host.public_id) == request.GET.get("club")), None)
    result = search_by_name(search_text, year, club)
    page = Paginator(result.tournaments, TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    return "scoring/public/tournament_search.html", {
        **site,
        "wanted": search_text,
        "year": year,
        "host": club,
        "listed_series": listed_series(club or site["club"], site["hosts"], search_text),
        "search_result": result,
        "page": page,
        "tournaments": listed_by_key(list(page)),
    }


def _site_context() -> dict[str, Any]:
    clubs, hosts = read_clubs()
    return {
        "clubs": clubs,
        "club": clubs[0] if len(clubs) == 1 else None,
        "hosts": hosts,
        "years": years_with_tournaments(),
    }
