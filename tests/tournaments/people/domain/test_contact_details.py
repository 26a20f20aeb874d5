"""Contact details: changed, merged, deleted, and never logged."""

from __future__ import annotations

from datetime import date

import pytest

from scoring.people.domain.anonymization import make_anonymous
from tests.factories import NOW, open_tournament
from tests.kept import kept
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, PersonCard, Player, Tournament
from tournaments.people.domain import contact_details, merging
from tournaments.people.domain.contact_details import (
    ChangedMeanwhile,
    Kept,
    NothingKeptOfHim,
    kept_of,
    version_of,
)
from tournaments.people.domain.registration import add_person

pytestmark = pytest.mark.django_db

SAID = Kept("0532 111 22 33", "ayse@kulup.example", "TR-17", "sol elle yazar", date(2026, 11, 1))


@kept
def tournament() -> Tournament:
    return open_tournament(pairs=4)


@pytest.fixture
def person(tournament: Tournament) -> Player:
    return Player.objects.filter(club=tournament.club).order_by("pk")[0]


@pytest.fixture
def other(tournament: Tournament) -> Player:
    return add_person(club=tournament.club, name="Ayse Kaya", by=CONSOLE, at=NOW)


def keep(player: Player, said: Kept) -> bool:
    return contact_details.keep(
        player=player, kept=said, seen=version_of(kept_of(player)), by=CONSOLE, at=NOW
    )


def test_details_are_stored_and_changed_without_values_in_the_log(person: Player):
    assert keep(person, SAID)
    assert kept_of(person) == SAID
    assert not keep(person, SAID)
    keep(person, Kept(phone="0533 1112233"))
    rows = LogRow.objects.filter(action="person_card_changed").order_by("pk")
    assert [row.after for row in rows] == [
        '{"parts": ["phone", "email", "licence", "notes", "agreed_on"]}',
        '{"parts": ["phone", "email", "licence", "notes", "agreed_on"]}',
    ]
    assert {row.subject for row in rows} == {str(person.public_id)}


def test_blank_details_have_no_row(person: Player):
    keep(person, SAID)
    keep(person, Kept())
    assert not PersonCard.objects.exists()


def test_concurrent_change_is_not_overwritten(person: Player):
    version = version_of(kept_of(person))
    keep(person, SAID)
    with pytest.raises(ChangedMeanwhile):
        contact_details.keep(player=person, kept=Kept(phone="0533 1112233"), seen=version, by=CONSOLE, at=NOW)
    assert kept_of(person) == SAID


def test_merging_keeps_details_of_both(person: Player, other: Player):
    keep(person, SAID)
    keep(other, Kept(phone="0544 000 00 00", notes="iki kez yazıldı"))
    merging.join(alias=person, person=other, by=CONSOLE, at=NOW)
    assert kept_of(other) == Kept(
        "0544 000 00 00",
        "ayse@kulup.example",
        "TR-17",
        "iki kez yazıldı\nsol elle yazar\n0532 111 22 33",
        date(2026, 11, 1),
    )
    assert kept_of(person) == Kept()


def test_anonymized_player_has_no_details(person: Player, tournament: Tournament):
    keep(person, SAID)
    make_anonymous(player=person, by=CONSOLE, at=NOW)
    assert not PersonCard.objects.exists()
    with pytest.raises(NothingKeptOfHim):
        keep(person, SAID)
