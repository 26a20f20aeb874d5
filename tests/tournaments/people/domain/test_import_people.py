from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, ClubFactory
from tests.statements import count_statements
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, PersonCard, Player
from tournaments.people.domain.contact_details import ContactDetails, details_of, version_of
from tournaments.people.domain.import_people import (
    ImportCounts,
    ImportedPerson,
    RegisterChangedMeanwhile,
    import_people,
)
from tournaments.people.domain.registration import AlreadyRegistered, add_person
from tournaments.people.domain.renaming import NameUnreadable

pytestmark = pytest.mark.django_db

AGREED = ContactDetails(licence="TR-17", agreed_on=date(2026, 11, 3))


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(names_shown=NameDisplay.INITIAL)


@pytest.fixture
def known_person(club: Club) -> Player:
    return add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)


def run_import(club: Club, *people: ImportedPerson) -> ImportCounts:
    return import_people(club=club, people=people, by=CONSOLE, at=NOW)


def test_new_and_known_people_are_imported_with_the_usual_public_name(club: Club, known_person: Player):
    completed = ImportedPerson(
        "Ayşe Kaya",
        ContactDetails(phone="0532 111 22 33"),
        known_person.public_id,
        version_of(ContactDetails()),
    )
    done = run_import(club, completed, ImportedPerson("Can Su", AGREED), ImportedPerson("Nil Er"))
    assert done == ImportCounts(new=2, changed=1)
    can = Player.objects.get(full_name="Can Su")
    assert (can.name, details_of(can), details_of(known_person).phone) == ("Can S.", AGREED, "0532 111 22 33")
    actions = [row.action for row in LogRow.objects.filter(club=club).order_by("pk")]
    assert actions == [
        *("person_added", "person_added", "person_added"),
        *("person_details_changed", "person_details_changed", "people_imported"),
    ]
    hashes = LogRow.objects.filter(club=club).order_by("pk").values_list("previous_hash", "hash")
    assert [previous for previous, _own in hashes][1:] == [own for _previous, own in hashes][:-1]


def test_unchanged_import_logs_nothing(club: Club, known_person: Player):
    rows = LogRow.objects.count()
    assert run_import(
        club,
        ImportedPerson("Ayşe Kaya", ContactDetails(), known_person.public_id, version_of(ContactDetails())),
    ) == ImportCounts(0, 0)
    assert LogRow.objects.count() == rows


@pytest.mark.parametrize(
    ("last", "refusal"),
    [
        (ImportedPerson("AYŞE KAYA"), AlreadyRegistered),
        (ImportedPerson(" "), NameUnreadable),
        (
            ImportedPerson("Ayşe Kaya", ContactDetails(), uuid4(), version_of(ContactDetails())),
            RegisterChangedMeanwhile,
        ),
    ],
)
def test_one_invalid_row_stores_nothing(
    club: Club, known_person: Player, last: ImportedPerson, refusal: type
):
    with pytest.raises(refusal):
        run_import(club, ImportedPerson("Can Su", ContactDetails(phone="0532 111 22 33")), last)
    assert list(Player.objects.all()) == [known_person]
    assert not PersonCard.objects.exists()


def test_concurrent_change_is_not_overwritten(club: Club, known_person: Player):
    run_import(
        club,
        ImportedPerson(
            "Ayşe Kaya",
            ContactDetails(phone="0532 111 22 33"),
            known_person.public_id,
            version_of(ContactDetails()),
        ),
    )
    with pytest.raises(RegisterChangedMeanwhile):
        run_import(
            club,
            ImportedPerson(
                "Ayşe Kaya",
                ContactDetails(licence="TR-1"),
                known_person.public_id,
                version_of(ContactDetails()),
            ),
        )
    assert details_of(known_person) == ContactDetails(phone="0532 111 22 33")


def test_namesakes_and_other_clubs_people_stay_separate(club: Club, known_person: Player):
    assert run_import(club, ImportedPerson("Ayşe Kaya", is_namesake=True)) == ImportCounts(1, 0)
    assert run_import(ClubFactory.create(), ImportedPerson("Ayşe Kaya")) == ImportCounts(1, 0)


@pytest.mark.parametrize("people", [2, 400])
def test_number_of_queries_does_not_depend_on_the_number_of_people(club: Club, people: int):
    names = [f"Kişi {number}" for number in range(people)]
    with CaptureQueriesContext(connection) as first:
        run_import(club, *(ImportedPerson(name, AGREED) for name in names))
    ids_by_name = dict(Player.objects.filter(club=club).values_list("full_name", "public_id"))
    more = ContactDetails(phone="0532 111 22 33")
    with CaptureQueriesContext(connection) as second:
        run_import(
            club, *(ImportedPerson(name, more, key, version_of(AGREED)) for name, key in ids_by_name.items())
        )
    assert (count_statements(first), count_statements(second)) == (9, 10)
    assert PersonCard.objects.filter(phone=more.phone).count() == people
