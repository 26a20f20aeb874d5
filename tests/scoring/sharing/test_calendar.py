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
from scoring.sharing.views import calendar
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


def tournament_calendar_url(tournament: Tournament) -> str:
    return reverse("scoring:tournament_calendar", args=[tournament.public_id])


def club_calendar_url(club: Club) -> str:
    return reverse("scoring:club_calendar", args=[club.public_id])


def read(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content)


def events(client: Client, address: str) -> list[Any]:
    return list(read(client, address).walk("VEVENT"))


def test_tournament_is_a_whole_day_event(client: Client):
    tournament = open_tournament(name="Salı; gecesi, 24 Kasım")
    (event,) = events(client, tournament_calendar_url(tournament))
    assert (event["uid"], event["summary"]) == (str(tournament.public_id), "Salı; gecesi, 24 Kasım")
    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 11, 21), date(2026, 11, 23))
    assert (event["location"], event["status"]) == ("Kulüp salonu", "CONFIRMED")
    page = reverse("scoring:tournament", args=[tournament.public_id])
    assert event["url"] == f"http://testserver{page}"


def test_link_has_the_language_of_the_subscription(client: Client):
    tournament = open_tournament()
    (event,) = events(client, english(tournament_calendar_url(tournament)))
    assert "/en/" in event["url"]


def test_location_without_a_venue_is_the_club(client: Client):
    tournament = open_tournament(venue="")
    assert events(client, tournament_calendar_url(tournament))[0]["location"] == tournament.club.name


def test_changed_day_keeps_the_event_id(client: Client):
    tournament = open_tournament()
    before = events(client, tournament_calendar_url(tournament))[0]
    day = date(2026, 12, 1)
    moved = replace(tournament_settings.settings_of(tournament), first_day=day, last_day=day)
    tournament_settings.change_tournament(tournament=tournament, settings=moved, by=CONSOLE, at=NOW)
    after = events(client, tournament_calendar_url(tournament))[0]
    assert (before["uid"], after["dtstart"].dt) == (after["uid"], day)


def test_cancelled_event_says_so_and_has_a_higher_sequence(client: Client):
    tournament = drawn_tournament()
    before = events(client, tournament_calendar_url(tournament))[0]
    cancellation.cancel(tournament=tournament, reason="Su bastı", by=CONSOLE, at=NOW)
    after = events(client, tournament_calendar_url(tournament))[0]
    assert (before["status"], after["status"]) == ("CONFIRMED", "CANCELLED")
    assert after["sequence"] > before["sequence"]


def test_draft_is_in_no_calendar(client: Client):
    tournament = open_tournament(visibility=Visibility.DRAFT)
    open_tournament(club=tournament.club)
    assert client.get(tournament_calendar_url(tournament)).status_code == 404
    assert str(tournament.public_id) not in {
        event["uid"] for event in events(client, club_calendar_url(tournament.club))
    }
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    assert events(client, tournament_calendar_url(tournament)) == []
    assert len(events(client, club_calendar_url(tournament.club))) == 1


def test_archived_tournament_is_in_no_calendar(client: Client):
    tournament = drawn_tournament(pairs=2, groups=1, stages=LEAGUE)
    play_encounter(encounters_of(tournament)[0])
    visibility.archive(tournament=tournament, by=CONSOLE, at=NOW)
    assert events(client, tournament_calendar_url(tournament)) == []
    assert events(client, club_calendar_url(tournament.club)) == []


def test_club_calendar_has_the_clubs_own_tournaments_and_name(client: Client):
    club = ClubFactory.create(name="Yediveren; Okey")
    own_tournaments = [open_tournament(club=club), open_tournament(club=club)]
    open_tournament()
    feed = read(client, club_calendar_url(club))
    lines = client.get(club_calendar_url(club)).content.decode().splitlines()
    assert {"NAME:Yediveren\\; Okey", "X-WR-CALNAME:Yediveren\\; Okey"} < set(lines)
    assert {event["uid"] for event in feed.walk("VEVENT")} == {
        str(tournament.public_id) for tournament in own_tournaments
    }


def test_club_without_public_tournaments_has_no_calendar(client: Client):
    club = ClubFactory.create()
    open_tournament(club=club, visibility=Visibility.DRAFT)
    assert client.get(club_calendar_url(club)).status_code == 404
    assert client.get(reverse("scoring:club_calendar", args=[uuid4()])).status_code == 404


def test_only_the_newest_tournaments_of_a_club_are_listed(client: Client, monkeypatch):
    monkeypatch.setattr(calendar, "MAX_TOURNAMENTS", 1)
    club = ClubFactory.create()
    open_tournament(club=club)
    last = open_tournament(club=club, first_day=date(2027, 1, 1), last_day=date(2027, 1, 1))
    assert [event["uid"] for event in events(client, club_calendar_url(club))] == [str(last.public_id)]


def test_calendar_is_unchanged_after_hands_are_played(client: Client):
    tournament = drawn_tournament()
    first = client.get(club_calendar_url(tournament.club))
    play_hand(encounters_of(tournament)[0])
    again = client.get(club_calendar_url(tournament.club), headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.release
def test_club_calendar_takes_the_same_queries_for_1_and_30(client: Client):
    def query_count(number: int) -> int:
        club = ClubFactory.create()
        for _one in range(number):
            open_tournament(club=club)
        with CaptureQueriesContext(connection) as statements:
            assert len(events(client, club_calendar_url(club))) == number
        return len(statements)

    assert query_count(1) == query_count(30)


def test_share_page_links_both_calendars(client: Client):
    tournament = open_tournament()
    share = english(reverse("scoring:share", args=[tournament.public_id]))
    page = client.get(share).content.decode()
    for address in (tournament_calendar_url(tournament), club_calendar_url(tournament.club)):
        assert f'href="webcal://testserver{english(address)}"' in page
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.DRAFT)
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    assert "webcal:" not in client.get(share).content.decode()


def test_tournament_list_of_a_club_links_its_calendar(client: Client):
    tournament = open_tournament()
    open_tournament()
    listed = f"{english(reverse('scoring:tournament_search'))}?club={tournament.club.public_id}"
    assert english(club_calendar_url(tournament.club)) in client.get(listed).content.decode()
