from __future__ import annotations

from datetime import date

import pytest

from scoring.people.domain import make_anonymous
from tests.factories import NOW, ClubFactory, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.entrants.domain.entry_list import add_entrants
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, PersonCard, Player, Tournament
from tournaments.people.domain.known_people import AvailablePeople, KnownPeople, KnownPerson
from tournaments.people.domain.rosters import ListedEntrant

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    club = ClubFactory.create()
    ali = Player.objects.create(club=club, name="Ali Kaya")
    Player.objects.create(club=club, name="Ali Kaya", own_name="Ali Kya", same_as=ali)
    Player.objects.create(club=club, name="Ayşe Ün")
    Player.objects.create(club=ClubFactory.create(), name="Veli Ay")
    open_tournament(club=club, pairs=2)
    return club


def matching_people(club: Club, name: str, **more: bool) -> list[tuple[str, bool]]:
    people = AvailablePeople(open_tournament(club=club))
    return [(match.name, match.is_exact) for match in people.find_by_name(name, **more)]


@pytest.mark.parametrize("name", ["Ali Kaya", "ALİ KAYA", "ali  kya"])
def test_person_is_found_once_by_each_name(club, name):
    (ali,) = AvailablePeople(open_tournament(club=club)).find_by_name(name)
    assert (ali.name, ali.other_names, ali.is_exact) == ("Ali Kaya", ("Ali Kya",), True)


def test_similar_names_are_found_without_an_exact_match(club):
    assert (
        matching_people(club, "Ayse Un")
        == matching_people(club, "Ün Ayşe", likely=False)
        == [("Ayşe Ün", False)]
    )
    assert matching_people(club, "Ayşe Üm") == [("Ayşe Ün", False)]
    assert (
        matching_people(club, "Ayşe Üm", likely=False)
        == matching_people(club, "Veli Ay")
        == matching_people(club, "")
        == []
    )


def test_entered_people_are_not_offered(club):
    played = AvailablePeople(club.tournaments.order_by("pk")[0])
    assert played.find_by_name("Ayşe Işık1") == []
    (match,) = AvailablePeople(open_tournament(club=club)).find_by_name("Ayşe Işık1")
    assert match.tournament_count == 1


def test_namesakes_differ_by_partner_club_day_and_phone(club):
    first, second = (Player.objects.create(club=club, name="Mehmet Yılmaz") for _number in range(2))
    PersonCard.objects.create(player=second, phone="0533 222 89 10", changed_at=NOW)
    autumn, winter = (
        open_tournament(club=club, first_day=day, last_day=day)
        for day in (date(2026, 9, 11), date(2026, 12, 4))
    )
    enter(autumn, ListedEntrant("", (first.name, "Ece Su"), "Kordon", answers={1: first.public_id}))
    enter(winter, ListedEntrant("", (first.name, "Can Öz"), "Konak", answers={1: first.public_id}))
    enter(autumn, ListedEntrant("", (second.name, "Su Ak"), answers={1: second.public_id}))
    known = {person.key: person for person in KnownPeople(club.pk).find_by_name("Mehmet Yılmaz")}
    assert known[first.public_id] == KnownPerson(
        first.public_id,
        "Mehmet Yılmaz",
        (),
        2,
        last_tournament_day=date(2026, 12, 4),
        partners=("Can Öz", "Ece Su"),
        club="Konak",
    )
    assert (known[second.public_id].partners, known[second.public_id].phone) == (("Su Ak",), "0533 222 89 10")


def test_partner_with_an_erased_name_is_not_shown(club):
    ali = Player.objects.get(club=club, name="Ali Kaya", same_as=None)
    tournament = open_tournament(club=club)
    entrant = enter(tournament, ListedEntrant("", (ali.name, "Ece Su"), answers={1: ali.public_id}))
    make_anonymous(player=entrant.players.get(name="Ece Su"), by=CONSOLE, at=NOW)
    (known,) = KnownPeople(club.pk).find_by_name("Ali Kaya")
    assert (known.tournament_count, known.partners) == (1, ())


def enter(tournament: Tournament, entry: ListedEntrant) -> Entrant:
    (entrant,) = add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    return entrant
