from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, drawn_tournament, enter_named, enter_pairs, first_stage, open_tournament
from tests.module_fixtures import module_fixture
from tests.statements import count_statements
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, EntrantPlayer, LogRow, Player, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return open_tournament()


def add(tournament: Tournament, name: str = "Kordon", players=("Ayşe Işık", "Can Öz")) -> Entrant:
    return entry_list.add_entrant(tournament=tournament, name=name, players=players, by=CONSOLE, at=NOW)


def change(entrant: Entrant, name: str = "Kordon", players=("Ayşe Işık", "Can Öz"), **more) -> None:
    entry_list.change_entrant(entrant=entrant, entry=ListedEntrant(name, players, **more), by=CONSOLE, at=NOW)


def players_of(entrant: Entrant) -> list[str]:
    rows = EntrantPlayer.objects.filter(entrant=entrant).order_by("place")
    return [row.player.name for row in rows.select_related("player")]


def test_a_pair_is_entered_with_its_players_in_order(tournament):
    entrant = add(tournament, players=("Zeki Ak", "Ayşe Işık"))
    assert (entrant.number, players_of(entrant)) == (1, ["Zeki Ak", "Ayşe Işık"])
    row = LogRow.objects.get(action="entrant_added")
    assert (row.subject, json.loads(row.after)["name"]) == (str(entrant.public_id), "Kordon")


def test_empty_name_becomes_the_surnames_and_the_whole_names_where_these_are_taken(tournament):
    first = add(tournament, "", ("Ali Yılmaz", "Ece Kaya"))
    second = add(tournament, "", ("Can Yılmaz", "Su Kaya"))
    assert (first.name, second.name) == ("Yılmaz – Kaya", "Can Yılmaz – Su Kaya")
    change(second, "", ("Can Yılmaz", "Su Kaya"))
    assert Entrant.objects.get(pk=second.pk).name == second.name
    with pytest.raises(entry_list.EntrantNameTaken):
        add(tournament, "Yılmaz – Kaya", ("Nur Yılmaz", "Efe Kaya"))
    entry_list.remove_entrant(entrant=first, by=CONSOLE, at=NOW)
    change(second, "", ("Can Yılmaz", "Su Kaya"))
    assert Entrant.objects.get(pk=second.pk).name == "Yılmaz – Kaya"


def test_pairs_are_numbered_in_order(tournament):
    assert [entrant.number for entrant in enter_pairs(tournament, 3)] == [1, 2, 3]
    assert add(tournament).number == 4


def test_rating_seed_and_pot_are_stored_and_logged(tournament):
    entry = ListedEntrant("Kordon", ("Ayşe Işık", "Can Öz"), club="Kordon Spor", rating=0, seed=3, pot=1)
    (entrant,) = entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    assert entry_list.entry_of(Entrant.objects.get()) == entry
    details = json.loads(LogRow.objects.get(action="entrant_added").after)
    assert (details["club"], details["rating"], details["seed"], details["pot"]) == ("Kordon Spor", 0, 3, 1)
    change(entrant, club="", rating=1500)
    assert entry_list.entry_of(Entrant.objects.get()) == ListedEntrant(
        "Kordon", ("Ayşe Işık", "Can Öz"), rating=1500
    )


@pytest.mark.parametrize("players", [("Ayşe",), ("Ayşe", "Can", "Ece"), ()])
def test_pair_has_two_players(tournament, players):
    with pytest.raises(entry_list.WrongNumberOfPlayers):
        add(tournament, players=players)
    entrant = add(tournament)
    with pytest.raises(entry_list.WrongNumberOfPlayers):
        change(entrant, players=players)


def test_singles_have_one_player():
    tournament = open_tournament(kind="singles", stages=(StageSettings("tables", 1, 3),))
    assert players_of(add(tournament, "Ayşe Işık", ("Ayşe Işık",))) == ["Ayşe Işık"]
    with pytest.raises(entry_list.WrongNumberOfPlayers):
        add(tournament)


def test_a_tournament_needs_two_pairs_or_four_players():
    assert [entry_list.min_entrants(kind) for kind in ("pairs", "singles")] == [2, 4]


def numbered_entries(count: int, first: int = 1) -> list[ListedEntrant]:
    numbers = range(first, first + count)
    return [ListedEntrant(f"Takım {number}", (f"Ada {number}", f"Efe {number}")) for number in numbers]


@pytest.mark.slow
def test_list_holds_at_most_2048(tournament):
    entry_list.add_entrants(
        tournament=tournament, entries=numbered_entries(MOST_ENTRANTS), by=CONSOLE, at=NOW
    )
    assert Entrant.objects.count() == EntrantPlayer.objects.count() / 2 == 2048
    assert LogRow.objects.filter(action="entrant_added").count() == 2048
    with pytest.raises(entry_list.EntryListFull):
        add(tournament)


def test_number_of_queries_does_not_grow_with_entries(tournament):
    for few_or_many in (numbered_entries(2), numbered_entries(300, first=3)):
        with CaptureQueriesContext(connection) as queries:
            entry_list.add_entrants(tournament=tournament, entries=few_or_many, by=CONSOLE, at=NOW)
        assert count_statements(queries) == 15


def test_pairs_are_entered_all_or_none(tournament):
    pairs = [("Kordon", ("Ayşe", "Can")), ("KORDON", ("Ece", "Efe"))]
    with pytest.raises(entry_list.EntrantNameTaken) as refusal:
        enter_named(tournament, pairs)
    assert refusal.value.details == {"name": "KORDON"}
    assert not Entrant.objects.exists()
    assert not Player.objects.exists()
    assert not LogRow.objects.filter(action="entrant_added").exists()


@pytest.mark.parametrize("name", ["Kırlangıç", "KIRLANGIÇ", " kırlangıç "])
def test_taken_name_is_recognized_in_any_case(tournament, name):
    add(tournament, "Kırlangıç")
    with pytest.raises(entry_list.EntrantNameTaken):
        add(tournament, name, ("Ece", "Efe"))


def test_dotted_and_dotless_i_make_different_names(tournament):
    add(tournament, "Kırlangıç")
    assert add(tournament, "Kirlangiç", ("Ece", "Efe")).number == 2


def test_same_name_is_allowed_in_another_tournament(tournament):
    add(tournament)
    assert add(open_tournament(club=tournament.club)).number == 1


def test_a_pair_is_corrected(tournament):
    entrant = add(tournament)
    change(entrant, "Bostanlı", ("Can Öz", "Ece Su"))
    entrant.refresh_from_db()
    assert (entrant.name, players_of(entrant)) == ("Bostanlı", ["Can Öz", "Ece Su"])
    row = LogRow.objects.get(action="entrant_changed")
    previous = [str(Player.objects.get(name=name).public_id) for name in ("Ayşe Işık", "Can Öz")]
    assert json.loads(row.before) == {"name": "Kordon", "players": previous}


def test_pair_keeps_its_name_but_cannot_take_another_pairs(tournament):
    entrant = add(tournament)
    add(tournament, "Bostanlı", ("Ece", "Efe"))
    change(entrant, "KORDON")
    with pytest.raises(entry_list.EntrantNameTaken):
        change(entrant, "bostanlı")
    entrant.refresh_from_db()
    assert entrant.name == "KORDON"


def test_removed_pair_frees_its_name(tournament):
    first, second = enter_pairs(tournament, 2)
    entry_list.remove_entrant(entrant=first, by=CONSOLE, at=NOW)
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
        "remove": lambda: entry_list.remove_entrant(entrant=entrant, by=CONSOLE, at=NOW),
    }
    with pytest.raises(entry_list.EntriesClosed):
        calls[action]()
    assert tournament.entrants.count() == 8
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    calls[action]()


def test_player_is_reused_in_the_clubs_next_tournament(tournament):
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


def test_correcting_a_pair_name_keeps_its_players(tournament):
    entrant = add(tournament)
    before = list(entrant.roster.order_by("place").values_list("player", flat=True))
    change(entrant, "Bostanlı")
    assert list(entrant.roster.order_by("place").values_list("player", flat=True)) == before


def test_every_change_of_the_list_notifies_open_pages(tournament):
    def counter() -> int:
        return Tournament.objects.get(pk=tournament.pk).counter

    before = counter()
    entrant = add(tournament)
    assert counter() == before + 1
    change(entrant, "Bostanlı")
    assert counter() == before + 2
    entry_list.remove_entrant(entrant=entrant, by=CONSOLE, at=NOW)
    assert counter() == before + 3
