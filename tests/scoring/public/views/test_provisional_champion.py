"""Everything that shows a champion says that a protest is open, until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scoring.enums import ProvisionalReason
from scoring.play import calls
from scoring.queries.tournament_context import read_tournament_context
from scoring.sharing.cards.card_texts import tournament_card
from tests.factories import MembershipFactory, encounters_of
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import match_of, protest, sides_phone
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import ELIMINATION, drawn_flow
from tests.scoring.table.table_phones import home_of, phone
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Entrant, Table, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    bracket = drawn_flow(ELIMINATION, pairs=4, club=club)
    play_out(bracket)
    bracket.refresh_from_db()
    protest(match_of(final_of(bracket)))
    return bracket


def final_of(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[-1]


def table_of_final(tournament: Tournament) -> Table:
    return home_of(final_of(tournament))


def champion_of(tournament: Tournament) -> Entrant:
    assert tournament.champion
    return tournament.champion


def staff_of(tournament: Tournament) -> Client:
    client = LanguageClient("en")
    client.force_login(tournament.club.memberships.get().user)
    return client


def page(client: Client, name: str, *args: Any, query: str = "", **headers: str) -> str:
    response = client.get(reverse(name, args=args) + query, headers=headers)
    assert response.status_code == 200
    return response.getvalue().decode("utf-8-sig")


def public_page(name: str) -> Show:
    return lambda tournament: page(LanguageClient("en"), f"scoring:{name}", tournament.public_id)


def printed(client: Client, name: str, tournament: Tournament) -> str:
    content = client.get(reverse(f"scoring:{name}", args=[tournament.public_id])).content
    return " ".join(" ".join(sheet.extract_text() for sheet in PdfReader(BytesIO(content)).pages).split())


def card_of(tournament: Tournament) -> str:
    with translation.override("en"):
        return tournament_card(read_tournament_context(tournament.public_id), [], None, None).state


Show = Callable[[Tournament], str]
SHOWN: dict[str, Show] = {
    **{
        name: public_page(name)
        for name in (
            *("tournament", "final_ranking", "entrants", "bracket", "archive"),
            *("tv", "share", "share_texts", "follow"),
        )
    },
    "home": lambda _tournament: page(LanguageClient("en"), "scoring:tournaments"),
    "search": lambda tournament: page(
        LanguageClient("en"), "scoring:tournament_search", query=f"?name={champion_of(tournament).name}"
    ),
    "player": lambda tournament: page(
        LanguageClient("en"), "scoring:player", champion_of(tournament).players.all()[0].public_id
    ),
    "follower's strip": lambda tournament: page(
        LanguageClient("en"),
        "scoring:followed_status",
        tournament.public_id,
        champion_of(tournament).public_id,
        **{"HX-Request": "true"},
    ),
    "table": lambda tournament: page(
        phone(table_of_final(tournament), "en"), "scoring:table", table_of_final(tournament).public_id
    ),
    "sides": lambda tournament: page(
        sides_phone(table_of_final(tournament), "en"),
        "scoring:side_page",
        table_of_final(tournament).public_id,
    ),
    "desk": lambda tournament: page(staff_of(tournament), "scoring:room_overview", tournament.public_id),
    "own tournaments": lambda tournament: page(staff_of(tournament), "tournaments:dashboard"),
    "results on paper": lambda tournament: printed(staff_of(tournament), "results_pdf", tournament),
    "poster": lambda tournament: printed(staff_of(tournament), "bracket_poster", tournament),
    "link's picture": card_of,
    "file of standings": lambda tournament: page(
        staff_of(tournament), "scoring:standings_file", tournament.public_id, "csv"
    ),
}


def is_provisional(shown: str) -> bool:
    with translation.override("en"):
        label = str(ProvisionalReason.PROTESTED.label)
    return 'data-test="provisional"' in shown or label.lower() in shown.lower()


@pytest.mark.parametrize("name", SHOWN)
def test_champion_is_provisional_until_the_protest_is_answered(tournament, name):
    assert is_provisional(SHOWN[name](tournament))
    call = final_of(tournament).calls.get()
    calls.close_call(call=call, answer="Evet.", by=CONSOLE, at=call.asked_at)
    assert not is_provisional(SHOWN[name](tournament))
