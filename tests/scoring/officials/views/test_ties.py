from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.queries.room_overview import read_room_overview
from scoring.play import walkovers
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    play_encounter,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import groups_of, members, record_walkover
from tournaments.enums import Part, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Group, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


def running(tournament: Tournament) -> str:
    return reverse("scoring:room_overview", args=[tournament.public_id])


SAVE = {"save": "1"}


@module_fixture
def tied(club) -> Tournament:
    """One group in which everyone won as often and by as much: A beats B, B beats C, C beats A."""
    tournament = drawn_tournament(club=club, pairs=6, groups=2)
    for group in Group.objects.filter(stage__tournament=tournament):
        members = list(group.places.order_by("position").values_list("entrant_id", flat=True))
        for encounter in group.encounters.select_related("stage__tournament"):
            a, b = encounter.sides.order_by("letter").values_list("entrant_id", flat=True)
            ahead = (members.index(b) - members.index(a)) % 3 == 1
            play_encounter(encounter, "A" if ahead else "B")
    return tournament


def lot(tournament: Tournament, position: int = 0) -> str:
    return reverse("scoring:record_lot", args=[tournament.public_id, position])


def places(answer: Any, order: str) -> dict[str, str]:
    (tie,) = answer.context["ties"]
    return {field: place for (_pair, field, _typed), place in zip(tie["pairs"], order, strict=True)}


@pytest.mark.release
def test_lot_breaks_a_tie(organizer_client, tied):
    assert [
        group.name for group in organizer_client.get(running(tied)).context["overview"].groups_needing_lot
    ] == ["A", "B"]
    page = organizer_client.get(lot(tied))
    assert organizer_client.post(lot(tied), places(page, "312")).status_code == 200
    assert Group.objects.get(name="A", stage__tournament=tied).decided_order == []
    response = organizer_client.post(lot(tied), places(page, "312") | SAVE)
    assert (response.status_code, response.headers["Location"]) == (303, running(tied))
    ranks = Group.objects.get(name="A", stage__tournament=tied).places.order_by("rank")
    pairs = [pair for pair, _field, _typed in page.context["ties"][0]["pairs"]]
    assert [place.entrant for place in ranks] == [pairs[1], pairs[2], pairs[0]]
    assert [group.name for group in read_room_overview(tied, at=NOW).groups_needing_lot] == ["B"]


@pytest.mark.parametrize("order", ["112", "12x", "  1", "456"])
def test_each_place_must_be_given_once(organizer_client, tied, order):
    response = organizer_client.post(lot(tied), places(organizer_client.get(lot(tied)), order))
    assert response.status_code == 422
    assert response.context["not_once_each"]
    typed = [typed for _pair, _field, typed in response.context["ties"][0]["pairs"]]
    assert typed == list(order)
    assert Group.objects.get(name="A", stage__tournament=tied).decided_order == []


def test_page_without_a_tie_redirects(organizer_client, club):
    tournament = drawn_tournament(club=club)
    for response in (organizer_client.get(lot(tournament)), organizer_client.post(lot(tournament))):
        assert (response.status_code, response.headers["Location"]) == (303, running(tournament))
    assert organizer_client.get(lot(tournament, 2)).status_code == 404
    assert organizer_client.get(lot(tournament), {"stage": "9" * 5000}).status_code == 303


def test_a_lot_can_be_corrected_and_its_history_is_shown(organizer_client, tied):
    organizer_client.post(
        lot(tied), places(organizer_client.get(lot(tied)), "123") | SAVE | {"witness": "Işık\0 Hakem"}
    )
    typed = places(organizer_client.get(lot(tied)), "321") | {"decided_by": "decision"}
    refused = organizer_client.post(lot(tied), typed | SAVE)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "decision_without_reason")
    assert (
        organizer_client.post(lot(tied), typed | SAVE | {"reason": "Kura\0 yanlış okunmuş"}).status_code
        == 303
    )
    page = organizer_client.get(lot(tied))
    assert [decision.decided_by for decision, _names in page.context["history"]] == ["decision", "lot"]
    assert "Işık Hakem" in page.content.decode()


@pytest.mark.slow
def test_two_tied_entrants_can_play_an_extra_encounter(organizer_client, club):
    tournament = drawn_tournament(club=club, pairs=6, groups=2)
    group, _clear = groups_of(tournament)
    first, *level = members(group)
    for encounter in group.encounters.select_related("stage__tournament"):
        if encounter.sides.filter(entrant=first).exists():
            record_walkover(encounter, SideLetter(encounter.sides.get(entrant=first).letter))
        else:
            walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, NOW))
    page = organizer_client.get(lot(tournament))
    assert page.context["tied_pairs"] == [level]
    extra_encounter_url = reverse("scoring:extra_encounter", args=[tournament.public_id, 0])
    form_data = {"entrant": [str(entrant.public_id) for entrant in level]}
    assert organizer_client.post(extra_encounter_url, form_data).status_code == 200
    assert not Encounter.objects.filter(part=Part.EXTRA).exists()
    assert organizer_client.post(extra_encounter_url, form_data | SAVE).headers["Location"] == running(
        tournament
    )
    encounter = Encounter.objects.get(part=Part.EXTRA)
    assert organizer_client.get(extra_encounter_url).status_code == 303
    back = reverse("scoring:remove_extra_encounter", args=[encounter.public_id])
    assert organizer_client.post(back, SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.annulled_at is not None
    refused = organizer_client.post(extra_encounter_url, {"entrant": [str(first.public_id)]} | SAVE)
    assert refused.context["refusal"].code == "not_two_tied"


@pytest.mark.parametrize("name", ["record_lot", "extra_encounter"])
def test_strangers_and_other_methods(club, name):
    address = reverse(f"scoring:{name}", args=[drawn_tournament(club=club).public_id, 0])
    assert Client().get(address).status_code == 302  # to the login page
    assert Client().put(address).status_code == 405


def test_group_with_any_name_has_a_lot_page(organizer_client, tied):
    Group.objects.filter(name="A", stage__tournament=tied).update(name="A/B")
    assert lot(tied) in organizer_client.get(running(tied)).content.decode()
    assert organizer_client.get(lot(tied)).context["group"].name == "A/B"


@pytest.mark.slow
def test_drawn_lot_is_published_with_its_seed(organizer_client, tied):
    offered = organizer_client.get(lot(tied)).context["seed"]
    assert organizer_client.get(lot(tied)).context["seed"] == offered
    assert organizer_client.get(lot(tied, 1)).context["seed"] != offered
    typed = {"decided_by": "drawn", "seed": "mavi 11"}
    refused = organizer_client.post(lot(tied), {"decided_by": "drawn", "seed": "mavi\u200b"})
    assert (refused.status_code, refused.context["seed"]) == (422, "mavi\u200b")
    preview = organizer_client.post(lot(tied), typed)
    assert "mavi 11" in preview.content.decode()
    group = Group.objects.get(name="A", stage__tournament=tied)
    assert group.decided_order == []
    assert organizer_client.post(lot(tied), typed | SAVE).status_code == 303
    assert group.decided_order == sorted(
        group.decided_order, key=lambda key: hashlib.sha256(f"mavi 11:{key}".encode()).hexdigest()
    )
    page = Client().get(reverse("scoring:draw_list", args=[tied.public_id])).content.decode()
    for key in group.decided_order:
        assert hashlib.sha256(f"mavi 11:{key}".encode()).hexdigest() in page
    organizer_client.post(lot(tied), typed | SAVE | {"seed": offered})
    published = Client().get(reverse("scoring:draw_list", args=[tied.public_id])).context["ties"]
    assert [(tie.decision.seed, tie.used_offered_seed) for tie in published] == [
        (offered, True),
        ("mavi 11", False),
    ]


def test_manual_lot_has_no_seed(organizer_client, tied):
    organizer_client.post(lot(tied), places(organizer_client.get(lot(tied)), "312") | SAVE)
    response = Client().get(reverse("scoring:draw_list", args=[tied.public_id]))
    assert response.context["ties"] == []
