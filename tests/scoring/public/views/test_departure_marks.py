from __future__ import annotations

import html
import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.officials.domain import departures
from tests.factories import LEAGUE, NOW, drawn_tournament
from tests.flat_html import flat
from tests.languages import path_in_language
from tests.scoring.live.page_counters import refresh
from tests.scoring.officials.domain.official_actions import play_as_entered
from tests.scoring.stage_flows import ELIMINATION, drawn_flow, ready_encounters
from tournaments.enums import EntrantState
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

LEAGUE_PLACES = (
    "tournaments",
    "groups",
    "final_ranking",
    "entrants",
    "entrant",
    "player",
    "tv",
    "share_texts",
    "results_pdf",
    "standings_file",
)
BRACKET_PLACES = ("bracket", "tv", "results_pdf", "bracket_poster")


@pytest.fixture(params=[EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED])
def state(request) -> EntrantState:
    return EntrantState(request.param)


def leave(tournament: Tournament, state: EntrantState) -> Entrant:
    entrant = tournament.entrants.order_by("number")[1]
    depart = departures.withdraw if state == EntrantState.WITHDRAWN else departures.disqualify
    depart(entrant=entrant, results=LeaverResults.ANNULLED, reason="Yok", change=Change(CONSOLE, NOW))
    entrant.refresh_from_db()
    assert entrant.state == state
    return entrant


@pytest.fixture
def league(club: Club, state: EntrantState) -> tuple[Tournament, Entrant]:
    """A finished tournament and its third, who left without results."""
    tournament = drawn_tournament(club=club, pairs=3, groups=1, stages=LEAGUE)
    entrant = leave(tournament, state)
    while waiting := ready_encounters(tournament):
        play_as_entered(waiting[0])
    refresh(tournament)
    return tournament, entrant


@pytest.fixture
def bracket(club: Club, state: EntrantState) -> tuple[Tournament, Entrant]:
    tournament = drawn_flow(ELIMINATION, pairs=4, club=club)
    return tournament, leave(tournament, state)


def text_of(client: Client, place: str, tournament: Tournament, entrant: Entrant) -> str:
    address: dict[str, list[Any]] = {
        "tournaments": [],
        "entrant": [tournament.public_id, entrant.public_id],
        "player": [entrant.players.order_by("pk")[0].public_id],
        "standings_file": [tournament.public_id, "csv"],
    }
    args = address.get(place, [tournament.public_id])
    answer = client.get(path_in_language(reverse(f"scoring:{place}", args=args), "tr"))
    assert answer.status_code == 200
    content = b"".join(answer) if answer.streaming else answer.content
    if answer.headers["Content-Type"] == "application/pdf":
        return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())
    shown = content.decode("utf-8-sig")
    return shown if place == "standings_file" else html.unescape(flat(re.sub(r"<[^>]+>", " ", shown)))


def marks(text: str, entrant: Entrant, tournament: Tournament) -> set[str]:
    """Return the departures that follow the entrant's name before anybody else's."""
    names = "|".join(re.escape(other.name) for other in tournament.entrants.order_by("number"))
    departures_ = "|".join(str(state.label) for state in (EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED))
    after_name = rf"{re.escape(entrant.name)}(?:(?!{names}).){{0,120}}?\b({departures_})\b"
    return set(re.findall(after_name, text, re.DOTALL))


@pytest.mark.parametrize("place", LEAGUE_PLACES)
def test_places_of_a_league_mark_who_left(organizer_client, league, place):
    tournament, entrant = league
    text = text_of(organizer_client, place, tournament, entrant)
    assert marks(text, entrant, tournament) == {entrant.departure}


@pytest.mark.parametrize("place", BRACKET_PLACES)
def test_places_of_a_bracket_mark_who_left(organizer_client, bracket, place):
    tournament, entrant = bracket
    text = text_of(organizer_client, place, tournament, entrant)
    assert marks(text, entrant, tournament) == {entrant.departure}


@pytest.mark.release
@pytest.mark.parametrize("message", ["ranking", "standings"])
def test_each_list_to_send_marks_who_left(client, league, message):
    tournament, entrant = league
    page = client.get(path_in_language(reverse("scoring:share_texts", args=[tournament.public_id]), "tr"))
    texts = {sent.key: sent.text for sent, _link in page.context["messages_to_send"]}
    assert f"{entrant.name} ({entrant.departure})" in texts[message]
