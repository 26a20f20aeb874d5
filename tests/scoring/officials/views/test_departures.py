from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.kept import kept
from tests.languages import Reader
from tests.scoring.officials.domain.deciding import groups_of, laid_out, members
from tournaments.enums import EntrantState, Role
from tournaments.models import Club, Encounter, Entrant, Player, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.english]

SAVE = {"save": "1"}
LATE = {"name": "Geç Kalanlar", "player_1": "Deniz Ak", "player_2": "Ege Su"}


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


@kept
def tournament(club) -> Tournament:
    return drawn_tournament(club=club, pairs=7, groups=2)


@pytest.fixture
def entrant(tournament) -> Entrant:
    return tournament.entrants.order_by("number")[0]


def listed(tournament: Tournament) -> str:
    return reverse("scoring:in_play", args=[tournament.public_id])


def at(name: str, entrant: Entrant) -> str:
    return reverse(f"scoring:{name}", args=[entrant.tournament.public_id, entrant.public_id])


def test_list_before_the_draw_redirects_to_the_entries(desk, club):
    tournament = open_tournament(club=club)
    response = desk.get(listed(tournament))
    assert response.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])


def test_list_takes_as_many_queries_for_32_as_for_7(desk, club, tournament, django_assert_max_num_queries):
    many = drawn_tournament(club=club, pairs=32, groups=8)
    for listed_tournament in (tournament, many):
        with django_assert_max_num_queries(12):
            response = desk.get(listed(listed_tournament))
        assert len(response.context["entrants"]) == listed_tournament.entrants.count()


def test_late_entrant_is_added_and_removed(desk, tournament):
    response = desk.post(listed(tournament), LATE | SAVE)
    entrant = tournament.entrants.get(name="Geç Kalanlar")
    assert response.headers["Location"] == at("entrant_changes", entrant)
    assert Encounter.objects.filter(sides__entrant=entrant).count() == 3
    assert desk.get(at("entrant_changes", entrant)).context["came_late"]
    assert desk.post(at("take_late_back", entrant)).status_code == 200
    assert desk.post(at("take_late_back", entrant), SAVE).headers["Location"] == listed(tournament)
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()


def test_late_place_is_previewed_before_storing(desk, tournament):
    (small,) = [group for group in groups_of(tournament) if len(members(group)) == 3]
    names = ", ".join(member.name for member in members(small))
    response = desk.post(listed(tournament), LATE | {"rating": "1450"})
    sentence = f"Geç Kalanlar (Deniz Ak, Ege Su): joins group {small.name} as number 4, against {names}."
    assert sentence in response.content.decode()
    assert ("rating", "1450") in response.context["typed"]
    assert tournament.entrants.count() == 7
    desk.post(listed(tournament), {**dict(response.context["typed"]), **SAVE})
    assert tournament.entrants.get(name="Geç Kalanlar").rating == 1450


@pytest.mark.parametrize(
    ("kind", "way", "said"),
    [
        ("swiss", "from the next round on", "joins “Swiss system” from its next round on."),
        ("knockout", "place of a bye", "takes the place of a bye in “Elimination”, against Takım 2."),
    ],
)
def test_late_place_is_described_for_each_format(desk, club, kind, way, said):
    other = laid_out(kind, 6)
    Tournament.objects.filter(pk=other.pk).update(club=club)
    page = desk.get(listed(other)).content.decode()
    assert way in page
    assert "smallest group" not in page
    assert said in desk.post(listed(other), LATE).content.decode()


def test_late_entry_with_a_known_name_asks_which_person(desk, club, tournament):
    known = Player.objects.create(club=club, name="Deniz Âk")
    response = desk.post(listed(tournament), LATE)
    assert response.status_code == 422
    assert [question.name for question in response.context["form"].questions] == ["Deniz Ak"]
    answered = LATE | {"who_1": str(known.public_id)}
    seen = desk.post(listed(tournament), answered)
    assert ("who_1", str(known.public_id)) in seen.context["typed"]
    assert "(Deniz Âk, Ege Su)" in seen.content.decode()
    assert desk.post(listed(tournament), answered | SAVE).status_code == 303
    assert tournament.entrants.get(name="Geç Kalanlar").players.contains(known)


@pytest.mark.parametrize("typed", [LATE, LATE | SAVE])
def test_name_in_play_can_only_enter_late_as_another_person(desk, tournament, entrant, typed):
    playing = entrant.players.order_by("rosters__place")[0]
    again = typed | {"player_1": playing.name.upper().replace("I", "ı")}
    refused = desk.post(listed(tournament), again)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["player_1"]
    assert tournament.entrants.count() == 7
    assert desk.post(listed(tournament), again | SAVE | {"namesake": "on"}).status_code == 303
    assert tournament.entrants.get(name="Geç Kalanlar").players.filter(pk=playing.pk).count() == 0


@pytest.mark.parametrize(
    "changed",
    [
        *({"player_1": ""}, {"player_2": ""}, {"name": "x" * 81}, {"name": "Takım 1"}, {"name": "takım 1"}),
        *({"player_2": "deniz ak"}, {"rating": "-1"}),
    ],
)
def test_invalid_late_entry_is_refused(desk, tournament, changed):
    for extra in ({}, SAVE):
        assert desk.post(listed(tournament), LATE | changed | extra).status_code == 422
    assert tournament.entrants.count() == 7


def test_page_suggests_keeping_or_annulling_results(desk, entrant):
    assert desk.get(at("entrant_changes", entrant)).context["annulled"]
    for encounter in Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[:2]:
        play_encounter(encounter)
    assert not desk.get(at("entrant_changes", entrant)).context["annulled"]


@pytest.mark.parametrize(("results", "annulled"), [("kept", 0), ("annulled", 1)])
def test_withdrawal_is_previewed_stored_and_taken_back(desk, entrant, results, annulled):
    play_encounter(Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[0])
    form_data = {"how": "withdraw", "results": results}
    preview = desk.post(at("leave", entrant), form_data)
    assert preview.status_code == 200
    assert bool(preview.context["consequences"].annulled) == bool(annulled)
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.PLAYING
    assert desk.post(at("leave", entrant), form_data | SAVE).headers["Location"] == at(
        "entrant_changes", entrant
    )
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.WITHDRAWN
    assert "withdrawn" in desk.get(at("entrant_changes", entrant)).content.decode()
    refused = desk.post(at("leave", entrant), form_data | SAVE)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "has_left_already")
    assert desk.post(at("come_back", entrant), SAVE).status_code == 303
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.PLAYING


def test_withdrawal_preview_lists_each_encounter_once(desk, entrant):
    kept_label, annulled = (
        desk.post(at("leave", entrant), {"how": "withdraw", "results": results}).content.decode()
        for results in ("kept", "annulled")
    )
    assert "go to their opponents" in kept_label
    assert "annulled" not in kept_label
    assert "are annulled, played or not" in annulled
    assert "opponents" not in annulled
    assert "stand." not in annulled


def test_annulled_stage_is_not_listed_as_kept(desk, entrant):
    play_encounter(Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[0])
    kept_label, annulled = (
        desk.post(at("leave", entrant), {"how": "withdraw", "results": results}).content.decode()
        for results in ("kept", "annulled")
    )
    assert "Their results in “Group stage” still count." in kept_label
    assert "stand." not in annulled


def test_a_disqualification_needs_its_reason(desk, entrant):
    form_data = {"how": "disqualify", "results": "kept"}
    refused = desk.post(at("leave", entrant), form_data)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "disqualified_without_reason")
    assert desk.post(at("leave", entrant), form_data | SAVE | {"reason": "Taş saklamış"}).status_code == 303
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.DISQUALIFIED


def test_substitution_and_its_reversal(desk, entrant):
    first, second = entrant.players.order_by("rosters__place")
    form_data = {"leaves": str(first.public_id), "comes": "Deniz Ak"}
    assert desk.post(at("substitute", entrant), form_data).status_code == 303
    deniz, before = desk.get(at("entrant_changes", entrant)).context["replaced"]
    assert (deniz.name, before) == ("Deniz Ak", first)
    again = {"leaves": str(deniz.public_id), "comes": before.name, "who": str(before.public_id)}
    assert desk.post(at("substitute", entrant), again).status_code == 303
    assert list(entrant.players.order_by("rosters__place")) == [first, second]


def test_substitute_in_play_is_refused_with_input_kept(desk, tournament, entrant):
    play_hand(encounters_of(tournament)[0])
    first, second = entrant.players.order_by("rosters__place")
    response = desk.post(at("substitute", entrant), {"leaves": str(first.public_id), "comes": second.name})
    assert (response.status_code, response.context["refusal"].code) == (422, "plays_already")
    assert response.context["typed"] == second.name
    assert desk.post(at("substitute", entrant), {"leaves": "x", "comes": "Y"}).status_code == 303


def test_substitute_with_a_known_name_asks_which_person(desk, club, entrant):
    known = Player.objects.create(club=club, name="Deniz Ak")
    leaves = entrant.players.order_by("rosters__place")[0]
    form_data = {"leaves": str(leaves.public_id), "comes": "Deniz Ak"}
    response = desk.post(at("substitute", entrant), form_data)
    assert response.status_code == 422
    assert [choice.key for choice in response.context["question"].choices] == [known.public_id, None]
    assert response.context["question"].chosen.key == known.public_id
    desk.post(at("substitute", entrant), form_data | {"who": "another deniz ak"})
    deniz = entrant.players.get(name="Deniz Ak")
    assert deniz != known
    back = {"leaves": str(deniz.public_id), "comes": leaves.name, "who": str(leaves.public_id)}
    desk.post(at("substitute", entrant), back)
    assert desk.post(at("substitute", entrant), form_data | {"who": str(known.public_id)}).status_code == 303
    assert known in entrant.players.all()


NAMES = ["leave", "come_back", "substitute", "take_late_back"]


@pytest.mark.parametrize("name", NAMES)
def test_get_redirects_back(desk, entrant, name):
    response = desk.get(at(name, entrant))
    assert (response.status_code, response.headers["Location"]) == (303, at("entrant_changes", entrant))


@pytest.mark.parametrize("name", [*NAMES, "entrant_changes"])
def test_strangers_and_other_methods(entrant, name):
    assert Client().get(at(name, entrant)).status_code == 302  # to the login page
    assert Client().put(at(name, entrant)).status_code == 405


def test_entrant_of_another_tournament_is_404(desk, club, entrant):
    other = drawn_tournament(club=club)
    address = reverse("scoring:entrant_changes", args=[other.public_id, entrant.public_id])
    assert desk.get(address).status_code == 404
