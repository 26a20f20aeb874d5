"""Follow an entrant: only this browser's cookie changes."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from scoring.live.queries.counters import counter_of
from scoring.live.queries.followed_entrant import by_letter, entrants_among, names_to_choose, read_following
from scoring.live.queries.followed_state import NameToChoose
from scoring.live.queries.topics import Kind, Topic
from scoring.live.views import live_pages
from scoring.live.views.follow_cookie import choices_of, followed_in, remember, replace_choice
from scoring.public.queries.pagination import page_of
from scoring.queries.tournament_context import read_tournament_context
from tournaments.access import shown_tournament_or_404
from tournaments.models import Tournament
from tournaments.naming.collation import initial
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.web.http import PageRequest, SeeOther, see_other
from tournaments.web.return_links import form_page

NAMES_A_PAGE = 256


# Public pages carry no CSRF token so that they can be cached. The cookie set here is the visitor's own:
# a foreign site that sets it only changes a highlight on the screen.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@conditional_page
def follow(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the names; on POST follow `entrant`, or with `forget` nobody in this tournament."""
    tournament_context = read_tournament_context(
        shown_tournament_or_404(request.user, tournament_id).public_id
    )
    if request.method == "POST":
        return _choose(request, tournament_context.tournament)
    followed = followed_in(request, tournament_id)
    names = names_to_choose(tournament_context.tournament)
    search_text = " ".join(request.GET.get("name", "").split())[:MAX_NAME_LENGTH]
    matching = [choice for choice in names if matches_search(search_text, [choice.name])]
    page = page_of(matching, request.GET.get("page"), page_size=NAMES_A_PAGE)
    context = {
        "frame": tournament_context,
        "followed": followed,
        "mine": read_following(tournament_context.tournament, [followed], context=tournament_context)
        if followed
        else None,
        "tournament": tournament_context.tournament,
        "tab": "follow",
        "letters": by_letter(page.items),
        "pages_of": _letter_pages(matching) if page.of > 1 else [],
        "many": len(names) > NAMES_A_PAGE,
        "wanted": search_text,
        "onward": page,
        "next": form_page(request),
    }
    response = render(request, "scoring/public/follow.html", context)
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie"])
    return response


def _letter_pages(names: Sequence[NameToChoose]) -> list[tuple[str, int]]:
    first: dict[str, int] = {}
    for at, choice in enumerate(names):
        first.setdefault(initial(choice.name), at // NAMES_A_PAGE + 1)
    return list(first.items())


def _choose(request: PageRequest, tournament: Tournament) -> HttpResponse:
    chosen = _entrant(request.POST.get("entrant", ""), tournament)
    if chosen is None and "forget" not in request.POST:
        return render(request, "404.html", status=HTTPStatus.NOT_FOUND)
    to = form_page(request)
    response = SeeOther(to) if to else see_other("scoring:tournament", tournament.public_id)
    remember(response, replace_choice(choices_of(request), tournament, chosen))
    return response


def _entrant(text: str, tournament: Tournament) -> UUID | None:
    try:
        entrant_id = UUID(text)
    except ValueError:
        return None
    return next((entrant.public_id for entrant in entrants_among(tournament, [entrant_id])), None)


@require_safe
def followed_status(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        try:
            context = read_tournament_context(tournament_id)
        except Tournament.DoesNotExist:
            raise Http404 from None
        followed = read_following(context.tournament, [entrant_id], context=context)
        if followed is None:
            raise Http404
        return {"tournament": context.tournament, "mine": followed}

    topic = Topic(Kind.ENTRANT, entrant_id)
    if not request.htmx and counter_of(topic, request.user) is not None:
        return redirect("scoring:entrant", tournament_id, entrant_id)
    return live_pages.follow(request, topic, "scoring/live/following.html", read)
