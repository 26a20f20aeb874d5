from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tournaments.models import Tournament
from tournaments.setup.forms.clone import CloneForm

TODAY = date(2026, 11, 25)
TYPED = {
    "proposed_for": "2026-12-01",
    "name": "Salı gecesi 1 Aralık",
    "first_day": "2026-12-01",
    "last_day": "2026-12-01",
    "entrants": "with",
}


def last_time() -> Tournament:
    day = date(2026, 11, 24)
    return Tournament(name="Salı gecesi 24 Kasım", first_day=day, last_day=day)


def form(may_come: int = 8, **changes: Any) -> CloneForm:
    return CloneForm({**TYPED, **changes}, tournament=last_time(), today=TODAY, returning_count=may_come)


def test_same_weekday_and_entrants_are_proposed():
    shown = CloneForm(tournament=last_time(), today=TODAY, returning_count=8)
    expected = {"name": "Salı gecesi 1 Aralık", "first_day": date(2026, 12, 1), "last_day": date(2026, 12, 1)}
    assert shown.initial == expected | {"entrants": "with"}
    assert shown.proposed_for == "2026-12-01"


def test_typed_values_are_used():
    typed = form(name="Aralık açılışı", last_day="2026-12-02")
    assert typed.is_valid()
    assert (typed.cleaned_data["name"], typed.cleaned_data["last_day"]) == (
        "Aralık açılışı",
        date(2026, 12, 2),
    )
    assert typed.with_entrants


def test_untouched_values_follow_another_first_day():
    typed = form(first_day="2026-12-08")
    assert typed.is_valid()
    assert typed.cleaned_data["name"] == "Salı gecesi 8 Aralık"
    assert typed.cleaned_data["last_day"] == date(2026, 12, 8)


def test_typed_name_does_not_follow_the_first_day():
    typed = form(first_day="2026-12-08", name="Büyük gece")
    assert typed.is_valid()
    assert (typed.cleaned_data["name"], typed.cleaned_data["last_day"]) == ("Büyük gece", date(2026, 12, 8))


def test_entrants_cannot_be_chosen_without_any():
    typed = form(may_come=0, entrants="")
    assert typed.is_valid()
    assert not typed.with_entrants
    sent_all_the_same = form(may_come=0)
    assert sent_all_the_same.is_valid()
    assert not sent_all_the_same.with_entrants


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("first_day", "yarın"),
        ("first_day", "2026-13-45"),
        ("last_day", "2026-11-30"),
        ("entrants", "some"),
        ("entrants", ""),
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
