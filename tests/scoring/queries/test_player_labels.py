from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scoring.paper.queries.score_sheets import read_sheets
from scoring.queries.match_sheets import read_sheet
from scoring.queries.player_labels import make_names_distinct
from scoring.table.views.seat_labels import build_seats
from tests.factories import NOW, drawn_tournament, play_hand, report
from tests.pages.page_parser import read
from tests.scoring.table.table_phones import address, encounter_at, home_of, phone, table_of, whole_form
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Player, Tournament
from tournaments.people.domain.public_names import set_public_name
from tournaments.people.domain.renaming import rename_person

pytestmark = pytest.mark.django_db
SEATS = ("A1", "B1", "A2", "B2")


def player(pk: int, name: str, shown: NameDisplay = NameDisplay.INITIAL) -> Player:
    person = Player(pk=pk, name=name)
    set_public_name(person, shown)
    return person


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ayşe Kaya", "Can Öz"), ("Ayşe K.", "Can Ö.")),
        (("Ayşe Kaya", "Ayşe Koç"), ("Ayşe Ka.", "Ayşe Ko.")),
        (("Ayşe Kara", "AYŞE Kaya"), ("Ayşe Kar.", "AYŞE Kay.")),
        (("Ayşe Kara", "Ayşe Karaca"), ("Ayşe K. (1)", "Ayşe K. (2)")),
        (("Ayşe Kaya", "Ayşe Kaya"), ("Ayşe K. (1)", "Ayşe K. (2)")),
    ],
)
def test_equal_initials_get_more_letters_but_no_whole_surname(names, shown):
    players = [player(number, name) for number, name in enumerate(names, 1)]
    for _twice in range(2):
        make_names_distinct(players)
        assert tuple(person.name for person in players) == shown


def test_equal_names_are_numbered_and_anonymous_players_stay():
    first, second = (player(number, "Mehmet Yılmaz", NameDisplay.FULL) for number in (1, 2))
    anonymous = Player(pk=3, name="#3", anonymous_as=3)
    make_names_distinct([second, anonymous, first])
    assert [first.name, second.name] == ["Mehmet Yılmaz (1)", "Mehmet Yılmaz (2)"]
    assert anonymous.name == "#3"


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Ayşe Kaya", "Can Öz", "Ayşe Koç", "Su Er"), ("Aa", "C", "Ao", "S")),
        (("Sevgi Dağ", "Can Öz", "Serpil Dağ", "Su Er"), ("Sv", "C", "Sr", "Su")),
        (("Ali Kaya", "Can Öz", "Ali Kaya", "Su Er"), ("A1", "C", "A2", "S")),
    ],
)
def test_initials_on_the_small_table_differ(names, marks):
    players = [player(number, name) for number, name in enumerate(names)]
    seated = dict(zip(SEATS, players, strict=True))
    make_names_distinct(seated.values())
    assert tuple(seat.initials for seat in build_seats(seated, SEATS)) == marks


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    """Its first players are shown as “Ayşe K.”, both."""
    encounter = encounter_at(table_of(tournament))
    for side, name in zip(encounter.sides_in_order, ("Ayşe Kaya", "Ayşe Koç"), strict=True):
        person = side.players[0]
        rename_person(player=person, name=name, by=CONSOLE, at=NOW)
        person.refresh_from_db()
        set_public_name(person, NameDisplay.INITIAL)
        person.save()
    return Encounter.objects.get(pk=encounter.pk)


def test_table_sheet_and_paper_show_different_names(encounter):
    names = {"A1": "Ayşe Ka.", "B1": "Ayşe Ko."}
    play_hand(encounter, report())
    cells = read_sheet(encounter, 1).hands[0].current.seats
    (paper,) = read_sheets(Encounter.objects.filter(pk=encounter.pk))
    table = home_of(encounter)
    screen = phone(table).get(whole_form(table))
    for seat, name in names.items():
        on_paper = paper.players[seat]
        assert on_paper is not None
        assert cells[seat].player.name == on_paper.name == name
        (shown,) = [place for place in screen.context["screen"].seats if place.code == seat]
        assert (shown.name, shown.spoken_name) == (name, name)


def words_by_seat(page: Any, name: str) -> dict[str, str]:
    """Return the words of the choices of a field, by seat: a button's own, or those of the input's label."""
    root = read(page.content.decode(), whole=True).root
    choices = [*root.iter("button")] if name == "seat" else [*root.iter("label")]
    fields = [(field, choice) for choice in choices for field in choice.iter() if field.get("name") == name]
    return {
        field.get("value", ""): " ".join("".join(choice.itertext()).split())
        for field, choice in fields
        if field.get("value") in SEATS
    }


def test_finisher_and_first_dealer_are_chosen_by_different_names(encounter):
    table = home_of(encounter)
    client = phone(table)
    dealers = words_by_seat(client.get(address("table_seats", table)), "seat")
    finishers = words_by_seat(client.get(address("enter_hand", table)), "end")
    for shown in (dealers, finishers):
        assert shown.keys() == set(SEATS)
        assert len({*shown.values()}) == len(SEATS)
        assert "Ayşe Ka." in shown["A1"]
        assert "Ayşe Ko." in shown["B1"]


def test_encounter_page_shows_different_names(client, encounter):
    page = client.get(reverse("scoring:encounter", args=[encounter.public_id])).content.decode()
    assert "Ayşe K.<" not in page
