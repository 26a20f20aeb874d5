from __future__ import annotations

import pytest

from tests.factories import ClubFactory, open_tournament
from tests.kept import kept
from tournaments.models import Club, Player
from tournaments.people.domain.known_people import AvailablePeople

pytestmark = pytest.mark.django_db


@kept
def club() -> Club:
    club = ClubFactory.create()
    ali = Player.objects.create(club=club, name="Ali Kaya")
    Player.objects.create(club=club, name="Ali Kaya", own_name="Ali Kya", same_as=ali)
    Player.objects.create(club=club, name="Ayşe Ün")
    Player.objects.create(club=ClubFactory.create(), name="Veli Ay")
    open_tournament(club=club, pairs=2)
    return club


def known(club: Club, name: str, **more: bool) -> list[tuple[str, bool]]:
    people = AvailablePeople(open_tournament(club=club))
    return [(match.name, match.exact) for match in people.of(name, **more)]


@pytest.mark.parametrize("name", ["Ali Kaya", "ALİ KAYA", "ali  kya"])
def test_person_is_found_once_by_each_name(club, name):
    (ali,) = AvailablePeople(open_tournament(club=club)).of(name)
    assert (ali.name, ali.also, ali.exact) == ("Ali Kaya", ("Ali Kya",), True)


def test_similar_names_are_found_without_an_exact_match(club):
    assert known(club, "Ayse Un") == known(club, "Ün Ayşe", likely=False) == [("Ayşe Ün", False)]
    assert known(club, "Ayşe Üm") == [("Ayşe Ün", False)]
    assert known(club, "Ayşe Üm", likely=False) == known(club, "Veli Ay") == known(club, "") == []


def test_entered_people_are_not_offered(club):
    played = AvailablePeople(club.tournaments.order_by("pk")[0])
    assert played.of("Ayşe Işık1") == []
    (match,) = AvailablePeople(open_tournament(club=club)).of("Ayşe Işık1")
    assert match.tournaments == 1
