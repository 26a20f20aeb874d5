from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    LEAGUE,
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_table,
    singles_tournament,
)
from tests.languages import LanguageClient
from tests.scoring.paper.views.test_printing import pdf, words
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import ELIMINATION, drawn_flow
from tournaments.enums import Role
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FOOT, HEAD = 45, 790
"""Heights on an A4 page, in points."""


@pytest.fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER).user


@pytest.fixture
def organizer_client(owner) -> Client:
    client = LanguageClient("tr")
    client.force_login(owner)
    return client


def finished(owner: Any, *, pairs: int, groups: int) -> Tournament:
    tournament = drawn_tournament(club=owner.memberships.get().club, pairs=pairs, groups=groups)
    play_out(tournament)
    tournament.refresh_from_db()
    return tournament


def pages(client: Client, tournament: Tournament) -> list[str]:
    response = client.get(reverse("scoring:results_pdf", args=[tournament.public_id]))
    return [words(page) for page in pdf(response).pages]


@pytest.mark.slow
def test_champion_is_on_the_first_page_before_the_ranking(owner, organizer_client):
    tournament = finished(owner, pairs=8, groups=2)
    first, *_others = pages(organizer_client, tournament)
    assert tournament.champion is not None
    assert first.index("Şampiyon") < first.index(tournament.champion.name) < first.index("Son sıralama")


@pytest.mark.slow
def test_stage_reached_is_no_column_of_a_league(owner, organizer_client):
    league = drawn_tournament(club=owner.memberships.get().club, pairs=4, groups=1, stages=LEAGUE)
    play_out(league)
    heads = pages(organizer_client, league)[0].split("Son sıralama")[1]
    assert heads.startswith(" Sıra Takım Oyuncular G–M Averaj ")
    heads = pages(organizer_client, finished(owner, pairs=4, groups=1))[0].split("Son sıralama")[1]
    assert heads.startswith(" Sıra Takım Oyuncular Ulaştığı aşama G–M Averaj ")


def test_club_is_a_column_if_a_player_has_a_club(owner, organizer_client):
    tournament = singles_tournament(club=owner.memberships.get().club, players=4)
    play_table(encounters_of(tournament)[0], 0, 30, 40, 50)
    heads = pages(organizer_client, tournament)[0].split("Son sıralama")[1]
    assert heads.startswith(" Sıra Oyuncu Ulaştığı aşama El El başına ")
    tournament.entrants.filter(number=1).update(club_name="Kordon")
    heads = pages(organizer_client, tournament)[0].split("Son sıralama")[1]
    assert heads.startswith(" Sıra Oyuncu Kulüp Ulaştığı aşama El El başına ")


@pytest.mark.slow
def test_each_group_is_on_one_page_with_its_results(owner, organizer_client):
    tournament = finished(owner, pairs=16, groups=4)
    texts = pages(organizer_client, tournament)
    for letter in "ABCD":
        (page,) = [text for text in texts if f"{letter} grubu Takım" in text]
        group = page.split(f"{letter} grubu Takım")[1]
        assert "1. tur" in group
        assert "3. tur" in group


@pytest.mark.slow
def test_long_ranking_begins_below_the_champion(owner, organizer_client):
    tournament = finished(owner, pairs=64, groups=16)
    first, second, *_others = pages(organizer_client, tournament)
    assert "Son sıralama" in first
    assert "Sıra Takım" in second


@pytest.mark.slow
def test_bracket_is_drawn_with_its_points_and_a_league_takes_one_page(owner, organizer_client):
    bracket = drawn_flow(ELIMINATION, pairs=8, club=owner.memberships.get().club)
    play_out(bracket)
    (page,) = pages(organizer_client, bracket)
    assert page.count("Çeyrek final") >= 4
    assert page.count("−303") == 7
    league = drawn_tournament(club=owner.memberships.get().club, pairs=6, groups=1, stages=LEAGUE)
    play_out(league)
    (page,) = pages(organizer_client, league)
    assert page.count("Takım 1") == 7


@pytest.mark.slow
def test_hours_of_play_follow_the_day(owner, organizer_client):
    tournament = finished(owner, pairs=4, groups=1)
    Tournament.objects.filter(pk=tournament.pk).update(last_day=tournament.first_day)
    tournament.stages.order_by("position")[0].encounters.update(started_at=NOW - timedelta(hours=3))
    assert "21 Kasım 2026, 19:00–22:00" in pages(organizer_client, tournament)[0]


def font_sizes(client: Client, tournament: Tournament) -> set[float]:
    """Return the sizes of letters between head and foot of the pages."""
    found: set[float] = set()

    def visit(text: str, _matrix: Any, position: Any, _font: Any, size: float) -> None:
        if text.strip() and FOOT < position[5] < HEAD:
            found.add(round(size, 1))

    response = client.get(reverse("scoring:results_pdf", args=[tournament.public_id]))
    for page in pdf(response).pages:
        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "groups", "page_count"), [(4, 1, 1), (8, 2, 1), (16, 4, 2)])
def test_type_of_a_small_tournament_is_large_on_as_few_pages(
    owner, organizer_client, pairs, groups, page_count
):
    tournament = finished(owner, pairs=pairs, groups=groups)
    assert min(font_sizes(organizer_client, tournament)) >= 8.8
    assert len(pages(organizer_client, tournament)) == page_count


@pytest.mark.slow
def test_type_of_a_large_tournament_is_as_usual(owner, organizer_client):
    assert min(font_sizes(organizer_client, finished(owner, pairs=17, groups=4))) < 9
