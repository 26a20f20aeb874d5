from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import ClubFactory, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, EntrantPlayer, LogRow, PersonCard, Player, Tournament
from tournaments.models.people import DEFAULT_RETENTION_MONTHS, MAX_RETENTION_MONTHS, MIN_RETENTION_MONTHS
from tournaments.people.domain import merging
from tournaments.people.domain.contact_details import (
    ContactDetails,
    details_of,
    update_details,
    withdraw_consent,
)
from tournaments.people.domain.contact_retention import (
    MonthsOutOfRange,
    add_months,
    delete_expired,
    expiring_details,
    set_retention,
)
from tournaments.people.domain.registration import add_person
from tournaments.tasks import forget_contacts

pytestmark = pytest.mark.django_db

WRITTEN = datetime(2026, 1, 31, 12, tzinfo=UTC)
MIDNIGHT_AFTER = datetime(2026, 7, 31, 21, tzinfo=UTC)
"""Midnight in Istanbul after the last day of the sixth month."""
DETAILS = ContactDetails("0532 111 22 33", "a@b.example", "TR-17", "sol elle", date(2026, 1, 31))


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(forget_months=6)


@pytest.fixture
def person(club: Club) -> Player:
    return with_details(add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=WRITTEN))


def with_details(player: Player, at: datetime = WRITTEN) -> Player:
    update_details(player=player, details=DETAILS, by=CONSOLE, at=at)
    return player


def enter_played_tournament(club: Club, player: Player, last_day: date) -> Tournament:
    tournament = open_tournament(club=club, pairs=2)
    seat = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("pk")[0]
    EntrantPlayer.objects.filter(pk=seat.pk).update(player=player)
    Tournament.objects.filter(pk=tournament.pk).update(first_day=last_day, last_day=last_day)
    return tournament


def test_details_are_deleted_exactly_after_the_period(club: Club, person: Player):
    assert delete_expired(at=MIDNIGHT_AFTER - timedelta(minutes=1)) == 0
    assert details_of(person) == DETAILS
    assert delete_expired(at=MIDNIGHT_AFTER) == 1
    assert details_of(person) == ContactDetails()
    assert Player.objects.get(pk=person.pk).name == "Ayşe Kaya"
    assert delete_expired(at=MIDNIGHT_AFTER) == 0
    row = LogRow.objects.get(action="person_details_expired")
    assert (row.club, row.subject, row.after) == (club, str(person.public_id), "")


@pytest.mark.parametrize("as_alias", [False, True])
def test_playing_extends_the_period(club: Club, person: Player, as_alias: bool):
    seated = add_person(club=club, name="Ayse Kaya", by=CONSOLE, at=WRITTEN) if as_alias else person
    enter_played_tournament(club, seated, date(2026, 6, 15))
    if as_alias:
        merging.merge(alias=seated, person=person, by=CONSOLE, at=WRITTEN)
    (held_card,) = expiring_details(club)
    assert (held_card.person, held_card.last_played_on, held_card.kept_until) == (
        person,
        date(2026, 6, 15),
        date(2026, 12, 15),
    )
    assert delete_expired(at=MIDNIGHT_AFTER) == 0
    assert delete_expired(at=datetime(2026, 12, 16, 12, tzinfo=UTC)) == 1


def test_recently_changed_details_stay(club: Club, person: Player):
    update_details(
        player=person,
        details=ContactDetails("0533 111 22 33"),
        by=CONSOLE,
        at=MIDNIGHT_AFTER,
    )
    assert delete_expired(at=MIDNIGHT_AFTER) == 0


def test_each_club_has_its_own_period(person: Player):
    other = ClubFactory.create()
    assert other.forget_months == DEFAULT_RETENTION_MONTHS
    stays = with_details(add_person(club=other, name="Can Su", by=CONSOLE, at=WRITTEN))
    assert delete_expired(at=MIDNIGHT_AFTER) == 1
    assert details_of(stays) == DETAILS
    assert delete_expired(at=datetime(2028, 2, 1, 12, tzinfo=UTC)) == 1


def test_periodic_task_deletes_due_details(person: Player):
    PersonCard.objects.update(changed_at=datetime(2000, 1, 1, tzinfo=UTC))
    assert (forget_contacts(), forget_contacts()) == (1, 0)


def test_list_is_sorted_by_expiry_and_filtered(club: Club, person: Player):
    later = with_details(
        add_person(club=club, name="Can Su", by=CONSOLE, at=WRITTEN), WRITTEN + timedelta(days=90)
    )
    assert [held_card.person for held_card in expiring_details(club)] == [person, later]
    assert [held_card.person for held_card in expiring_details(club, until=date(2026, 7, 31))] == [person]
    assert not expiring_details(club, until=date(2026, 7, 30))
    assert [held_card.person for held_card in expiring_details(club, person=later)] == [later]


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.integers(MIN_RETENTION_MONTHS, MAX_RETENTION_MONTHS))
def test_months_are_added_across_short_months(day: date, months: int):
    later = add_months(day, months)
    assert (later.year - day.year) * 12 + later.month - day.month == months
    assert later.day == day.day or (later.day < day.day and (later + timedelta(days=1)).day == 1)


def test_period_is_set_logged_and_limited(club: Club):
    assert set_retention(club=club, months=36, by=CONSOLE, at=WRITTEN)
    assert not set_retention(club=club, months=36, by=CONSOLE, at=WRITTEN)
    row = LogRow.objects.get(action="contact_retention_changed")
    assert (row.before, row.after) == ('{"months": 6}', '{"months": 36}')
    for months in (MIN_RETENTION_MONTHS - 1, MAX_RETENTION_MONTHS + 1):
        with pytest.raises(MonthsOutOfRange):
            set_retention(club=club, months=months, by=CONSOLE, at=WRITTEN)
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.update(forget_months=0)


def test_withdrawn_consent_deletes_details_at_once(club: Club, person: Player):
    assert withdraw_consent(player=person, by=CONSOLE, at=WRITTEN)
    assert not PersonCard.objects.exists()
    assert not withdraw_consent(player=person, by=CONSOLE, at=WRITTEN)
    row = LogRow.objects.get(action="consent_withdrawn")
    assert (row.subject, row.before, row.after) == (str(person.public_id), "", "")
