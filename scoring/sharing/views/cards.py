from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.timezone import override
from django.views.decorators.http import require_safe

from scoring.live.queries.counters import Kind, Topic, counter_of
from scoring.live.release import release
from scoring.queries.digest_label import digest_label
from scoring.queries.encounter_page import read_encounter
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.play_progress import read_current_round
from scoring.queries.standings_reader import read_standings
from scoring.queries.tournament_context import read_tournament_context
from scoring.sharing.cards import card_texts
from scoring.sharing.cards.card_content import Card
from scoring.sharing.cards.card_layout import draw
from tournaments.access import ANONYMOUS, Visitor
from tournaments.web.http import PageRequest

A_MINUTE = 60


@require_safe
def site_card(request: PageRequest, language: str) -> HttpResponse:
    return _card_response(request, language, lambda _user: 0, card_texts.site_card)


@require_safe
def tournament_card(request: PageRequest, tournament_id: UUID, language: str) -> HttpResponse:
    """Return the picture for link previews, or 304; 404 unless visible and in a known language."""

    def read_card() -> Card:
        context = read_tournament_context(tournament_id)
        listings = read_listings(context.tournament)
        moment = read_current_round(context, listings)
        stages = read_standings(context).stages if context.drawn and context.tabular else ()
        digest = digest_label(context.tournament) if context.tournament.champion else ""
        table = next((table for table in stages if moment and table.stage is moment.stage), None)
        with override(context.tournament.club.time_zone):
            return card_texts.tournament_card(context, listings, moment, table, digest)

    return _card_response(
        request, language, partial(counter_of, Topic(Kind.TOURNAMENT, tournament_id)), read_card
    )


@require_safe
def encounter_card(request: PageRequest, encounter_id: UUID, language: str) -> HttpResponse:
    def read_card() -> Card:
        return card_texts.encounter_card(read_encounter(encounter_id))

    return _card_response(
        request, language, partial(counter_of, Topic(Kind.ENCOUNTER, encounter_id)), read_card
    )


def _card_response(
    request: PageRequest,
    language: str,
    counter_for: Callable[[Visitor], int | None],
    read: Callable[[], Card],
) -> HttpResponse:
    """Return the picture, or 304 if unchanged; 404 if not visible or the language is unknown.

    Public pictures may be cached for a minute.
    """
    shared = counter_for(ANONYMOUS)
    counter = counter_for(request.user) if shared is None else shared
    if counter is None or language not in dict(settings.LANGUAGES):
        raise Http404
    tag = f'"{counter}-{language}-{release()}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        with translation.override(language):
            response = HttpResponse(draw(read()), content_type="image/png")
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache" if shared is None else f"public, max-age={A_MINUTE}"
    return response
