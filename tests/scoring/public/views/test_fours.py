from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory, first_stage
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import draw_next_round, refresh_standings
from tests.scoring.tables_of_four import FOURS, THEN_TABLES, drawn_fours, play_round
from tournaments.models import Encounter, Entrant, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def ten() -> Tournament:
    """Ten players: one round is played, the second is drawn."""
    tournament = drawn_fours(FOURS, THEN_TABLES)
    play_round(tournament)
    draw_next_round(first_stage(tournament))
    refresh_standings(tournament)
    return tournament


def page(name: str, *args: object, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode(errors="replace")


def organizer_client_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    return client


@pytest.mark.release
def test_table_shows_hands_and_penalties_a_hand(ten):
    table = page("scoring:groups", ten.public_id)
    assert 'class="card group by-hand"' in table
    assert "−101,00" in table
    assert "el başına ceza puanıyla önde" in table


@pytest.mark.parametrize("name", ["tournament", "groups", "tables", "schedule", "entrants", "rules", "tv"])
def test_every_page_of_the_tournament_opens(ten, name):
    assert "Oyuncu 01" in page(f"scoring:{name}", ten.public_id) or name == "rules"


def test_encounter_page_says_that_nobody_is_eliminated(ten):
    played = Encounter.objects.filter(stage__tournament=ten, round=1).exclude(decided_by="bye")[0]
    content = page("scoring:encounter", played.public_id)
    assert 'data-test="nobody-eliminated"' in content
    seats = content.partition('<ol class="seats-of-four')[2].partition("</ol>")[0]
    assert seats.count('class="remark"') == 4
    assert 'data-test="table-won"' not in seats


def test_bye_has_no_opponent(ten):
    bye = Encounter.objects.filter(stage__tournament=ten, decided_by="bye")[0]
    assert 'data-test="bye"' in page("scoring:encounter", bye.public_id)


def test_player_has_a_page(ten):
    first = Entrant.objects.filter(tournament=ten)[0]
    assert first.name in page("scoring:entrant", ten.public_id, first.public_id)


def test_draw_of_a_round_is_public(ten):
    content = page("scoring:draw_detail", ten.public_id, 2)
    assert 'data-test="previous-standings"' in content
    assert "el başına −101,00" in content
    assert "el başına –" in content  # The player with the bye.


def test_organizer_sees_the_round_before_it_is_drawn():
    tournament = drawn_fours(FOURS, THEN_TABLES)
    play_round(tournament)
    proposed = page("scoring:draw_round", tournament.public_id, 1, client=organizer_client_of(tournament))
    assert "el başına −101,00" in proposed
    assert proposed.count('class="d-side quiet"') == 2


@pytest.mark.parametrize("name", ["room_overview", "paper"])
def test_organizers_pages_open(ten, name):
    assert ten.name in page(f"scoring:{name}", ten.public_id, client=organizer_client_of(ten))


def test_withdrawal_does_not_offer_to_annul_results_shared_by_others(ten):
    first = Entrant.objects.filter(tournament=ten)[0]
    content = page("scoring:entrant_changes", ten.public_id, first.public_id, client=organizer_client_of(ten))
    assert 'value="withdraw"' in content
    assert 'name="results"' not in content


def test_emergency_papers_are_printed(ten):
    papers = organizer_client_of(ten).get(reverse("scoring:resume_pdf", args=[ten.public_id]))
    assert papers.content.startswith(b"%PDF")
