from __future__ import annotations

from datetime import date

import pytest

from scoring.people.domain import make_anonymous
from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, PersonCard, Player, Tournament
from tournaments.people.domain import contact_details, merging
from tournaments.people.domain.contact_details import (
    ContactDetails,
    PersonIsAnonymous,
    details_of,
)
from tournaments.people.domain.registration import add_person
from tournaments.refusals import ChangedMeanwhile

pytestmark = pytest.mark.django_db

DETAILS = ContactDetails("0532 111 22 33", "ayse@kulup.example", "TR-17", "sol elle yazar", date(2026, 11, 1))


@module_fixture
def tournament() -> Tournament:
    return open_tournament(pairs=4)


@pytest.fixture
def person(tournament: Tournament) -> Player:
    return Player.objects.filter(club=tournament.club).order_by("pk")[0]


@pytest.fixture
def other_person(tournament: Tournament) -> Player:
    return add_person(club=tournament.club, name="Ayse Kaya", by=CONSOLE, at=NOW)


def update_contact_details(player: Player, details: ContactDetails) -> bool:
    return contact_details.update_details(player=player, details=details, by=CONSOLE, at=NOW)


def test_details_are_stored_and_changed_without_values_in_the_log(person: Player):
    assert update_contact_details(person, DETAILS)
    assert details_of(person) == DETAILS
    assert not update_contact_details(person, DETAILS)
    update_contact_details(person, ContactDetails(phone="0533 1112233"))
    rows = LogRow.objects.filter(action="person_details_changed").order_by("pk")
    assert [row.after for row in rows] == [
        '{"parts": ["phone", "email", "licence", "notes", "agreed_on"]}',
        '{"parts": ["phone", "email", "licence", "notes", "agreed_on"]}',
    ]
    assert {row.subject for row in rows} == {str(person.public_id)}


def test_blank_details_have_no_row(person: Player):
    update_contact_details(person, DETAILS)
    update_contact_details(person, ContactDetails())
    assert not PersonCard.objects.exists()


def test_concurrent_change_is_not_overwritten(person: Player):
    seen = details_of(person)
    update_contact_details(person, DETAILS)
    with pytest.raises(ChangedMeanwhile):
        contact_details.update_details(
            player=person,
            details=ContactDetails(phone="0533 1112233"),
            seen=seen,
            by=CONSOLE,
            at=NOW,
        )
    assert details_of(person) == DETAILS


def test_merging_keeps_details_of_both(person: Player, other_person: Player):
    update_contact_details(person, DETAILS)
    update_contact_details(other_person, ContactDetails(phone="0544 000 00 00", notes="iki kez yazıldı"))
    merging.merge(alias=person, person=other_person, by=CONSOLE, at=NOW)
    assert details_of(other_person) == ContactDetails(
        "0544 000 00 00",
        "ayse@kulup.example",
        "TR-17",
        "iki kez yazıldı\nsol elle yazar\n0532 111 22 33",
        date(2026, 11, 1),
    )
    assert details_of(person) == ContactDetails()


def test_anonymized_player_has_no_details(person: Player, tournament: Tournament):
    update_contact_details(person, DETAILS)
    make_anonymous(player=person, by=CONSOLE, at=NOW)
    assert not PersonCard.objects.exists()
    with pytest.raises(PersonIsAnonymous):
        update_contact_details(person, DETAILS)
