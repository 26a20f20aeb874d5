"""What is kept of a person: written, never told by the log, handed over, forgotten."""

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


def test_what_is_kept_can_be_read_and_changed_and_the_log_does_not_say_it(person: Player):
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


def test_of_whom_nothing_is_kept_there_is_no_card(person: Player):
    keep(person, SAID)
    keep(person, Kept())
    assert not PersonCard.objects.exists()


def test_what_somebody_else_changed_meanwhile_is_not_written_over(person: Player):
    seen = version_of(kept_of(person))
    keep(person, SAID)
    with pytest.raises(ChangedMeanwhile):
        contact_details.keep(player=person, kept=Kept(phone="0533 1112233"), seen=seen, by=CONSOLE, at=NOW)
    assert kept_of(person) == SAID


def test_whoever_is_joined_brings_what_was_kept_of_him(person: Player, other: Player):
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


def test_who_is_made_anonymous_is_reached_by_nobody(person: Player, tournament: Tournament):
    keep(person, SAID)
    make_anonymous(player=person, by=CONSOLE, at=NOW)
    assert not PersonCard.objects.exists()
    with pytest.raises(NothingKeptOfHim):
        keep(person, SAID)
