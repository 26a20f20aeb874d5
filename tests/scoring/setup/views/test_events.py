from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.factories import ClubFactory, MembershipFactory, open_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.tournaments.blueprints.domain.stored_blueprints import keep_weekly
from tests.tournaments.blueprints.forms.test_new_tournament import NEW
from tournaments.enums import Role, Visibility
from tournaments.models import Blueprint, Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

WEEK = timedelta(weeks=1)


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def like(club: Club) -> Tournament:
    return open_tournament(club=club, pairs=3, name="Güz Kupası")


@pytest.fixture
def event_day() -> date:
    return timezone.localdate() + timedelta(days=2)


@pytest.fixture
def series(like: Tournament, event_day: date) -> Blueprint:
    return keep_from(like, "Gece {date}", event_day)


def keep_from(like: Tournament, name: str, day: date) -> Blueprint:
    rhythm = {"weekdays": (day.weekday(),), "first_day": day, "like_previous": True}
    return keep_weekly(like, name, begins=time(21), ends=time(1), **rhythm)


def series_url(name: str, *keys: object) -> str:
    return reverse(name, args=[getattr(key, "public_id", key) for key in keys])


def make(club: Club, series: Blueprint) -> str:
    return series_url("scoring:start_from_blueprint", club, series)


def as_planned(day: date) -> dict[str, str]:
    return {"day": day.isoformat(), "as_planned": "on"}


def created_event(series: Blueprint) -> Tournament:
    return Tournament.objects.get(evening__blueprint=series)


def test_club_nights_are_planned_from_a_ready_plan(organizer_client, club):
    address = f"{series_url('scoring:new_tournament', club)}?from=scratch"
    assert organizer_client.get(f"{address}&use=weekly").context["form"]["use"].value() == "weekly"
    typed = {**NEW, "name": "Salı gecesi", "first_day": "2030-01-01", "last_day": "2030-01-01"}
    rhythm = {"use": "weekly", "weekdays": ["1", "4"], "every": "2", "begins": "19:00", "ends": "23:00"}
    answer = organizer_client.post(address, typed | rhythm)
    series = club.blueprints.get()
    assert answer.headers["Location"] == series_url("tournaments:blueprint", club, series)
    assert (series.days_of_week, series.every, series.begins) == ((1, 4), 2, time(19))
    invalid: dict[str, Any]
    for invalid in ({"weekdays": []}, {"every": "0"}, {"begins": ""}, {"name": "\u200b"}):
        refused = organizer_client.post(address, typed | rhythm | invalid)
        assert refused.status_code == 422
        assert "2030-01-01" in refused.content.decode()


def test_rhythm_shows_the_evenings_it_makes(organizer_client, club):
    def evenings(**typed: Any) -> list[str]:
        part = organizer_client.post(
            f"{series_url('scoring:new_tournament', club)}?from=scratch",
            {"act": "days", "first_day": "2030-01-01", **typed},
            headers={"HX-Request": "true"},
        )
        assert (
            next(template.name for template in part.templates) == "tournaments/blueprints/_coming_days.html"
        )
        return [day.isoformat() for day in part.context["form"].coming_days]

    rhythm = ["2030-01-03", "2030-01-15", "2030-01-17", "2030-01-29"]
    assert evenings(weekdays=["3", "1"], every="2", first_day="2030-01-02") == rhythm
    assert evenings(weekdays=["1"]) == ["2030-01-01", "2030-01-08", "2030-01-15", "2030-01-22"]
    for unfinished in ({}, {"weekdays": ["7"]}, {"weekdays": ["1"], "every": "x"}):
        assert evenings(**unfinished) == []
    assert evenings(weekdays=["1"], first_day="0001-01-01") == []


def test_dashboard_button_creates_the_next_event(organizer_client, club, series, event_day):
    page = organizer_client.get(reverse("tournaments:dashboard")).content.decode()
    assert f'action="{make(club, series)}"' in page
    assert f'name="day" value="{event_day.isoformat()}"' in page
    assert f"{event_day:%A}, {event_day.day}" in page
    answer = organizer_client.post(make(club, series), as_planned(event_day))
    event = created_event(series)
    assert answer.headers["Location"] == series_url("tournaments:entries", event)
    assert event.entrants.count() == 3
    dashboard = organizer_client.get(reverse("tournaments:dashboard")).content.decode()
    assert make(club, series) not in dashboard
    again = organizer_client.post(make(club, series), as_planned(event_day))
    assert (again.status_code, again.context["refusal"].code) == (422, "series_event_already_created")


def test_distant_event_is_not_proposed(organizer_client, club, like, event_day):
    later = event_day + WEEK
    distant = keep_from(like, "Gece", later)
    dashboard = organizer_client.get(reverse("tournaments:dashboard")).content.decode()
    assert make(club, distant) not in dashboard


def test_returning_entrants_are_selected(organizer_client, club, series, like, event_day):
    page = organizer_client.get(f"{make(club, series)}?day={event_day.isoformat()}")
    assert page.content.decode().count('name="entrants"') == 3
    assert page.content.decode().count("checked") == 3
    event_entry = like.entrants.get(number=2)
    form, names = (
        page.context["form"],
        ("name", "first_day", "last_day", "tables", "agreement", "protest_minutes"),
    )
    sent = {name: str(form[name].value()) for name in names} | {
        "day": event_day.isoformat(),
        "chosen": "on",
        "entrants": [str(event_entry.public_id)],
    }
    assert organizer_client.post(make(club, series), {**sent, "entrants": ["x"]}).status_code == 422
    organizer_client.post(make(club, series), sent)
    event = created_event(series)
    assert [entrant.name for entrant in event.entrants.all()] == [event_entry.name]


@pytest.mark.parametrize("day", ["x", "2030-13-01"])
def test_invalid_day_is_404(organizer_client, club, series, day: str):
    assert organizer_client.get(f"{make(club, series)}?day={day}").status_code == 404


def test_event_is_skipped_and_restored(organizer_client, club, series, event_day):
    address = series_url("tournaments:skip_event", club, series)
    assert organizer_client.post(address, {"day": event_day.isoformat()}).status_code == 303
    page = organizer_client.get(series_url("tournaments:blueprint", club, series))
    assert [event.day for event in page.context["upcoming_events"] if event.skipped] == [event_day]
    assert organizer_client.post(address, {"day": event_day.isoformat(), "have": ""}).status_code == 303
    assert not series.evenings.exists()
    assert (
        organizer_client.post(address, {"day": (event_day + timedelta(days=1)).isoformat()}).status_code
        == 422
    )


def test_list_skips_an_event(organizer_client, club, series, event_day):
    def coming() -> list[date]:
        row = organizer_client.get(series_url("tournaments:blueprints", club)).context["rows"][0]
        return [event.day for event, _others in row["coming"]]

    days = [event_day + weeks * WEEK for weeks in range(4)]
    assert coming() == days[:3]
    organizer_client.post(series_url("tournaments:skip_event", club, series), {"day": event_day.isoformat()})
    assert coming() == days[1:]


def test_page_says_why_nobody_returns(organizer_client, club, series, like, event_day):
    def says_why() -> bool:
        page = organizer_client.get(f"{make(club, series)}?day={event_day.isoformat()}").content.decode()
        return 'data-test="no-returning-entrants"' in page

    assert not says_why()
    like.entrants.all().delete()
    assert says_why()


def test_series_of_another_club_is_404(organizer_client, series):
    other = MembershipFactory.create(club=ClubFactory.create(), role=Role.OWNER)
    client = LanguageClient("en")
    client.force_login(other.user)
    for name in ("tournaments:blueprint", "scoring:start_from_blueprint"):
        assert client.get(series_url(name, other.club, series)).status_code == 404
        assert client.get(series_url(name, series.club, series)).status_code == 404


def test_public_page_lists_the_next_events(organizer_client, club, series, event_day):
    page = series_url("scoring:series_page", series)
    everybody = LanguageClient("en")
    assert (
        page
        in everybody.get(f"{reverse('scoring:tournament_search')}?club={club.public_id}").content.decode()
    )
    planned = everybody.get(page).content.decode()
    assert "21:00–01:00" in planned
    organizer_client.post(make(club, series), as_planned(event_day))
    event = created_event(series)
    assert series_url("scoring:tournament", event) not in everybody.get(page).content.decode()
    Tournament.objects.filter(pk=event.pk).update(visibility=Visibility.PUBLIC)
    assert series_url("scoring:tournament", event) in everybody.get(page).content.decode()


def test_series_of_a_hidden_club_has_no_public_page(organizer_client, series, club):
    series_page, missing = series_url("tournaments:blueprint", club, series), 'data-test="not-public-yet"'
    assert missing not in organizer_client.get(series_page).content.decode()
    Tournament.objects.filter(club=club).update(visibility=Visibility.DRAFT)
    assert missing in organizer_client.get(series_page).content.decode()
    assert Client().get(series_url("scoring:series_page", series)).status_code == 404


def test_calendar_lists_planned_events_until_they_are_published(organizer_client, club, series, event_day):
    def events() -> list[Any]:
        answer = Client().get(series_url("scoring:club_calendar", club))
        calendar_events: list[Any] = list(Calendar.from_ical(answer.content).walk("VEVENT"))
        return [event_entry for event_entry in calendar_events if str(series.public_id) in event_entry["uid"]]

    def planned() -> list[date]:
        return [event.decoded("dtstart").date() for event in events() if event["status"] == "TENTATIVE"]

    first = events()[0]
    assert first.decoded("dtend") - first.decoded("dtstart") == timedelta(hours=4)
    assert first["summary"].startswith("Gece ")
    organizer_client.post(
        series_url("tournaments:skip_event", club, series), {"day": (event_day + WEEK).isoformat()}
    )
    assert planned()[:2] == [event_day, event_day + 2 * WEEK]
    organizer_client.post(make(club, series), as_planned(event_day))
    assert planned()[0] == event_day
    Tournament.objects.filter(evening__blueprint=series).update(visibility=Visibility.PUBLIC)
    assert planned()[0] == event_day + 2 * WEEK


def test_published_event_keeps_uid_and_hours(organizer_client, club, series, event_day):
    def event_on_day() -> tuple[str, datetime, datetime, str]:
        answer = Client().get(series_url("scoring:club_calendar", club))
        return next(
            (str(event["uid"]), event.decoded("dtstart"), event.decoded("dtend"), str(event["status"]))
            for event in Calendar.from_ical(answer.content).walk("VEVENT")
            if str(event["uid"]) == f"{series.public_id}-{event_day.isoformat()}"
        )

    planned = event_on_day()
    organizer_client.post(make(club, series), as_planned(event_day))
    Tournament.objects.filter(evening__blueprint=series).update(
        visibility=Visibility.PUBLIC, last_day=event_day
    )
    assert planned[3] == "TENTATIVE"
    assert event_on_day() == (*planned[:3], "CONFIRMED")


def test_page_mentions_another_tournament_on_that_day(organizer_client, club, series, event_day, like):
    address = f"{make(club, series)}?day={event_day.isoformat()}"
    assert list(organizer_client.get(address).context["that_day"]) == []
    Tournament.objects.filter(pk=like.pk).update(name="Güz <Kupası>", first_day=event_day, last_day=event_day)
    page = organizer_client.get(address)
    assert list(page.context["that_day"]) == [like]
    assert "“Güz &lt;Kupası&gt;”" in page.content.decode()
    rows = organizer_client.get(series_url("tournaments:blueprints", club))
    assert [others for _event, others in rows.context["rows"][0]["coming"]] == [[like], [], []]
    assert rows.content.decode().count('data-test="same-day"') == 1


def test_queries_do_not_grow_with_events(
    organizer_client, club, series, event_day, django_assert_max_num_queries
):
    def ask(address: str) -> int:
        with django_assert_max_num_queries(30) as queries:
            assert organizer_client.get(address).status_code == 200
        return len(queries)

    pages = [series_url("tournaments:blueprint", club, series), series_url("scoring:series_page", series)]
    pages += [series_url("tournaments:blueprints", club), series_url("scoring:club_calendar", club)]
    organizer_client.post(make(club, series), as_planned(event_day))
    before = [ask(page) for page in pages]
    for weeks in range(1, 5):
        organizer_client.post(make(club, series), as_planned(event_day + weeks * WEEK))
    assert [ask(page) for page in pages] == before
