from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.officials.queries.room_overview import read_room_overview
from tests.factories import (
    LEAGUE,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    groups_of,
    members,
    play_as_entered,
    prepared_bracket,
)
from tournaments.enums import EntrantState, Role
from tournaments.models import Club, Encounter, Entrant, Player, Tournament
from tournaments.people.domain.rosters import roster_players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

SAVE = {"save": "1"}
LATE = {"name": "Geç Kalanlar", "player_1": "Deniz Ak", "player_2": "Ege Su"}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club) -> Tournament:
    return drawn_tournament(club=club, pairs=7, groups=2)


@pytest.fixture
def entrant(tournament) -> Entrant:
    return tournament.entrants.order_by("number")[0]


def in_play_url(tournament: Tournament) -> str:
    return reverse("scoring:lineup_changes", args=[tournament.public_id])


def entrant_url(name: str, entrant: Entrant) -> str:
    return reverse(f"scoring:{name}", args=[entrant.tournament.public_id, entrant.public_id])


def test_list_before_the_draw_redirects_to_the_entries(organizer_client, club):
    tournament = open_tournament(club=club)
    response = organizer_client.get(in_play_url(tournament))
    assert response.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])


def test_list_takes_as_many_queries_for_32_as_for_7(
    organizer_client, club, tournament, django_assert_max_num_queries
):
    many = drawn_tournament(club=club, pairs=32, groups=8)
    for listed_tournament in (tournament, many):
        with django_assert_max_num_queries(12):
            response = organizer_client.get(in_play_url(listed_tournament))
        assert len(response.context["entrants"]) == listed_tournament.entrants.count()


@pytest.mark.release
def test_late_entrant_is_added_and_removed(organizer_client, tournament):
    response = organizer_client.post(in_play_url(tournament), LATE | SAVE)
    entrant = tournament.entrants.get(name="Geç Kalanlar")
    assert response.headers["Location"] == in_play_url(tournament)
    assert Encounter.objects.filter(sides__entrant=entrant).count() == 3
    assert organizer_client.get(entrant_url("entrant_changes", entrant)).context["came_late"]
    assert organizer_client.post(entrant_url("remove_late_entrant", entrant)).status_code == 200
    assert organizer_client.post(entrant_url("remove_late_entrant", entrant), SAVE).headers[
        "Location"
    ] == in_play_url(tournament)
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()


@pytest.mark.release
def test_late_place_is_previewed_before_storing(organizer_client, tournament):
    (small,) = [group for group in groups_of(tournament) if len(members(group)) == 3]
    names = ", ".join(member.name for member in members(small))
    response = organizer_client.post(in_play_url(tournament), LATE | {"rating": "1450"})
    sentence = (
        f"Geç Kalanlar (Deniz Ak, Ege Su)</span>: joins group {small.name} as number 4, against {names}."
    )
    assert sentence in response.content.decode()
    assert ("rating", "1450") in response.context["typed"]
    assert tournament.entrants.count() == 7
    organizer_client.post(in_play_url(tournament), {**dict(response.context["typed"]), **SAVE})
    assert tournament.entrants.get(name="Geç Kalanlar").rating == 1450


@pytest.mark.slow
@pytest.mark.parametrize(("option", "rounds"), [("reschedule", 5), ("", 7)])
def test_late_pair_in_a_group_of_four_can_be_spread_over_five_rounds(organizer_client, club, option, rounds):
    tournament = drawn_tournament(pairs=4, groups=1, club=club)
    response = organizer_client.post(in_play_url(tournament), LATE)
    page = response.content.decode()
    assert [(choice.value, choice.is_chosen) for choice in response.context["change"].options] == [
        ("reschedule", True),
        ("", False),
    ]
    assert "5 rounds in the group" in page
    assert "7 rounds in the group" in page
    assert tournament.entrants.count() == 4
    organizer_client.post(in_play_url(tournament), LATE | SAVE | {"option": option})
    last = Encounter.objects.filter(stage__tournament=tournament).order_by("round").last()
    assert last is not None
    assert last.round == rounds


@pytest.mark.release
def test_rescheduling_that_saves_no_round_is_not_offered(organizer_client, tournament):
    response = organizer_client.post(in_play_url(tournament), LATE)
    assert not response.context["change"].options


def finish_of(preview: Any) -> str:
    assert ('data-test="finish"' in preview.content.decode()) is bool(preview.context["finish"])
    finish: str = preview.context["finish"]
    return finish


def time_left(tournament: Tournament) -> timedelta:
    return read_room_overview(tournament, at=timezone.now()).finish_estimate.whole_time_left.likely


@pytest.mark.release
def test_previews_of_a_late_pair_show_how_much_longer_play_lasts(organizer_client, club):
    tournament = drawn_tournament(club=club, pairs=3, groups=1, tables=1, stages=LEAGUE)
    before = time_left(tournament)
    preview = finish_of(organizer_client.post(in_play_url(tournament), LATE))
    organizer_client.post(in_play_url(tournament), LATE | SAVE)
    longer = time_left(tournament) - before
    assert longer == before  # three encounters more than the three at the only table
    minutes = longer // timedelta(minutes=1)
    assert re.findall(r"(\d+) h (\d+) min more", preview) == [(f"{minutes // 60}", f"{minutes % 60}")]
    late = tournament.entrants.get(name="Geç Kalanlar")
    shorter = finish_of(organizer_client.post(entrant_url("remove_late_entrant", late)))
    assert shorter == preview.replace("more", "less")


def test_preview_of_a_late_pair_during_play_shows_both_finishing_times(organizer_client, club):
    tournament = drawn_tournament(club=club, pairs=3, groups=1, tables=1, stages=LEAGUE)
    for encounter in encounters_of(tournament)[:2]:
        for _deal in range(3):
            play_hand(encounter, at=timezone.now())
    preview = finish_of(organizer_client.post(in_play_url(tournament), LATE))
    before = read_room_overview(tournament, at=timezone.now()).finish_estimate.whole_finish
    organizer_client.post(in_play_url(tournament), LATE | SAVE)
    after = read_room_overview(tournament, at=timezone.now()).finish_estimate.whole_finish
    assert before is not None
    assert after is not None
    zone = ZoneInfo(club.time_zone)
    clock_times = [f"{moment.astimezone(zone):%H:%M}" for moment in (after, before)]
    assert clock_times[0] != clock_times[1]
    assert re.findall(r"\d\d:\d\d", preview) == clock_times


@pytest.mark.release
def test_previews_of_a_withdrawal_and_its_end_show_the_finish(organizer_client, club):
    entrant = drawn_tournament(club=club, pairs=4, groups=1, tables=1).entrants.order_by("number")[0]
    annulled = {"results": "annulled"}
    assert "less" in finish_of(organizer_client.post(entrant_url("record_departure", entrant), annulled))
    organizer_client.post(entrant_url("record_departure", entrant), annulled | SAVE)
    assert "more" in finish_of(organizer_client.post(entrant_url("undo_departure", entrant)))


@pytest.mark.parametrize(
    ("kind", "way", "announcement"),
    [
        ("swiss", "from the next round on", "joins “Swiss system” from its next round on."),
        ("knockout", "place of a bye", "takes the place of a bye in “Elimination”, against Takım 2."),
    ],
)
def test_late_place_is_described_for_each_format(organizer_client, club, kind, way, announcement):
    other = prepared_bracket(kind, 6)
    Tournament.objects.filter(pk=other.pk).update(club=club)
    page = organizer_client.get(in_play_url(other)).content.decode()
    assert way in page
    assert "smallest group" not in page
    assert announcement in organizer_client.post(in_play_url(other), LATE).content.decode()


@pytest.mark.release
def test_late_entry_with_a_known_name_asks_which_person(organizer_client, club, tournament):
    known = Player.objects.create(club=club, name="Deniz Âk")
    response = organizer_client.post(in_play_url(tournament), LATE)
    assert response.status_code == 422
    assert [question.name for question in response.context["form"].questions] == ["Deniz Ak"]
    answered = LATE | {"who_1": str(known.public_id)}
    seen = organizer_client.post(in_play_url(tournament), answered)
    assert ("who_1", str(known.public_id)) in seen.context["typed"]
    assert "(Deniz Âk, Ege Su)" in seen.content.decode()
    assert organizer_client.post(in_play_url(tournament), answered | SAVE).status_code == 303
    assert tournament.entrants.get(name="Geç Kalanlar").players.contains(known)


def test_player_removed_from_the_entries_comes_late_without_a_question(organizer_client, club, tournament):
    organizer_client.post(in_play_url(tournament), LATE | SAVE)
    entrant = tournament.entrants.get(name="Geç Kalanlar")
    removed = [player.public_id for player in roster_players(entrant)]
    organizer_client.post(entrant_url("remove_late_entrant", entrant), SAVE)
    assert organizer_client.post(in_play_url(tournament), LATE).status_code == 200
    assert organizer_client.post(in_play_url(tournament), LATE | SAVE).status_code == 303
    back = tournament.entrants.get(name="Geç Kalanlar")
    assert [player.public_id for player in roster_players(back)] == removed


def test_a_namesake_of_a_removed_player_is_asked_about(organizer_client, club, tournament):
    organizer_client.post(in_play_url(tournament), LATE | SAVE)
    entrant = tournament.entrants.get(name="Geç Kalanlar")
    organizer_client.post(entrant_url("remove_late_entrant", entrant), SAVE)
    Player.objects.create(club=club, name="Deniz Ak")
    response = organizer_client.post(in_play_url(tournament), LATE)
    assert response.status_code == 422
    assert [question.field for question in response.context["form"].questions] == ["who_1"]


@pytest.mark.parametrize("typed", [LATE, LATE | SAVE])
def test_name_in_play_can_only_enter_late_as_another_person(organizer_client, tournament, entrant, typed):
    playing = entrant.players.order_by("rosters__place")[0]
    again = typed | {"player_1": playing.name.upper().replace("I", "ı")}
    refused = organizer_client.post(in_play_url(tournament), again)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["player_1"]
    assert tournament.entrants.count() == 7
    assert (
        organizer_client.post(in_play_url(tournament), again | SAVE | {"namesake": "on"}).status_code == 303
    )
    assert tournament.entrants.get(name="Geç Kalanlar").players.filter(pk=playing.pk).count() == 0


@pytest.mark.parametrize(
    "changed",
    [
        *({"player_1": ""}, {"player_2": ""}, {"name": "x" * 81}, {"name": "Takım 1"}, {"name": "takım 1"}),
        *({"player_2": "deniz ak"}, {"rating": "-1"}),
    ],
)
def test_invalid_late_entry_is_refused(organizer_client, tournament, changed):
    for extra in ({}, SAVE):
        assert organizer_client.post(in_play_url(tournament), LATE | changed | extra).status_code == 422
    assert tournament.entrants.count() == 7


def test_page_suggests_keeping_or_annulling_results(organizer_client, entrant):
    assert organizer_client.get(entrant_url("entrant_changes", entrant)).context["annulled"]
    for encounter in Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[:2]:
        play_encounter(encounter)
    assert not organizer_client.get(entrant_url("entrant_changes", entrant)).context["annulled"]


@pytest.mark.parametrize(("results", "annulled"), [("kept", 0), ("annulled", 1)])
def test_withdrawal_is_previewed_stored_and_taken_back(organizer_client, entrant, results, annulled):
    play_encounter(Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[0])
    form_data = {"how": "withdraw", "results": results}
    preview = organizer_client.post(entrant_url("record_departure", entrant), form_data)
    assert preview.status_code == 200
    assert bool(preview.context["consequences"].annulled) == bool(annulled)
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.PLAYING
    assert organizer_client.post(entrant_url("record_departure", entrant), form_data | SAVE).headers[
        "Location"
    ] == entrant_url("entrant_changes", entrant)
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.WITHDRAWN
    assert "withdrawn" in organizer_client.get(entrant_url("entrant_changes", entrant)).content.decode()
    refused = organizer_client.post(entrant_url("record_departure", entrant), form_data | SAVE)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "has_left_already")
    assert organizer_client.post(entrant_url("undo_departure", entrant), SAVE).status_code == 303
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.PLAYING


def test_withdrawal_preview_lists_each_encounter_once(organizer_client, entrant):
    kept_label, annulled = (
        organizer_client.post(
            entrant_url("record_departure", entrant), {"how": "withdraw", "results": results}
        ).content.decode()
        for results in ("kept", "annulled")
    )
    assert "go to their opponents" in kept_label
    assert "annulled" not in kept_label
    assert "are annulled, played or not" in annulled
    assert "opponents" not in annulled


def test_annulled_stage_is_not_listed_as_kept(organizer_client, entrant):
    play_encounter(Encounter.objects.filter(sides__entrant=entrant).select_related("stage__tournament")[0])
    kept_label, annulled = (
        organizer_client.post(
            entrant_url("record_departure", entrant), {"how": "withdraw", "results": results}
        ).content.decode()
        for results in ("kept", "annulled")
    )
    assert "Their results in “Group stage” still count." in kept_label
    assert "still count" not in annulled


@pytest.fixture
def qualified(club) -> list[Entrant]:
    """Return the first of two groups by rank, its first two drawn into the knock-out."""
    tournament = drawn_tournament(club=club, pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    places = groups_of(tournament)[0].places.select_related("entrant__tournament").order_by("rank")
    return [place.entrant for place in places]


def slots_of(response: Any) -> list[tuple[Entrant | None, Entrant | None]]:
    return [(slot.before, slot.after) for slot in response.context["consequences"].slots]


@pytest.mark.slow
def test_place_in_the_next_stage_can_go_to_the_next(organizer_client, qualified):
    first, _second, third, _last = qualified
    for entrant, offered in ((first, True), (third, False)):
        page = organizer_client.get(entrant_url("entrant_changes", entrant)).content.decode()
        assert ('data-test="place"' in page) is offered
    form_data = {"how": "withdraw", "place": "next"}
    preview = organizer_client.post(entrant_url("record_departure", first), form_data)
    assert slots_of(preview) == [(first, third)]
    assert not preview.context["consequences"].encounters
    assert preview.content.decode().count('data-test="slot"') == 1
    assert ("place", "next") in preview.context["typed"]
    assert not Encounter.objects.filter(group=None, sides__entrant=third).exists()
    walkover = organizer_client.post(entrant_url("record_departure", first), form_data | {"place": ""})
    assert first not in [before for before, _after in slots_of(walkover)]
    assert walkover.context["consequences"].encounters
    assert organizer_client.post(entrant_url("record_departure", first), form_data | SAVE).status_code == 303
    later = Encounter.objects.filter(group=None)
    assert later.filter(sides__entrant=third).exists()
    back = organizer_client.post(entrant_url("undo_departure", first))
    assert slots_of(back) == [(third, first)]
    play_hand(later.select_related("stage__tournament").get(sides__entrant=third))
    refused = organizer_client.post(entrant_url("undo_departure", first), SAVE)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "place_was_taken")


def test_place_without_a_next_is_refused(organizer_client, qualified):
    first, _second, third, last = qualified
    for entrant in (third, last):
        organizer_client.post(entrant_url("record_departure", entrant), {"how": "withdraw"} | SAVE)
    form_data = {"how": "withdraw", "place": "next"}
    refused = organizer_client.post(entrant_url("record_departure", first), form_data)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "nobody_is_next")


def test_a_disqualification_needs_its_reason(organizer_client, entrant):
    form_data = {"how": "disqualify", "results": "kept"}
    refused = organizer_client.post(entrant_url("record_departure", entrant), form_data)
    assert (refused.status_code, refused.context["refusal"].code) == (422, "disqualified_without_reason")
    assert (
        organizer_client.post(
            entrant_url("record_departure", entrant), form_data | SAVE | {"reason": "Taş saklamış"}
        ).status_code
        == 303
    )
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.DISQUALIFIED


def test_substitution_and_its_reversal(organizer_client, entrant):
    first, second = entrant.players.order_by("rosters__place")
    form_data = {"leaves": str(first.public_id), "comes": "Deniz Ak"}
    assert organizer_client.post(entrant_url("substitute", entrant), form_data).status_code == 303
    deniz, before = organizer_client.get(entrant_url("entrant_changes", entrant)).context["replaced"]
    assert (deniz.name, before) == ("Deniz Ak", first)
    again = {"leaves": str(deniz.public_id), "comes": before.name, "who": str(before.public_id)}
    assert organizer_client.post(entrant_url("substitute", entrant), again).status_code == 303
    assert list(entrant.players.order_by("rosters__place")) == [first, second]


def test_substitute_in_play_is_refused_with_input_kept(organizer_client, tournament, entrant):
    play_hand(encounters_of(tournament)[0])
    first, second = entrant.players.order_by("rosters__place")
    response = organizer_client.post(
        entrant_url("substitute", entrant), {"leaves": str(first.public_id), "comes": second.name}
    )
    assert (response.status_code, response.context["refusal"].code) == (422, "plays_already")
    assert response.context["typed"] == second.name
    assert (
        organizer_client.post(entrant_url("substitute", entrant), {"leaves": "x", "comes": "Y"}).status_code
        == 303
    )


def test_substitute_with_a_known_name_asks_which_person(organizer_client, club, entrant):
    known = Player.objects.create(club=club, name="Deniz Ak")
    leaves = entrant.players.order_by("rosters__place")[0]
    form_data = {"leaves": str(leaves.public_id), "comes": "Deniz Ak"}
    response = organizer_client.post(entrant_url("substitute", entrant), form_data)
    assert response.status_code == 422
    assert [choice.key for choice in response.context["question"].choices] == [known.public_id, None]
    assert response.context["question"].chosen.key == known.public_id
    organizer_client.post(entrant_url("substitute", entrant), form_data | {"who": "another deniz ak"})
    deniz = entrant.players.get(name="Deniz Ak")
    assert deniz != known
    back = {"leaves": str(deniz.public_id), "comes": leaves.name, "who": str(leaves.public_id)}
    organizer_client.post(entrant_url("substitute", entrant), back)
    assert (
        organizer_client.post(
            entrant_url("substitute", entrant), form_data | {"who": str(known.public_id)}
        ).status_code
        == 303
    )
    assert known in entrant.players.all()


NAMES = ["record_departure", "undo_departure", "substitute", "remove_late_entrant"]


@pytest.mark.parametrize("name", NAMES)
def test_get_redirects_back(organizer_client, entrant, name):
    response = organizer_client.get(entrant_url(name, entrant))
    assert (response.status_code, response.headers["Location"]) == (
        303,
        entrant_url("entrant_changes", entrant),
    )


@pytest.mark.parametrize("name", [*NAMES, "entrant_changes"])
def test_strangers_and_other_methods(entrant, name):
    assert Client().get(entrant_url(name, entrant)).status_code == 302  # to the login page
    assert Client().put(entrant_url(name, entrant)).status_code == 405


def test_entrant_of_another_tournament_is_404(organizer_client, club, entrant):
    other = drawn_tournament(club=club)
    address = reverse("scoring:entrant_changes", args=[other.public_id, entrant.public_id])
    assert organizer_client.get(address).status_code == 404
