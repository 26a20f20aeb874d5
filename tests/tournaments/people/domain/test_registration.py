from __future__ import annotations

import pytest

from tests.factories import NOW, ClubFactory, open_tournament
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, Player
from tournaments.people.domain.registration import (
    AlreadyRegistered,
    HasPlayed,
    add_person,
    remove_person,
)
from tournaments.people.domain.renaming import NameUnreadable

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(names_shown=NameDisplay.INITIAL)


def test_new_person_gets_the_usual_public_name(club: Club):
    person = add_person(club=club, name="  Ayşe   Kaya ", by=CONSOLE, at=NOW)
    assert (person.real_name, person.name, person.club) == ("Ayşe Kaya", "Ayşe K.", club)
    row = LogRow.objects.get(action="person_added")
    assert "Kaya" not in row.after
    assert str(person.public_id) in row.after


def test_namesake_needs_confirmation(club: Club):
    add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)
    with pytest.raises(AlreadyRegistered):
        add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)
    add_person(club=club, name="Ayşe Kaya", namesake=True, by=CONSOLE, at=NOW)
    add_person(club=ClubFactory.create(), name="Ayşe Kaya", by=CONSOLE, at=NOW)
    assert Player.objects.filter(club=club).count() == 2


@pytest.mark.parametrize("name", ["", " ", "A" * 81])
def test_invalid_name_is_rejected(club: Club, name: str):
    with pytest.raises(NameUnreadable):
        add_person(club=club, name=name, by=CONSOLE, at=NOW)
    assert not Player.objects.filter(club=club).exists()


def test_only_people_on_no_entry_list_can_be_removed(club: Club):
    person = add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)
    assert remove_person(player=person, by=CONSOLE, at=NOW) == "Ayşe Kaya"
    assert LogRow.objects.filter(action="person_removed", subject=str(person.public_id)).exists()
    seated = open_tournament(club=club, pairs=4).entrants.order_by("number")[0].players.order_by("pk")[0]
    with pytest.raises(HasPlayed):
        remove_person(player=seated, by=CONSOLE, at=NOW)
    assert Player.objects.filter(pk=seated.pk).exists()
