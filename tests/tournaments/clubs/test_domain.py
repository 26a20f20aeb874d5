from __future__ import annotations

import json

import pytest

from tests.factories import NOW, ClubFactory, open_tournament
from tournaments.clubs.domain import (
    ClubNameMissing,
    ClubTextTooLong,
    NoSuchColour,
    NoSuchTimeZone,
    change_club,
)
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow

pytestmark = pytest.mark.django_db


def change(club: Club, name: str = "Yediveren", address: str = "Çınar Sok. 5, Bursa") -> None:
    change_club(club=club, name=name, address=address, by=CONSOLE, at=NOW)


def test_name_and_address_are_cleaned_and_stored():
    club = ClubFactory.create()
    change(club, name="  Yediveren  ", address="Çınar Sok. 5\nBursa")
    stored = Club.objects.get()
    assert (stored.name, stored.address) == ("Yediveren", "Çınar Sok. 5 Bursa")
    assert (club.name, club.address) == (stored.name, stored.address)


def test_change_is_logged_with_old_and_new_values():
    club = ClubFactory.create(name="Eski")
    change(club)
    row = LogRow.objects.get(action="club_changed")
    assert (row.club, row.tournament) == (club, None)
    assert json.loads(row.before) == {
        "name": "Eski",
        "address": "",
        "colour": "",
        "time_zone": "Europe/Istanbul",
    }
    assert json.loads(row.after) == {
        "name": "Yediveren",
        "address": "Çınar Sok. 5, Bursa",
        "colour": "",
        "time_zone": "Europe/Istanbul",
    }


def test_change_notifies_pages_of_the_clubs_tournaments_only():
    of_club, of_another_club = open_tournament(), open_tournament()
    for tournament in (of_club, of_another_club):
        tournament.refresh_from_db()
    before = of_club.counter, of_another_club.counter
    change(of_club.club)
    for tournament in (of_club, of_another_club):
        tournament.refresh_from_db()
    assert (of_club.counter, of_another_club.counter) == (before[0] + 1, before[1])


def test_unchanged_profile_is_not_logged():
    club = ClubFactory.create()
    change(club)
    change(club)
    assert LogRow.objects.filter(action="club_changed").count() == 1


def test_empty_name_is_refused():
    with pytest.raises(ClubNameMissing):
        change(ClubFactory.create(), name="  ")


@pytest.mark.parametrize("long", [{"name": "x" * 121}, {"address": "x" * 201}])
def test_too_long_texts_are_refused(long):
    with pytest.raises(ClubTextTooLong):
        change(ClubFactory.create(), **long)
    assert not LogRow.objects.exists()


def test_time_zone_is_stored_and_an_unknown_one_refused():
    club = ClubFactory.create()
    change_club(club=club, name="Yediveren", address="", time_zone="Europe/Berlin", by=CONSOLE, at=NOW)
    assert Club.objects.get().time_zone == "Europe/Berlin"
    for unknown in ("Europe/Atlantis", "UTC", "../etc"):
        with pytest.raises(NoSuchTimeZone):
            change_club(club=club, name="Yediveren", address="", time_zone=unknown, by=CONSOLE, at=NOW)
    change(club)
    assert Club.objects.get().time_zone == "Europe/Berlin"


def test_unknown_colour_is_refused():
    club = ClubFactory.create()
    with pytest.raises(NoSuchColour):
        change_club(club=club, name="Yediveren", address="", colour="pink", by=CONSOLE, at=NOW)
    change_club(club=club, name="Yediveren", address="", colour="plum", by=CONSOLE, at=NOW)
    assert Club.objects.get().colour == "plum"
