"""Follow an entrant: only this browser's cookie changes."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from scoring.live.queries.counters import counter_of, entrant_topic
from scoring.live.queries.followed_entrant import (
    find_entrants_by_id,
    group_by_letter,
    read_followed_entrant,
    read_name_choices,
)
from scoring.live.queries.followed_state import NameChoice
from scoring.live.views.follow_cookie import (
    followed_entrant_id,
    read_choices,
    replace_choice,
    set_follow_cookie,
)
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.pagination import page_of
from scoring.queries.tournament_context import read_tournament_context
from tournaments.access import shown_tournament_or_404
from tournaments.models import Tournament
from tournaments.naming.collation import initial
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.web.http import PageRequest, SeeOther, see_other
from tournaments.web.return_links import requested_next_page

NAMES_A_PAGE = 256


# Public pages carry no CSRF token so that they can be cached. The cookie set here is the visitor's own:
# a foreign site that sets it only changes a highlight on the screen.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@conditional_page
def follow_page(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render names; POST follows `entrant` in this tournament, or nobody with `forget`.

    Redirects to the requested page or the tournament. 404 without a choice.
    """
    tournament_context = read_tournament_context(
        shown_tournament_or_404(request.user, tournament_id).public_id
    )
    if request.method == "POST":
        return _store_choice(request, tournament_context.tournament)
    followed = followed_entrant_id(request, tournament_id)
    names = read_name_choices(tournament_context.tournament)
    search_text = " ".join(request.GET.get("name", "").split())[:MAX_NAME_LENGTH]
    matching = [choice for choice in names if matches_search(search_text, [choice.name])]
    page = page_of(matching, request.GET.get("page"), page_size=NAMES_A_PAGE)
    context = {
        "tournament_context": tournament_context,
        "followed": followed,
        "followed_entrant": read_followed_entrant(
            tournament_context.tournament, [followed], context=tournament_context
        )
        if followed
        else None,
        "tournament": tournament_context.tournament,
        "tab": "follow",
        "letters": group_by_letter(page.items),
        "letter_pages": _letter_pages(matching) if page.page_count > 1 else [],
        "is_long_list": len(names) > NAMES_A_PAGE,
        "wanted": search_text,
        "page_links": page,
        "next_page": requested_next_page(request),
    }
    response = render(request, "scoring/public/choose_followed_entrant.html", context)
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie"])
    return response


def _letter_pages(names: Sequence[NameChoice]) -> list[tuple[str, int]]:
    first: dict[str, int] = {}
    for at, choice in enumerate(names):
        first.setdefault(initial(choice.name), at // NAMES_A_PAGE + 1)
    return list(first.items())


def _store_choice(request: PageRequest, tournament: Tournament) -> HttpResponse:
    chosen = _entrant(request.POST.get("entrant", ""), tournament)
    if chosen is None and "forget" not in request.POST:
        return render(request, "404.html", status=HTTPStatus.NOT_FOUND)
    to = requested_next_page(request)
    response = SeeOther(to) if to else see_other("scoring:tournament", tournament.public_id)
    set_follow_cookie(response, replace_choice(read_choices(request), tournament, chosen))
    return response


def _entrant(text: str, tournament: Tournament) -> UUID | None:
    try:
        entrant_id = UUID(text)
    except ValueError:
        return None
    return next((entrant.public_id for entrant in find_entrants_by_id(tournament, [entrant_id])), None)


@require_safe
def followed_status(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Render the fragment for htmx; redirect others to the entrant's page. 404 if unknown or hidden."""
    if not request.htmx and counter_of(entrant_topic(entrant_id), request.user) is not None:
        return redirect("scoring:entrant", tournament_id, entrant_id)
    return _followed_status(request, tournament_id=tournament_id, entrant_id=entrant_id)


@live_page(entrant_topic)
def _followed_status(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> LivePage:
    try:
        context = read_tournament_context(tournament_id)
    except Tournament.DoesNotExist:
        raise Http404 from None
    followed = read_followed_entrant(context.tournament, [entrant_id], context=context)
    if followed is None:
        raise Http404
    shown = {"tournament": context.tournament, "followed_entrant": followed}
    return "scoring/live/followed_entrant.html", shown
