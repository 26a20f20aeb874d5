from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.factories import settings
from tournaments.setup.forms.settings import SetupForm

DAY = date(2026, 11, 21)
PRESENT = settings()
TYPED = {
    "name": "Güz Kupası",
    "first_day": "2026-11-21",
    "last_day": "2026-11-22",
    "venue": "",
    "tables": "8",
    "agreement": "match",
    "protest_minutes": "15",
}


def form(**changes: Any) -> SetupForm:
    return SetupForm({**TYPED, **changes}, present=PRESENT)


def test_typed_values_become_settings():
    typed = form()
    assert typed.is_valid()
    new_settings = typed.settings
    assert (new_settings.name, new_settings.tables, new_settings.first_day) == ("Güz Kupası", 8, DAY)
    assert new_settings.stages == PRESENT.stages


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("name", "\u2800"),
        ("first_day", "yarın"),
        ("first_day", "2026-13-45"),
        ("first_day", "0001-01-01"),
        ("last_day", "9999-12-31"),
        ("last_day", "2026-11-20"),
        ("venue", "x" * 161),
        ("tables", "0"),
        ("tables", "65"),
        ("tables", "sekiz"),
        ("agreement", ""),
        ("agreement", "maybe"),
        ("protest_minutes", ""),
        ("protest_minutes", "-1"),
        ("protest_minutes", "241"),
    ],
)
def test_invalid_values_are_refused_at_their_fields(field, value):
    assert set(form(**{field: value}).errors) == {field}


def test_days_are_formatted_for_date_inputs():
    rendered = SetupForm(present=PRESENT).as_p()
    assert 'type="date"' in rendered
    assert 'value="2026-11-21"' in rendered


def test_only_settings_independent_of_the_draw_can_change_after_it():
    present = settings()
    typed = {**TYPED, "tables": "60", "agreement": "hand", "protest_minutes": "0"}
    late = SetupForm(typed, present=present, drawn=True)
    assert late.is_valid()
    assert late.settings.name == "Güz Kupası"
    assert (late.settings.tables, late.settings.stages) == (present.tables, present.stages)
    assert (late.settings.common["agreement"], late.settings.common["protest_minutes"]) == ("hand", 0)
