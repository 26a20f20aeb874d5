from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from scoring.people.domain import make_anonymous
from tests.factories import NOW, ClubFactory, drawn_tournament, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(two_pairs) -> Tournament:
    return two_pairs


def address(name: str, tournament: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.public_id])


def row(name: str, shown: str, was: str = "") -> dict[str, Any]:
    player = Player.objects.with_real_name(name).get()
    return {f"{player.public_id}-shown": shown, f"{player.public_id}-was": was or player.shown}


def names() -> list[str]:
    return list(Entrant.objects.order_by("number").values_list("name", flat=True))


def test_all_players_are_listed_with_both_names(organizer_client, tournament):
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "initial"))
    page = organizer_client.get(address("public_names", tournament)).content.decode()
    for name in ("Ali Kaya", "Ali K.", "Ece Demir", "Can Öz", "Su Ak"):
        assert name in page
    entries_page = organizer_client.get(address("entries", tournament)).content.decode()
    for name in ("Kaya – Demir", "Ali K. – Demir", "Ali Kaya"):
        assert name in entries_page


def test_sent_rows_are_saved_and_others_unchanged(organizer_client, tournament):
    organizer_client.post(address("public_names", tournament), row("Can Öz", "hidden"))
    form_data = row("Ali Kaya", "initial") | row("Ece Demir", "full")
    response = organizer_client.post(address("public_names", tournament), form_data)
    assert (response.status_code, names()) == (303, ["Ali K. – Demir", "C. Ö. – Ak"])


def test_unknown_choice_is_an_error_and_saves_nothing(organizer_client, tournament):
    form_data = row("Ali Kaya", "initial") | row("Ece Demir", "alias")
    response = organizer_client.post(address("public_names", tournament), form_data)
    assert (response.status_code, names()) == (422, ["Kaya – Demir", "Öz – Ak"])


def test_all_players_are_shown_alike(organizer_client, tournament):
    organizer_client.post(address("all_public_names", tournament), {"how": "initial"})
    assert names() == ["Ali K. – Ece D.", "Can Ö. – Su A."]


@pytest.mark.slow
def test_showing_more_lists_the_players_and_asks(organizer_client, tournament):
    organizer_client.post(address("all_public_names", tournament), {"how": "initial"})
    asks = organizer_client.post(address("all_public_names", tournament), {"how": "full"})
    named = asks.context["players"]
    assert [player.real_name for player in named] == ["Ali Kaya", "Can Öz", "Ece Demir", "Su Ak"]
    for wrong in ("", "x", str(named[0].public_id)):
        organizer_client.post(address("all_public_names", tournament), {"how": "full", "named": wrong})
        assert names() == ["Ali K. – Ece D.", "Can Ö. – Su A."]
    confirmed = re.search('name="named" value="([^"]+)"', asks.content.decode())
    assert confirmed is not None
    organizer_client.post(address("all_public_names", tournament), {"how": "full", "named": confirmed[1]})
    assert names() == ["Kaya – Demir", "Öz – Ak"]


@pytest.mark.parametrize("how", ["full", "initial"])
def test_hidden_name_stays_if_all_are_shown_alike(organizer_client, tournament, how):
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "hidden"))
    make_anonymous(player=Player.objects.get(name="Can Öz"), by=CONSOLE, at=NOW)
    assert organizer_client.post(address("all_public_names", tournament), {"how": how}).status_code == 303
    names_by_choice = dict(Player.objects.values_list("shown", "name"))
    assert names_by_choice["hidden"] == "A. K."
    assert Player.objects.filter(anonymous_as=1).count() == 1


def test_page_opened_earlier_keeps_newer_choices(organizer_client, tournament):
    opened = row("Ali Kaya", "full") | row("Ece Demir", "full")
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "hidden"))
    own = f"{Player.objects.get(name='Ece Demir').public_id}-shown"
    response = organizer_client.post(
        address("public_names", tournament), opened | {own: "initial"}, follow=True
    )
    assert names() == ["A. K. – Ece D.", "Öz – Ak"]
    assert [str(message) for message in response.context["messages"] if "Ali Kaya" in str(message)]


def test_concurrent_choice_warns_the_later_organizer(organizer_client, tournament):
    organizer_client.post(address("public_names", tournament), row("Ali Kaya", "hidden"))
    response = organizer_client.post(
        address("public_names", tournament), row("Ali Kaya", "initial", was="full"), follow=True
    )
    assert names() == ["A. K. – Demir", "Öz – Ak"]
    assert "Ali Kaya" in "".join(str(message) for message in response.context["messages"])


def test_player_anonymized_concurrently_stays_anonymous(organizer_client, tournament):
    form_data = row("Ali Kaya", "initial")
    make_anonymous(player=Player.objects.get(name="Ali Kaya"), by=CONSOLE, at=NOW)
    assert organizer_client.post(address("public_names", tournament), form_data).status_code == 303
    assert not Player.objects.filter(full_name="Ali Kaya").exists()


@pytest.mark.release
@pytest.mark.parametrize("name", ["all_public_names", "newcomer_public_names"])
@pytest.mark.parametrize("how", ["hidden", "", "other"])
def test_hiding_is_no_choice_for_all(organizer_client, tournament, name, how):
    assert organizer_client.post(address(name, tournament), {"how": how}).status_code == 303
    assert names() == ["Kaya – Demir", "Öz – Ak"]
    assert organizer_client.get(address(name, tournament)).status_code == 303


def test_new_people_get_the_clubs_public_name(organizer_client, tournament):
    organizer_client.post(address("newcomer_public_names", tournament), {"how": "initial"})
    typed = {"player_1": "Nur Gök", "player_2": "Efe Taş"}
    organizer_client.post(address("add_entrant", tournament), typed)
    organizer_client.post(
        address("add_entrant", tournament), {"player_1": "Ada", "player_2": "Ege Su", "shown_2": "full"}
    )
    assert names()[2:] == ["Nur G. – Efe T.", "A. – Su"]


def test_a_choice_is_made_on_entering(organizer_client, tournament):
    typed = {"player_1": "Nur Gök", "player_2": "Efe Taş", "shown_1": "initial", "shown_2": "hidden"}
    organizer_client.post(address("add_entrant", tournament), typed)
    assert names()[2] == "Nur G. – E. T."
    wrong = typed | {"player_1": "Ada Can", "player_2": "Ege Can", "shown_1": "alias"}
    response = organizer_client.post(address("add_entrant", tournament), wrong)
    assert (response.status_code, len(names())) == (422, 3)


def test_a_drawn_tournament_lists_its_players_too(organizer_client, club):
    tournament = drawn_tournament(club=club)
    page = organizer_client.get(address("public_names", tournament))
    assert page.status_code == 200
    player = Player.objects.order_by("pk")[0]
    organizer_client.post(address("public_names", tournament), row(player.name, "initial"))
    player.refresh_from_db()
    assert player.public_name == "Ayşe I."


def test_number_of_queries_does_not_grow_with_the_list(organizer_client, club, django_assert_max_num_queries):
    for pairs in (1, 50):
        tournament = open_tournament(club=club, pairs=pairs)
        with django_assert_max_num_queries(20) as queries:
            organizer_client.get(address("public_names", tournament))
        assert len(queries) == 10


def test_long_list_has_pages_and_returns_to_the_same_one(organizer_client, club):
    tournament = open_tournament(club=club, pairs=60)
    second = f"{address('public_names', tournament)}?page=2"
    assert "?page=1" in organizer_client.get(second).content.decode()
    last = Player.objects.order_by("-pk")[0]
    response = organizer_client.post(second, row(last.name, "initial"))
    assert response.headers["Location"] == second


def test_tournament_of_another_club_is_not_found(organizer_client):
    other = open_tournament(club=ClubFactory.create())
    for name in ("public_names", "all_public_names", "newcomer_public_names"):
        assert organizer_client.post(address(name, other), {"how": "full"}).status_code == 404
