"""The settings of a tournament, as typed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rules.games.okey101.rulesets import PRESETS
from tests.factories import settings
from tournaments.domain.plans.stage_settings import Length, groups_then_knockout
from tournaments.domain.plans.usual_plans import PLANS
from tournaments.enums import EntrantKind
from tournaments.forms.setup import NewTournamentForm, SetupForm, usual_settings

DAY = date(2026, 11, 21)
PAIRS = PRESETS["101-pairs"]
TYPED = {
    "name": "Güz Kupası",
    "first_day": "2026-11-21",
    "last_day": "2026-11-22",
    "venue": "",
    "tables": "8",
    "agreement": "match",
    "protest_minutes": "15",
}

NEW = {
    **TYPED,
    "rule_set": "101-pairs",
    "plan": "groups_knockout",
    "best_of": "1",
    "hands": "11",
    "knockout_best_of": "3",
    "knockout_hands": "9",
    "advance": "2",
    "meetings": "1",
    "reset_final": "on",
}


def form(**changes: Any) -> SetupForm:
    return SetupForm({**TYPED, **changes}, present=usual_settings(DAY, PAIRS))


def new_form(**changes: Any) -> NewTournamentForm:
    return NewTournamentForm({**NEW, **changes}, present=usual_settings(DAY, PAIRS))


def test_what_is_typed_becomes_settings():
    typed = form()
    assert typed.is_valid()
    wanted = typed.settings
    assert (wanted.name, wanted.tables, wanted.first_day) == ("Güz Kupası", 8, DAY)
    assert wanted.stages == usual_settings(DAY, PAIRS).stages


def test_a_new_tournament_has_the_stages_of_its_plan():
    typed = new_form()
    assert typed.is_valid()
    wanted = typed.settings
    assert wanted.kind == EntrantKind.PAIRS
    assert wanted.stages == groups_then_knockout(Length(1, 11), Length(3, 9), advance=2)


def test_singles_follow_from_their_plan():
    typed = new_form(plan="tables")
    assert typed.is_valid()
    assert typed.settings.kind == EntrantKind.SINGLES
    assert [stage.kind for stage in typed.settings.stages] == ["tables"]


def test_there_is_a_card_for_every_plan():
    cards = new_form().plans
    assert [card.id for card in cards] == list(PLANS)
    assert len({str(card.sentence) for card in cards}) == len({card.picture for card in cards}) == len(PLANS)


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
        ("agreement", ""),
        ("agreement", "maybe"),
        ("protest_minutes", ""),
        ("protest_minutes", "-1"),
        ("protest_minutes", "241"),
    ],
)
def test_nonsense_is_refused_on_its_field(field, value):
    assert set(form(**{field: value}).errors) == {field}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("plan", ""),
        ("plan", "darts"),
        ("advance", "3"),
        ("best_of", "2"),
        ("hands", "10"),
        ("knockout_best_of", ""),
        ("knockout_hands", "11.0"),
        ("meetings", "3"),
    ],
)
def test_nonsense_about_a_plan_is_refused_on_its_field(field, value):
    assert set(new_form(**{field: value}).errors) == {field}


def test_usual_settings_are_today_best_of_three_eleven_hands():
    usual = usual_settings(DAY, PAIRS)
    assert (usual.first_day, usual.last_day) == (DAY, DAY)
    assert [(stage.best_of, stage.hands) for stage in usual.stages] == [(3, 11), (3, 11)]


def test_usual_matches_are_as_long_as_the_rules_have_them():
    usual = usual_settings(DAY, replace(PAIRS, best_of=1, hands_per_match=7))
    assert [(stage.best_of, stage.hands) for stage in usual.stages] == [(1, 7), (1, 7)]
    shown = NewTournamentForm(present=usual)
    lengths = ("best_of", "hands", "knockout_best_of", "knockout_hands")
    assert [shown[name].value() for name in lengths] == [1, 7, 1, 7]


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
    typed = {**TYPED, "tables": "60", "agreement": "hand", "protest_minutes": "0"}
    late = SetupForm(typed, present=present, drawn=True)
    assert late.is_valid()
    assert late.settings.name == "Güz Kupası"
    assert (late.settings.tables, late.settings.stages) == (present.tables, present.stages)
    assert (late.settings.agreement, late.settings.protest_minutes) == ("hand", 0)
