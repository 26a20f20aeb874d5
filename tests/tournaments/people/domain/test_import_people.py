"""Import of people, all or nothing."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from tests.factories import NOW, ClubFactory
from tournaments.enums import NameShown
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, PersonCard, Player
from tournaments.people.domain.contact_details import Kept, kept_of, version_of
from tournaments.people.domain.import_people import Arrival, Imported, RegisterChangedMeanwhile, take_in
from tournaments.people.domain.registration import InTheRegisterAlready, add_person
from tournaments.people.domain.renaming import NameUnreadable

pytestmark = pytest.mark.django_db

AGREED = Kept(licence="TR-17", agreed_on=date(2026, 11, 3))


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(names_shown=NameShown.INITIAL)


@pytest.fixture
def known(club: Club) -> Player:
    return add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)


def arrive(club: Club, *people: Arrival) -> Imported:
    return take_in(club=club, people=people, by=CONSOLE, at=NOW)


def test_new_and_known_people_are_imported_with_the_usual_public_name(club: Club, known: Player):
    completed = Arrival("Ayşe Kaya", Kept(phone="0532 111 22 33"), known.public_id, version_of(Kept()))
    done = arrive(club, completed, Arrival("Can Su", AGREED), Arrival("Nil Er"))
    assert done == Imported(new=2, changed=1)
    can = Player.objects.get(full_name="Can Su")
    assert (can.name, kept_of(can), kept_of(known).phone) == ("Can S.", AGREED, "0532 111 22 33")
    actions = [row.action for row in LogRow.objects.filter(club=club).order_by("pk")]
    assert actions == [
        *("person_added", "person_added", "person_added"),
        *("person_card_changed", "person_card_changed", "people_imported"),
    ]
    hashes = LogRow.objects.filter(club=club).order_by("pk").values_list("previous_hash", "hash")
    assert [previous for previous, _own in hashes][1:] == [own for _previous, own in hashes][:-1]


def test_unchanged_import_logs_nothing(club: Club, known: Player):
    rows = LogRow.objects.count()
    assert arrive(club, Arrival("Ayşe Kaya", Kept(), known.public_id, version_of(Kept()))) == Imported(0, 0)
    assert LogRow.objects.count() == rows


@pytest.mark.parametrize(
    ("last", "refusal"),
    [
        (Arrival("AYŞE KAYA"), InTheRegisterAlready),
        (Arrival(" "), NameUnreadable),
        (Arrival("Ayşe Kaya", Kept(), uuid4(), version_of(Kept())), RegisterChangedMeanwhile),
    ],
)
def test_one_invalid_row_stores_nothing(club: Club, known: Player, last: Arrival, refusal: type):
    with pytest.raises(refusal):
        arrive(club, Arrival("Can Su", Kept(phone="0532 111 22 33")), last)
    assert list(Player.objects.all()) == [known]
    assert not PersonCard.objects.exists()


def test_concurrent_change_is_not_overwritten(club: Club, known: Player):
    arrive(club, Arrival("Ayşe Kaya", Kept(phone="0532 111 22 33"), known.public_id, version_of(Kept())))
    with pytest.raises(RegisterChangedMeanwhile):
        arrive(club, Arrival("Ayşe Kaya", Kept(licence="TR-1"), known.public_id, version_of(Kept())))
    assert kept_of(known) == Kept(phone="0532 111 22 33")


def test_namesakes_and_other_clubs_people_stay_separate(club: Club, known: Player):
    assert arrive(club, Arrival("Ayşe Kaya", namesake=True)) == Imported(1, 0)
    assert arrive(ClubFactory.create(), Arrival("Ayşe Kaya")) == Imported(1, 0)


@pytest.mark.parametrize("people", [2, 400])
def test_number_of_queries_does_not_depend_on_the_number_of_people(
    club: Club, django_assert_num_queries, people: int
):
    names = [f"Kişi {number}" for number in range(people)]
    with django_assert_num_queries(9):
        arrive(club, *(Arrival(name, AGREED) for name in names))
    ids_by_name = dict(Player.objects.filter(club=club).values_list("full_name", "public_id"))
    more = Kept(phone="0532 111 22 33")
    with django_assert_num_queries(10):
        arrive(club, *(Arrival(name, more, key, version_of(AGREED)) for name, key in ids_by_name.items()))
    assert PersonCard.objects.filter(phone=more.phone).count() == people
