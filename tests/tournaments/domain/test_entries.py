"""Pairs on the list, until the draw closes it."""

from __future__ import annotations

import json

import pytest

from tests.factories import NOW, drawn_tournament, enter_pairs, open_tournament
from tournaments.domain import draw, entries
from tournaments.domain.actor import CONSOLE
from tournaments.models import Club, Entrant, EntrantPlayer, LogRow, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return open_tournament()


def add(tournament: Tournament, name: str = "Kordon", players=("Ayşe Işık", "Can Öz")) -> Entrant:
    return entries.add_entrant(tournament=tournament, name=name, players=players, by=CONSOLE, at=NOW)


def change(entrant: Entrant, name: str = "Kordon", players=("Ayşe Işık", "Can Öz")) -> None:
    entries.change_entrant(entrant=entrant, name=name, players=players, by=CONSOLE, at=NOW)


def players_of(entrant: Entrant) -> list[str]:
    rows = EntrantPlayer.objects.filter(entrant=entrant).order_by("place")
    return [row.player.name for row in rows.select_related("player")]


def test_a_pair_is_entered_with_its_players_in_order(tournament):
    entrant = add(tournament, players=("Zeki Ak", "Ayşe Işık"))
    assert (entrant.number, players_of(entrant)) == (1, ["Zeki Ak", "Ayşe Işık"])
    row = LogRow.objects.get(action="entrant_added")
    assert (row.subject, json.loads(row.after)["name"]) == (str(entrant.public_id), "Kordon")


def test_pairs_are_numbered_as_they_come(tournament):
    assert [entrant.number for entrant in enter_pairs(tournament, 3)] == [1, 2, 3]
    assert add(tournament).number == 4


def test_several_pairs_are_entered_all_or_none(tournament):
    pairs = [("Kordon", ("Ayşe", "Can")), ("KORDON", ("Ece", "Efe"))]
    with pytest.raises(entries.EntrantNameTaken) as refusal:
        entries.add_entrants(tournament=tournament, pairs=pairs, by=CONSOLE, at=NOW)
    assert refusal.value.details == {"name": "KORDON"}
    assert not Entrant.objects.exists()
    assert not Player.objects.exists()
    assert not LogRow.objects.filter(action="entrant_added").exists()


@pytest.mark.parametrize("name", ["Kırlangıç", "KIRLANGIÇ", " kırlangıç "])
def test_a_name_is_taken_whatever_its_case(tournament, name):
    add(tournament, "Kırlangıç")
    with pytest.raises(entries.EntrantNameTaken):
        add(tournament, name, ("Ece", "Efe"))


def test_names_with_and_without_a_dot_are_two(tournament):
    add(tournament, "Kırlangıç")
    assert add(tournament, "Kirlangiç", ("Ece", "Efe")).number == 2


def test_two_tournaments_may_have_pairs_of_one_name(tournament):
    add(tournament)
    assert add(open_tournament(club=tournament.club)).number == 1


def test_a_pair_is_corrected(tournament):
    entrant = add(tournament)
    change(entrant, "Bostanlı", ("Can Öz", "Ece Su"))
    entrant.refresh_from_db()
    assert (entrant.name, players_of(entrant)) == ("Bostanlı", ["Can Öz", "Ece Su"])
    row = LogRow.objects.get(action="entrant_changed")
    assert json.loads(row.before) == {"name": "Kordon", "players": ["Ayşe Işık", "Can Öz"]}


def test_a_pair_may_keep_its_own_name_but_not_take_anothers(tournament):
    entrant = add(tournament)
    add(tournament, "Bostanlı", ("Ece", "Efe"))
    change(entrant, "KORDON")
    with pytest.raises(entries.EntrantNameTaken):
        change(entrant, "bostanlı")
    entrant.refresh_from_db()
    assert entrant.name == "KORDON"


def test_a_pair_is_taken_off_the_list_and_its_name_is_free_again(tournament):
    first, second = enter_pairs(tournament, 2)
    entries.remove_entrant(entrant=first, by=CONSOLE, at=NOW)
    assert list(tournament.entrants.all()) == [second]
    assert add(tournament, first.name).number == 3
    assert json.loads(LogRow.objects.get(action="entrant_removed").before)["name"] == "Takım 1"


@pytest.mark.parametrize("action", ["add", "change", "remove"])
def test_the_draw_closes_the_list(action):
    tournament = drawn_tournament()
    entrant = tournament.entrants.earliest("number")
    calls = {
        "add": lambda: add(tournament),
        "change": lambda: change(entrant),
        "remove": lambda: entries.remove_entrant(entrant=entrant, by=CONSOLE, at=NOW),
    }
    with pytest.raises(entries.EntriesClosed):
        calls[action]()
    assert tournament.entrants.count() == 8
    draw.undo_draw(tournament=tournament, by=CONSOLE, at=NOW)
    calls[action]()


def test_a_player_is_known_again_in_the_next_tournament_of_his_club(tournament):
    add(tournament)
    again = add(open_tournament(club=tournament.club), players=("Can Öz", "Ece Su"))
    assert Player.objects.filter(name="Can Öz").count() == 1
    assert Player.objects.get(name="Can Öz").entrants.count() == 2
    assert players_of(again) == ["Can Öz", "Ece Su"]


def test_namesakes_in_one_tournament_are_two_people(tournament):
    add(tournament)
    add(tournament, "Bostanlı", ("Can Öz", "Ece Su"))
    assert Player.objects.filter(name="Can Öz").count() == 2
    following = open_tournament(club=tournament.club)
    add(following)
    add(following, "Bostanlı", ("Can Öz", "Ece Su"))
    assert Player.objects.filter(name="Can Öz").count() == 2


def test_clubs_do_not_share_players(tournament):
    add(tournament)
    add(open_tournament())
    assert Player.objects.filter(name="Can Öz").count() == 2
    assert Club.objects.count() == 2


def test_correcting_the_name_of_a_pair_leaves_its_players_who_they_are(tournament):
    entrant = add(tournament)
    before = list(entrant.roster.order_by("place").values_list("player", flat=True))
    change(entrant, "Bostanlı")
    assert list(entrant.roster.order_by("place").values_list("player", flat=True)) == before


def test_every_change_of_the_list_is_told_to_open_pages(tournament):
    def counter() -> int:
        return Tournament.objects.get(pk=tournament.pk).counter

    before = counter()
    entrant = add(tournament)
    assert counter() == before + 1
    change(entrant, "Bostanlı")
    assert counter() == before + 2
    entries.remove_entrant(entrant=entrant, by=CONSOLE, at=NOW)
    assert counter() == before + 3
