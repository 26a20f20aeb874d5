from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import override
from django.views.decorators.http import conditional_page, require_safe

from scoring.queries.final_ranking import read_final_places
from scoring.queries.play_progress import read_rounds
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from scoring.sharing import message_texts, queries
from scoring.sharing.message_texts import Message
from tournaments.access import shown_tournament_or_404
from tournaments.web.http import PageRequest
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.whatsapp import whatsapp_link


@require_safe
@conditional_page
def texts(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render messages to send; 404 unless visible."""
    tournament_context = read_tournament_context(
        shown_tournament_or_404(request.user, tournament_id).public_id
    )
    address = public_address(request)
    with override(ZoneInfo(tournament_context.tournament.club.time_zone)):
        messages = list(_messages(tournament_context, address))
    context = {
        "tournament_context": tournament_context,
        "tournament": tournament_context.tournament,
        "messages_to_send": [(message, whatsapp_link(message.text)) for message in messages],
        "address": address,
        "this_machine_only": is_loopback_only(address),
    }
    return render(request, "scoring/sharing/message_texts.html", context)


def _messages(context: TournamentContext, address: str) -> Iterator[Message]:
    """Yield ranking, pairings (unless cancelled), results and standings if any; last the announcement."""

    def at(name: str) -> str:
        return address + reverse(f"scoring:{name}", args=[context.tournament.public_id])

    rounds = read_rounds(context) if context.drawn else []
    places = read_final_places(context)
    if places:
        yield message_texts.ranking_message(context, places, at("final_ranking"))
    playing = None if context.tournament.cancelled else queries.read_pairings(context, rounds)
    if playing:
        yield message_texts.pairings_message(context, playing, at("tables"))
    results = queries.read_last_results(context, rounds)
    if results:
        yield message_texts.results_message(context, results, at("schedule"))
    standings = queries.read_current_standings(context, rounds)
    if standings:
        yield message_texts.standings_message(context, standings, at("groups"))
    yield message_texts.announcement(context, at("tournament"))
