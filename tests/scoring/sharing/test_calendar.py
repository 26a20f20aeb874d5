"""Calendars to subscribe to: whole days, stable ids, nothing of drafts and of what was put away."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from scoring.setup.domain import cancellation, visibility
from scoring.sharing.views import calendar as views
from tests.factories import (
    LEAGUE,
    NOW,
    ClubFactory,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.languages import english
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.setup.domain import tournament_settings

pytestmark = pytest.mark.django_db


def of_tournament(tournament: Tournament) -> str:
    return reverse("scoring:tournament_calendar", args=[tournament.public_id])


def of_club(club: Club) -> str:
    return reverse("scoring:club_calendar", args=[club.public_id])


def read(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content)


def events(client: Client, address: str) -> list[Any]:
    return list(read(client, address).walk("VEVENT"))


def test_a_tournament_is_an_event_of_whole_days(client: Client):
    tournament = open_tournament(name="Salı; gecesi, 24 Kasım")
    (event,) = events(client, of_tournament(tournament))
    assert (event["uid"], event["summary"]) == (str(tournament.public_id), "Salı; gecesi, 24 Kasım")
    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 11, 21), date(2026, 11, 23))
    assert (event["location"], event["status"]) == ("Kulüp salonu", "CONFIRMED")
    page = reverse("scoring:tournament", args=[tournament.public_id])
    assert event["url"] == f"http://testserver{page}"


def test_its_link_is_in_the_language_in_which_it_was_subscribed_to(client: Client):
    tournament = open_tournament()
    (event,) = events(client, english(of_tournament(tournament)))
    assert "/en/" in event["url"]


def test_without_a_venue_it_is_at_the_club(client: Client):
    tournament = open_tournament(venue="")
    assert events(client, of_tournament(tournament))[0]["location"] == tournament.club.name


def test_a_changed_day_is_the_same_event(client: Client):
    tournament = open_tournament()
    before = events(client, of_tournament(tournament))[0]
    day = date(2026, 12, 1)
    moved = replace(tournament_settings.settings_of(tournament), first_day=day, last_day=day)
    tournament_settings.change_tournament(tournament=tournament, settings=moved, by=CONSOLE, at=NOW)
    after = events(client, of_tournament(tournament))[0]
    assert (before["uid"], after["dtstart"].dt) == (after["uid"], day)


def test_what_was_cancelled_says_so_and_is_newer_than_before(client: Client):
    tournament = drawn_tournament()
    before = events(client, of_tournament(tournament))[0]
    cancellation.cancel(tournament=tournament, reason="Su bastı", by=CONSOLE, at=NOW)
    after = events(client, of_tournament(tournament))[0]
    assert (before["status"], after["status"]) == ("CONFIRMED", "CANCELLED")
    assert after["sequence"] > before["sequence"]


def test_a_draft_is_in_no_calendar(client: Client):
    tournament = open_tournament(visibility=Visibility.DRAFT)
    open_tournament(club=tournament.club)
    assert client.get(of_tournament(tournament)).status_code == 404
    assert str(tournament.public_id) not in {one["uid"] for one in events(client, of_club(tournament.club))}
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    assert events(client, of_tournament(tournament)) == []
    assert len(events(client, of_club(tournament.club))) == 1


def test_what_was_put_away_is_in_none_either(client: Client):
    tournament = drawn_tournament(pairs=2, groups=1, stages=LEAGUE)
    play_encounter(encounters_of(tournament)[0])
    visibility.put_away(tournament=tournament, by=CONSOLE, at=NOW)
    assert events(client, of_tournament(tournament)) == []
    assert events(client, of_club(tournament.club)) == []


def test_a_club_has_its_own_tournaments_under_its_name(client: Client):
    club = ClubFactory.create(name="Yediveren; Okey")
    mine = [open_tournament(club=club), open_tournament(club=club)]
    open_tournament()
    calendar = read(client, of_club(club))
    written = client.get(of_club(club)).content.decode().splitlines()
    assert {"NAME:Yediveren\\; Okey", "X-WR-CALNAME:Yediveren\\; Okey"} < set(written)
    assert {one["uid"] for one in calendar.walk("VEVENT")} == {str(one.public_id) for one in mine}


def test_of_a_club_that_shows_nothing_there_is_none(client: Client):
    club = ClubFactory.create()
    open_tournament(club=club, visibility=Visibility.DRAFT)
    assert client.get(of_club(club)).status_code == 404
    assert client.get(reverse("scoring:club_calendar", args=[uuid4()])).status_code == 404


def test_the_newest_are_told_of_a_club_with_very_many(client: Client, monkeypatch):
    monkeypatch.setattr(views, "NEWEST", 1)
    club = ClubFactory.create()
    open_tournament(club=club)
    last = open_tournament(club=club, first_day=date(2027, 1, 1), last_day=date(2027, 1, 1))
    assert [one["uid"] for one in events(client, of_club(club))] == [str(last.public_id)]


def test_hands_change_nothing_so_it_is_not_sent_again(client: Client):
    tournament = drawn_tournament()
    first = client.get(of_club(tournament.club))
    play_hand(encounters_of(tournament)[0])
    again = client.get(of_club(tournament.club), headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_it_asks_as_many_queries_for_thirty_as_for_one(client: Client):
    def asked(number: int) -> int:
        club = ClubFactory.create()
        for _one in range(number):
            open_tournament(club=club)
        with CaptureQueriesContext(connection) as statements:
            assert len(events(client, of_club(club))) == number
        return len(statements)

    assert asked(1) == asked(30)


def test_the_page_to_share_subscribes_to_both(client: Client):
    tournament = open_tournament()
    share = english(reverse("scoring:share", args=[tournament.public_id]))
    page = client.get(share).content.decode()
    for address in (of_tournament(tournament), of_club(tournament.club)):
        assert f'href="webcal://testserver{english(address)}"' in page
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.DRAFT)
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    assert "webcal:" not in client.get(share).content.decode()


def test_the_list_of_a_clubs_tournaments_leads_to_its_calendar(client: Client):
    tournament = open_tournament()
    open_tournament()
    listed = f"{english(reverse('scoring:find'))}?club={tournament.club.public_id}"
    assert english(of_club(tournament.club)) in client.get(listed).content.decode()
