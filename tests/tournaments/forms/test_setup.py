"""The settings of a tournament, as typed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rules.rulesets import PRESETS
from tests.factories import settings
from tournaments.forms.setup import NewTournamentForm, SetupForm, usual_settings

DAY = date(2026, 11, 21)
PAIRS = PRESETS["101-pairs"]
TYPED = {
    "name": "Güz Kupası",
    "first_day": "2026-11-21",
    "last_day": "2026-11-22",
    "venue": "",
    "tables": "8",
    "advance": "2",
    "groups_best_of": "1",
    "groups_hands": "11",
    "knockout_best_of": "3",
    "knockout_hands": "9",
    "agreement": "match",
    "protest_minutes": "15",
}


def form(**changes: Any) -> SetupForm:
    return SetupForm({**TYPED, **changes}, present=usual_settings(DAY, PAIRS))


def new_form(**changes: Any) -> NewTournamentForm:
    return NewTournamentForm(
        {**TYPED, "rule_set": "101-pairs", **changes}, present=usual_settings(DAY, PAIRS)
    )


def test_what_is_typed_becomes_settings():
    typed = form()
    assert typed.is_valid()
    wanted = typed.settings
    assert (wanted.groups.best_of, wanted.groups.hands) == (1, 11)
    assert (wanted.knockout.best_of, wanted.knockout.hands) == (3, 9)
    assert (wanted.tables, wanted.advance, wanted.first_day) == (8, 2, DAY)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("name", "a\x00b"),
        ("first_day", "yarın"),
        ("first_day", "2026-13-45"),
        ("last_day", "2026-11-20"),
        ("venue", "x" * 161),
        ("tables", "0"),
        ("tables", "65"),
        ("tables", "sekiz"),
        ("advance", "3"),
        ("groups_best_of", "2"),
        ("groups_hands", "10"),
        ("knockout_best_of", ""),
        ("knockout_hands", "11.0"),
        ("agreement", ""),
        ("agreement", "maybe"),
        ("protest_minutes", ""),
        ("protest_minutes", "-1"),
        ("protest_minutes", "241"),
    ],
)
def test_nonsense_is_refused_on_its_field(field, value):
    assert set(form(**{field: value}).errors) == {field}


def test_usual_settings_are_today_best_of_three_eleven_hands():
    usual = usual_settings(DAY, PAIRS)
    assert (usual.first_day, usual.last_day) == (DAY, DAY)
    assert (usual.groups.best_of, usual.groups.hands) == (3, 11)
    assert (usual.knockout.best_of, usual.knockout.hands) == (3, 11)


def test_usual_matches_are_as_long_as_the_rules_have_them():
    usual = usual_settings(DAY, replace(PAIRS, best_of=1, hands_per_match=7))
    assert (usual.groups.best_of, usual.groups.hands) == (1, 7)
    assert (usual.knockout.best_of, usual.knockout.hands) == (1, 7)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_new_tournament_starts_from_any_preset(rules):
    typed = new_form(rule_set=rules)
    assert typed.is_valid()
    assert typed.cleaned_data["rule_set"] == rules


@pytest.mark.parametrize("nonsense", ["", "okey", "101-pairs\x00"])
def test_it_starts_from_no_other_rules(nonsense):
    assert set(new_form(rule_set=nonsense).errors) == {"rule_set"}


def test_days_are_shown_as_a_date_input_wants_them():
    shown = SetupForm(present=usual_settings(DAY, PAIRS)).as_p()
    assert 'type="date"' in shown
    assert 'value="2026-11-21"' in shown


def test_after_the_draw_only_what_no_draw_rests_on_changes():
    present = settings()
    typed = {**TYPED, "tables": "60", "groups_best_of": "5", "agreement": "hand", "protest_minutes": "0"}
    late = SetupForm(typed, present=present, drawn=True)
    assert late.is_valid()
    assert late.settings.name == "Güz Kupası"
    assert (late.settings.tables, late.settings.groups) == (present.tables, present.groups)
    assert (late.settings.agreement, late.settings.protest_minutes) == ("hand", 0)
