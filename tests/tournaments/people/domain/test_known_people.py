from __future__ import annotations

import pytest

from tests.factories import ClubFactory, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.models import Club, Player
from tournaments.people.domain.known_people import AvailablePeople

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
