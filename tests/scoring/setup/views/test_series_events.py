from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.factories import NOW, ClubFactory, MembershipFactory, open_tournament
from tests.kept import kept
from tests.languages import Reader
from tournaments.enums import Role, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Series, Tournament
from tournaments.series.domain.series_changes import SeriesSettings, start_series

pytestmark = [pytest.mark.django_db, pytest.mark.english]

WEEK = timedelta(weeks=1)


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@kept
def like(club: Club) -> Tournament:
    return open_tournament(club=club, pairs=3, name="Güz Kupası")


@pytest.fixture
def day() -> date:
    return timezone.localdate() + timedelta(days=2)


@pytest.fixture
def series(club: Club, like: Tournament, day: date) -> Series:
    rhythm = SeriesSettings("Gece {date}", (day.weekday(),), 1, day, time(21), time(1), None, like)
    return start_series(club=club, settings=rhythm, by=CONSOLE, at=NOW)


@pytest.fixture
def desk(club: Club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


def at(name: str, *keys: object) -> str:
    return reverse(name, args=[getattr(key, "public_id", key) for key in keys])


def make(club: Club, series: Series) -> str:
    return at("scoring:make_night", club, series)


def made_of(series: Series) -> Tournament:
    return Tournament.objects.get(evening__series=series)


def test_series_is_planned_in_one_form(desk, club, like):
    page = desk.get(at("tournaments:new_series", club)).content.decode()
    assert "Güz Kupası" in page
    typed = {
        "name": "Salı gecesi {tarih}",
        "weekdays": ["1", "4"],
        "every": "2",
        "first_day": "2030-01-01",
        "source": f"like:{like.public_id}",
    }
    answer = desk.post(at("tournaments:new_series", club), typed)
    series = club.series.get()
    assert answer.headers["Location"] == at("tournaments:series", club, series)
    assert (series.days_of_week, series.every, series.begins, series.like) == ((1, 4), 2, time(19), like)
    invalid: dict[str, Any]
    for invalid in ({"weekdays": []}, {"every": "0"}, {"source": "like:1"}, {"name": "\u200b"}):
        refused = desk.post(at("tournaments:new_series", club), {**typed, **invalid})
        assert refused.status_code == 422
        assert "2030-01-01" in refused.content.decode()


def test_dashboard_button_creates_the_next_event(desk, club, series, day):
    page = desk.get(reverse("tournaments:desk")).content.decode()
    assert f"Create the evening of {day:%A}, {day.day}" in page
    answer = desk.post(make(club, series), {"day": day.isoformat()})
    event = made_of(series)
    assert answer.headers["Location"] == at("tournaments:entries", event)
    assert event.entrants.count() == 3
    assert "Create the evening" not in desk.get(reverse("tournaments:desk")).content.decode()
    again = desk.post(make(club, series), {"day": day.isoformat()})
    assert again.status_code == 422
    assert "This evening is already created." in again.content.decode()


def test_distant_event_is_not_proposed(desk, club, like, day):
    later = day + WEEK
    rhythm = SeriesSettings("Gece", (later.weekday(),), 1, later, time(21), time(1), None, like)
    start_series(club=club, settings=rhythm, by=CONSOLE, at=NOW)
    assert "Create the evening" not in desk.get(reverse("tournaments:desk")).content.decode()


def test_returning_entrants_are_selected(desk, club, series, like, day):
    page = desk.get(make(club, series))
    assert page.content.decode().count('name="entrants"') == 3
    assert page.content.decode().count("checked") == 3
    event_entry = like.entrants.get(number=2)
    sent = {"day": day.isoformat(), "chosen": "on", "entrants": [str(event_entry.public_id)]}
    assert desk.post(make(club, series), {**sent, "entrants": ["x"]}).status_code == 422
    desk.post(make(club, series), sent)
    event = made_of(series)
    assert [entrant.name for entrant in event.entrants.all()] == [event_entry.name]


@pytest.mark.parametrize("amiss", ["x", "2030-13-01"])
def test_invalid_day_is_404(desk, club, series, amiss: str):
    assert desk.get(f"{make(club, series)}?day={amiss}").status_code == 404


def test_event_is_skipped_and_restored(desk, club, series, day):
    address = at("tournaments:skip_night", club, series)
    assert desk.post(address, {"day": day.isoformat()}).status_code == 303
    assert "No evening on this day." in desk.get(at("tournaments:series", club, series)).content.decode()
    assert desk.post(address, {"day": day.isoformat(), "have": ""}).status_code == 303
    assert not series.evenings.exists()
    assert desk.post(address, {"day": (day + timedelta(days=1)).isoformat()}).status_code == 422


def test_series_is_changed_and_ended(desk, club, series):
    address = at("tournaments:change_series", club, series)
    form = desk.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields}
    typed = {key: str(value) if not isinstance(value, list) else value for key, value in typed.items()}
    assert desk.post(address, {**typed, "name": "Başka gece"}).status_code == 303
    assert club.series.get().name == "Başka gece"
    assert desk.post(address, {**typed, "every": "9"}).status_code == 422
    assert desk.post(at("tournaments:end_series", club, series)).status_code == 303
    assert desk.post(at("tournaments:end_series", club, series)).status_code == 422
    assert "Başka gece" in desk.get(at("tournaments:nights", club)).content.decode()


def test_series_of_another_club_is_404(desk, series):
    other = MembershipFactory.create(club=ClubFactory.create(), role=Role.OWNER)
    client = Reader("en")
    client.force_login(other.user)
    for name in ("tournaments:series", "scoring:make_night"):
        assert client.get(at(name, other.club, series)).status_code == 404
        assert client.get(at(name, series.club, series)).status_code == 404


def test_public_page_lists_the_next_events(desk, club, series, day):
    page = at("scoring:club_nights", series)
    everybody = Reader("en")
    assert page in everybody.get(f"{reverse('scoring:find')}?club={club.public_id}").content.decode()
    planned = everybody.get(page).content.decode()
    assert "21:00–01:00" in planned
    desk.post(make(club, series), {"day": day.isoformat()})
    event = made_of(series)
    assert at("scoring:tournament", event) not in everybody.get(page).content.decode()
    Tournament.objects.filter(pk=event.pk).update(visibility=Visibility.PUBLIC)
    assert at("scoring:tournament", event) in everybody.get(page).content.decode()


def test_series_of_a_hidden_club_has_no_public_page(desk, series, club):
    series_page, missing = at("tournaments:series", club, series), "It appears once the club has"
    assert missing not in desk.get(series_page).content.decode()
    Tournament.objects.filter(club=club).update(visibility=Visibility.DRAFT)
    assert missing in desk.get(series_page).content.decode()
    assert Client().get(at("scoring:club_nights", series)).status_code == 404


def test_calendar_lists_planned_events_until_they_are_published(desk, club, series, day):
    def events() -> list[Any]:
        answer = Client().get(at("scoring:club_calendar", club))
        calendar_events: list[Any] = list(Calendar.from_ical(answer.content).walk("VEVENT"))
        return [event_entry for event_entry in calendar_events if str(series.public_id) in event_entry["uid"]]

    def planned() -> list[date]:
        return [event.decoded("dtstart").date() for event in events()]

    first = events()[0]
    assert first.decoded("dtend") - first.decoded("dtstart") == timedelta(hours=4)
    assert first["summary"].startswith("Gece ")
    desk.post(at("tournaments:skip_night", club, series), {"day": (day + WEEK).isoformat()})
    assert planned()[:2] == [day, day + 2 * WEEK]
    desk.post(make(club, series), {"day": day.isoformat()})
    assert planned()[0] == day
    Tournament.objects.filter(evening__series=series).update(visibility=Visibility.PUBLIC)
    assert planned()[0] == day + 2 * WEEK


def test_page_mentions_another_tournament_on_that_day(desk, club, series, day, like):
    address = f"{make(club, series)}?day={day.isoformat()}"
    assert "The club already plays" not in desk.get(address).content.decode()
    Tournament.objects.filter(pk=like.pk).update(name="Güz <Kupası>", first_day=day, last_day=day)
    assert "already plays “Güz &lt;Kupası&gt;” on that day" in desk.get(address).content.decode()


def test_queries_do_not_grow_with_events(desk, club, series, day, django_assert_max_num_queries):
    def ask(address: str) -> int:
        with django_assert_max_num_queries(30) as queries:
            assert desk.get(address).status_code == 200
        return len(queries)

    pages = [at("tournaments:series", club, series), at("scoring:club_nights", series)]
    pages += [at("tournaments:nights", club), at("scoring:club_calendar", club)]
    desk.post(make(club, series), {"day": day.isoformat()})
    before = [ask(page) for page in pages]
    for weeks in range(1, 5):
        desk.post(make(club, series), {"day": (day + weeks * WEEK).isoformat()})
    assert [ask(page) for page in pages] == before
