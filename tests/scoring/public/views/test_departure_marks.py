from __future__ import annotations

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.officials.domain import departures
from tests.factories import LEAGUE, NOW, drawn_tournament
from tests.languages import path_in_language
from tests.scoring.live.page_counters import refresh
from tests.scoring.officials.domain.official_actions import play_as_entered
from tests.scoring.stage_flows import ELIMINATION, drawn_flow, ready_encounters
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, Tournament
from tournaments.play.leaving_play import LeaverResults

pytestmark = pytest.mark.django_db
MARK = "disqualified"


@pytest.fixture
def league(club: Club) -> tuple[Tournament, Entrant]:
    """A finished tournament and its third, disqualified without results."""
    tournament = drawn_tournament(club=club, pairs=3, groups=1, stages=LEAGUE)
    entrant = disqualify_one(tournament)
    while waiting := ready_encounters(tournament):
        play_as_entered(waiting[0])
    refresh(tournament)
    return tournament, entrant


@pytest.fixture
def bracket(club: Club) -> tuple[Tournament, Entrant]:
    tournament = drawn_flow(ELIMINATION, pairs=4, club=club)
    return tournament, disqualify_one(tournament)


def disqualify_one(tournament: Tournament) -> Entrant:
    entrant = tournament.entrants.order_by("number")[1]
    departures.disqualify(entrant=entrant, results=LeaverResults.ANNULLED, reason="Yok", by=CONSOLE, at=NOW)
    return entrant


def body(client: Client, name: str, tournament: Tournament | None = None, *more: str) -> bytes:
    args = [tournament.public_id, *more] if tournament else []
    answer = client.get(path_in_language(reverse(f"scoring:{name}", args=args), "en"))
    assert answer.status_code == 200
    return b"".join(answer) if answer.streaming else answer.content


def pdf_text(content: bytes) -> str:
    return " ".join("\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


@pytest.mark.parametrize(
    ("name", "count"), [("final_ranking", 1), ("share_texts", 2), ("tv", 2), ("groups", 1)]
)
def test_pages_of_a_league_mark_the_disqualified(client, league, name, count):
    assert body(client, name, league[0]).decode().count(MARK) >= count


def test_front_page_marks_the_disqualified(client, league):
    tournament, entrant = league
    page = client.get(path_in_language("/", "en")).content.decode()
    assert tournament.name in page
    assert f"{entrant.name} ({MARK})" in page


def test_results_pdf_marks_the_disqualified_in_the_ranking(organizer_client, league):
    assert pdf_text(body(organizer_client, "results_pdf", league[0])).count(f"({MARK})") == 1


def test_standings_file_has_the_state(organizer_client, league):
    content = body(organizer_client, "standings_file", league[0], "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(content)))
    assert [row["State"] for row in rows] == ["", "", MARK] * 2


@pytest.mark.parametrize("name", ["bracket", "tv"])
def test_bracket_marks_the_disqualified(client, bracket, name):
    assert MARK in body(client, name, bracket[0]).decode()


def test_poster_marks_the_disqualified(client, bracket):
    assert f"({MARK})" in pdf_text(body(client, "bracket_poster", bracket[0]))
