from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import override
from django.views.decorators.http import conditional_page, require_safe

from scoring.queries.places.final_ranking import read_final_places
from scoring.queries.progress import read_rounds
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from scoring.sharing import queries
from scoring.sharing.texts import message_texts
from scoring.sharing.texts.message_texts import Message
from tournaments.access import shown_tournament_or_404
from tournaments.web.http import PageRequest
from tournaments.web.public_address import public_address, reaches_this_machine_only

WHATSAPP = "https://wa.me/?text="
"""Opens WhatsApp with a text, or its website if the app isn't installed."""


@require_safe
@conditional_page
def texts(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    frame = read_tournament_context(shown_tournament_or_404(request.user, tournament_id).public_id)
    address = public_address(request)
    with override(ZoneInfo(frame.tournament.club.time_zone)):
        messages = list(_messages(frame, address))
    context = {
        "frame": frame,
        "tournament": frame.tournament,
        "messages_to_send": [(message, WHATSAPP + quote(message.text, safe="")) for message in messages],
        "address": address,
        "this_machine_only": reaches_this_machine_only(address),
    }
    return render(request, "scoring/sharing/texts.html", context)


def _messages(frame: TournamentContext, address: str) -> Iterator[Message]:
    def at(name: str) -> str:
        return address + reverse(f"scoring:{name}", args=[frame.tournament.public_id])

    rounds = read_rounds(frame) if frame.drawn else []
    places = read_final_places(frame)
    if places:
        yield message_texts.ranking_message(frame, places, at("final_ranking"))
    playing = None if frame.tournament.cancelled else queries.to_play(frame, rounds)
    if playing:
        yield message_texts.pairings_message(frame, playing, at("tables"))
    results = queries.results(frame, rounds)
    if results:
        yield message_texts.results_message(frame, results, at("schedule"))
    standings = queries.standings(frame, rounds)
    if standings:
        yield message_texts.standings_message(frame, standings, at("groups"))
    yield message_texts.announcement(frame, at("tournament"))
