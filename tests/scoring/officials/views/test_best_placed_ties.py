from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.queries.room_overview import read_room_overview
from scoring.standings.standings_cache import refresh
from tests.factories import NOW, MembershipFactory, first_stage
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.test_best_placed_ties import (
    LEVEL,
    finished_groups_of_three,
    knockout_entrants,
    thirds,
)
from tournaments.enums import Role
from tournaments.models import Membership, TieDecision, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@module_fixture
def tied(owner: Membership) -> Tournament:
    return finished_groups_of_three(*LEVEL, club=owner.club)


def address(tournament: Tournament, number: int = 1) -> str:
    return reverse("scoring:lot_best_placed", args=[tournament.public_id, number])


@pytest.mark.slow
def test_organizer_records_the_lot_with_a_witness_and_corrects_it(organizer_client, tied):
    running = reverse("scoring:room_overview", args=[tied.public_id])
    assert address(tied) in organizer_client.get(running).content.decode()
    first, second, _ahead = thirds(tied)
    places = {f"place-{second.public_id}": "1", f"place-{first.public_id}": "2", "witness": "Nermin Hanım"}
    assert organizer_client.get(address(tied)).status_code == HTTPStatus.OK
    assert organizer_client.post(address(tied), places).status_code == HTTPStatus.OK
    assert not TieDecision.objects.exists()
    assert organizer_client.post(address(tied), {**places, "save": "1"}).headers["Location"] == running
    assert second in knockout_entrants(tied)
    assert TieDecision.objects.get().witness == "Nermin Hanım"
    evening = organizer_client.get(running)
    assert evening.context["overview"].stages_needing_lot == []
    assert [tie.witness for tie in evening.context["overview"].decided_ties] == ["Nermin Hanım"]
    assert address(tied) in evening.content.decode()
    assert "Nermin Hanım" in organizer_client.get(address(tied)).content.decode()


def test_stage_waiting_for_the_lot_is_not_offered_for_drawing(tied):
    room = read_room_overview(tied, at=NOW)
    assert [stage.stage.position for stage in room.stages_needing_lot] == [1]
    assert room.pending_draws == []


def test_each_place_must_be_given_once(organizer_client, tied):
    first, second, _ahead = thirds(tied)
    twice = {f"place-{second.public_id}": "1", f"place-{first.public_id}": "1"}
    assert organizer_client.post(address(tied), twice).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_public_page_says_that_a_lot_is_pending(client, tied):
    refresh(stage=first_stage(tied), at=NOW)
    page = reverse("scoring:groups", args=[tied.public_id])
    response = client.get(english(page))
    assert 'data-test="lot-pending"' in response.content.decode()


def test_page_without_a_tie_redirects(organizer_client, tied):
    assert organizer_client.get(address(tied, 2)).status_code == HTTPStatus.SEE_OTHER
    assert organizer_client.get(address(tied, 9)).status_code == HTTPStatus.NOT_FOUND


def test_other_clubs_get_404(tied):
    stranger = Client()
    stranger.force_login(MembershipFactory.create(role=Role.OWNER).user)
    assert stranger.get(address(tied)).status_code == HTTPStatus.NOT_FOUND
