"""A club's name and address."""

from __future__ import annotations

import json

import pytest

from tests.factories import NOW, ClubFactory, open_tournament
from tournaments.clubs.domain.profile import ClubNameMissing, ClubTextTooLong, NoSuchColour, change_club
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow

pytestmark = pytest.mark.django_db


def change(club: Club, name: str = "Yediveren", address: str = "Çınar Sok. 5, Bursa") -> None:
    change_club(club=club, name=name, address=address, by=CONSOLE, at=NOW)


def test_it_is_called_and_found_as_its_owners_say():
    club = ClubFactory.create()
    change(club, name="  Yediveren  ", address="Çınar Sok. 5\nBursa")
    stored = Club.objects.get()
    assert (stored.name, stored.address) == ("Yediveren", "Çınar Sok. 5 Bursa")
    assert (club.name, club.address) == (stored.name, stored.address)


def test_the_log_of_the_club_has_both():
    club = ClubFactory.create(name="Eski")
    change(club)
    row = LogRow.objects.get(action="club_changed")
    assert (row.club, row.tournament) == (club, None)
    assert json.loads(row.before) == {"name": "Eski", "address": "", "colour": ""}
    assert json.loads(row.after) == {
        "name": "Yediveren",
        "address": "Çınar Sok. 5, Bursa",
        "colour": "",
    }


def test_open_pages_of_all_its_tournaments_are_told():
    mine, other = open_tournament(), open_tournament()
    for one in (mine, other):
        one.refresh_from_db()
    before = mine.counter, other.counter
    change(mine.club)
    for one in (mine, other):
        one.refresh_from_db()
    assert (mine.counter, other.counter) == (before[0] + 1, before[1])


def test_said_again_nothing_changes():
    club = ClubFactory.create()
    change(club)
    change(club)
    assert LogRow.objects.filter(action="club_changed").count() == 1


def test_a_club_has_a_name():
    with pytest.raises(ClubNameMissing):
        change(ClubFactory.create(), name="  ")


@pytest.mark.parametrize("long", [{"name": "x" * 121}, {"address": "x" * 201}])
def test_neither_is_endless(long):
    with pytest.raises(ClubTextTooLong):
        change(ClubFactory.create(), **long)
    assert not LogRow.objects.exists()


def test_only_colours_that_there_are():
    club = ClubFactory.create()
    with pytest.raises(NoSuchColour):
        change_club(club=club, name="Yediveren", address="", colour="pink", by=CONSOLE, at=NOW)
    change_club(club=club, name="Yediveren", address="", colour="plum", by=CONSOLE, at=NOW)
    assert Club.objects.get().colour == "plum"
