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
from tests.kept import kept
from tests.scoring.officials.domain.deciding import groups_of, members, record_walkover
from tournaments.enums import Part, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Group, Tournament

pytestmark = pytest.mark.django_db


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def running(tournament: Tournament) -> str:
    return reverse("scoring:running", args=[tournament.public_id])


SAVE = {"save": "1"}


@kept
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
    return reverse("scoring:lot", args=[tournament.public_id, position])


def places(answer: Any, order: str) -> dict[str, str]:
    (tie,) = answer.context["ties"]
    return {field: place for (_pair, field, _typed), place in zip(tie["pairs"], order, strict=True)}


def test_lot_breaks_a_tie(desk, tied):
    assert [group.name for group in desk.get(running(tied)).context["hall"].lots] == ["A", "B"]
    page = desk.get(lot(tied))
    assert desk.post(lot(tied), places(page, "312")).status_code == 200
    assert Group.objects.get(name="A", stage__tournament=tied).lot == []
    response = desk.post(lot(tied), places(page, "312") | SAVE)
    assert (response.status_code, response.headers["Location"]) == (303, running(tied))
    ranks = Group.objects.get(name="A", stage__tournament=tied).places.order_by("rank")
    pairs = [pair for pair, _field, _typed in page.context["ties"][0]["pairs"]]
    assert [place.entrant for place in ranks] == [pairs[1], pairs[2], pairs[0]]
    assert [group.name for group in read_room_overview(tied, at=NOW).lots] == ["B"]


@pytest.mark.parametrize("order", ["112", "12x", "  1", "456"])
def test_each_place_must_be_given_once(desk, tied, order):
    response = desk.post(lot(tied), places(desk.get(lot(tied)), order))
    assert response.status_code == 422
    assert response.context["not_once_each"]
    typed = [typed for _pair, _field, typed in response.context["ties"][0]["pairs"]]
    assert typed == list(order)
    assert Group.objects.get(name="A", stage__tournament=tied).lot == []


def test_page_without_a_tie_redirects(desk, club):
    tournament = drawn_tournament(club=club)
    for response in (desk.get(lot(tournament)), desk.post(lot(tournament))):
        assert (response.status_code, response.headers["Location"]) == (303, running(tournament))
    assert desk.get(lot(tournament, 2)).status_code == 404
    assert desk.get(lot(tournament), {"stage": "9" * 5000}).status_code == 303


def test_a_lot_can_be_corrected_and_its_history_is_shown(desk, tied):
    desk.post(lot(tied), places(desk.get(lot(tied)), "123") | SAVE | {"witness": "Işık\0 Hakem"})
    typed = places(desk.get(lot(tied)), "321") | {"decided_by": "decision"}
    refused = desk.post(lot(tied), typed | SAVE)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "decision_without_reason")
    assert desk.post(lot(tied), typed | SAVE | {"reason": "Kura\0 yanlış okunmuş"}).status_code == 303
    page = desk.get(lot(tied))
    assert [decision.decided_by for decision, _names in page.context["history"]] == ["decision", "lot"]
    assert "Işık Hakem" in page.content.decode()


def test_two_tied_entrants_can_play_an_extra_encounter(desk, club):
    tournament = drawn_tournament(club=club, pairs=6, groups=2)
    group, _clear = groups_of(tournament)
    first, *level = members(group)
    for encounter in group.encounters.select_related("stage__tournament"):
        if encounter.sides.filter(entrant=first).exists():
            record_walkover(encounter, SideLetter(encounter.sides.get(entrant=first).letter))
        else:
            walkovers.record_double_walkover(encounter=encounter, by=CONSOLE, at=NOW)
    page = desk.get(lot(tournament))
    assert page.context["two_level"] == [level]
    extra_encounter_url = reverse("scoring:extra_encounter", args=[tournament.public_id, 0])
    form_data = {"entrant": [str(entrant.public_id) for entrant in level]}
    assert desk.post(extra_encounter_url, form_data).status_code == 200
    assert not Encounter.objects.filter(part=Part.EXTRA).exists()
    assert desk.post(extra_encounter_url, form_data | SAVE).headers["Location"] == running(tournament)
    encounter = Encounter.objects.get(part=Part.EXTRA)
    assert desk.get(extra_encounter_url).status_code == 303
    back = reverse("scoring:take_extra_back", args=[encounter.public_id])
    assert desk.post(back, SAVE).status_code == 303
    encounter.refresh_from_db()
    assert encounter.annulled_at is not None
    refused = desk.post(extra_encounter_url, {"entrant": [str(first.public_id)]} | SAVE)
    assert refused.context["refusal"].code == "not_two_level"


@pytest.mark.parametrize("name", ["lot", "extra_encounter"])
def test_strangers_and_other_methods(club, name):
    address = reverse(f"scoring:{name}", args=[drawn_tournament(club=club).public_id, 0])
    assert Client().get(address).status_code == 302  # to the login page
    assert Client().put(address).status_code == 405


def test_group_with_any_name_has_a_lot_page(desk, tied):
    Group.objects.filter(name="A", stage__tournament=tied).update(name="A/B")
    assert lot(tied) in desk.get(running(tied)).content.decode()
    assert desk.get(lot(tied)).context["group"].name == "A/B"


def test_drawn_lot_is_published_with_its_seed(desk, tied):
    offered = desk.get(lot(tied)).context["seed"]
    assert desk.get(lot(tied)).context["seed"] == offered
    assert desk.get(lot(tied, 1)).context["seed"] != offered
    typed = {"decided_by": "drawn", "seed": "mavi 11"}
    refused = desk.post(lot(tied), {"decided_by": "drawn", "seed": "mavi\u200b"})
    assert (refused.status_code, refused.context["seed"]) == (422, "mavi\u200b")
    preview = desk.post(lot(tied), typed)
    assert "mavi 11" in preview.content.decode()
    group = Group.objects.get(name="A", stage__tournament=tied)
    assert group.lot == []
    assert desk.post(lot(tied), typed | SAVE).status_code == 303
    assert group.lot == sorted(
        group.lot, key=lambda key: hashlib.sha256(f"mavi 11:{key}".encode()).hexdigest()
    )
    page = Client().get(reverse("scoring:how_drawn", args=[tied.public_id])).content.decode()
    for key in group.lot:
        assert hashlib.sha256(f"mavi 11:{key}".encode()).hexdigest() in page
    desk.post(lot(tied), typed | SAVE | {"seed": offered})
    published = Client().get(reverse("scoring:how_drawn", args=[tied.public_id])).context["ties"]
    assert [(tie.decision.seed, tie.seed_offered) for tie in published] == [
        (offered, True),
        ("mavi 11", False),
    ]


def test_manual_lot_has_no_seed(desk, tied):
    desk.post(lot(tied), places(desk.get(lot(tied)), "312") | SAVE)
    response = Client().get(reverse("scoring:how_drawn", args=[tied.public_id]))
    assert response.context["ties"] == []
