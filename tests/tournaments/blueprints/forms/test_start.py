from __future__ import annotations

from datetime import date, time
from functools import partial
from typing import Any

import pytest

from tests.factories import settings
from tournaments.blueprints.forms.start import StartForm
from tournaments.naming.dates_in_names import rename_for_date

DAY = date(2026, 12, 1)
TYPED = {
    "proposed_for": "2026-12-01",
    "name": "Salı gecesi 1 Aralık",
    "first_day": "2026-12-01",
    "last_day": "2026-12-01",
    "begins": "19:00",
    "ends": "23:00",
    "tables": "4",
    "agreement": "match",
    "protest_minutes": "15",
}
WEEKLY = {"use": "weekly", "weekdays": ["1", "3"], "every": "2", "like_previous": "on"}
propose_name = partial(
    rename_for_date,
    "Salı gecesi 24 Kasım",
    first_day=date(2026, 11, 24),
    last_day=date(2026, 11, 24),
    language="tr",
    longest=120,
)


def form(**changes: Any) -> StartForm:
    present = settings(first_day=DAY, last_day=DAY)
    return StartForm(
        {**TYPED, **changes}, present=present, propose_name=lambda day: propose_name(new_day=day)
    )


def test_one_tournament_is_the_usual_use():
    typed = form()
    assert typed.is_valid()
    assert typed.cleaned_data["use"] == "once"
    assert (typed.settings.name, typed.settings.first_day) == ("Salı gecesi 1 Aralık", DAY)


def test_club_nights_take_the_rhythm_and_a_name_without_the_date():
    typed = form(**WEEKLY)
    assert typed.is_valid(), typed.errors
    blueprint = typed.blueprint_settings
    assert (blueprint.name, blueprint.first_day) == ("Salı gecesi {tarih}", DAY)
    assert (blueprint.weekdays, blueprint.every, blueprint.like_previous) == ((1, 3), 2, True)
    assert (blueprint.common["begins"], blueprint.common["ends"]) == (time(19), time(23))


def test_template_drops_the_rhythm():
    typed = form(**WEEKLY | {"use": "later"})
    assert typed.is_valid()
    assert typed.blueprint_settings.weekdays == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [("weekdays", []), ("begins", ""), ("ends", ""), ("every", "9"), ("weekdays", ["8"]), ("use", "always")],
)
def test_club_nights_without_days_or_hours_are_refused_at_the_field(field, value):
    typed = form(**WEEKLY | {field: value})
    assert not typed.is_valid()
    assert list(typed.errors) == [field]


def test_untouched_values_follow_another_first_day():
    typed = form(first_day="2026-12-08")
    assert typed.is_valid()
    assert typed.cleaned_data["name"] == "Salı gecesi 8 Aralık"
    assert typed.cleaned_data["last_day"] == date(2026, 12, 8)


def test_typed_name_does_not_follow_the_first_day():
    typed = form(first_day="2026-12-08", name="Büyük gece")
    assert typed.is_valid()
    assert (typed.cleaned_data["name"], typed.cleaned_data["last_day"]) == ("Büyük gece", date(2026, 12, 8))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("first_day", "yarın"),
        ("first_day", "2026-13-45"),
        ("last_day", "2026-11-30"),
    ],
)
def test_errors_are_shown_at_their_fields(field, value):
    typed = form(**{field: value})
    assert not typed.is_valid()
    assert list(typed.errors) == [field]
    assert typed[field].value() == value


@pytest.mark.parametrize("sent", ["", "bugün", "2026-02-31"])
def test_unreadable_proposal_is_ignored(sent):
    typed = form(proposed_for=sent, first_day="2026-12-08")
    assert not typed.is_valid()
    assert typed["name"].value() == "Salı gecesi 1 Aralık"
