from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest

from rules.games import GAMES, game_of
from rules.games.okey101.rulesets import PRESETS
from tests.tournaments.setup.forms.test_settings import TYPED
from tournaments.blueprints.forms.new_tournament import NewTournamentForm, usual_settings
from tournaments.enums import EntrantKind
from tournaments.models import Blueprint, RuleBook
from tournaments.setup.forms.available_time import AvailableTimeForm
from tournaments.stages.fitting_lengths import AvailableTime, TimeFit
from tournaments.stages.ready_plans import PLAN_ENTRANT_KINDS
from tournaments.stages.stage_flow_checks import check_stage_flow
from tournaments.stages.stage_settings import Length, groups_then_knockout, usual_tie_breaks

DAY = date(2026, 11, 21)
USUAL = usual_settings(DAY)
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
LENGTHS = ("best_of", "hands", "knockout_best_of", "knockout_hands")


def new_form(**changes: Any) -> NewTournamentForm:
    return NewTournamentForm({**NEW, **changes}, present=USUAL)


def resubmitted_form(**changes: Any) -> NewTournamentForm:
    first = NewTournamentForm(present=USUAL)
    typed = {name: str(first.typed[name]) for name in (*LENGTHS, "rounds")}
    return new_form(**typed, proposed=first.proposed_lengths, **changes)


def lengths(form: NewTournamentForm) -> list[int]:
    return [int(form.typed[name]) for name in LENGTHS]


def test_new_tournament_has_the_stages_of_its_plan():
    typed = new_form()
    assert typed.is_valid()
    new_settings = typed.settings
    assert new_settings.kind == EntrantKind.PAIRS
    assert new_settings.stages == groups_then_knockout(Length(1, 11), Length(3, 9), advance=2)


def test_plan_for_singles_makes_a_singles_tournament():
    typed = new_form(plan="tables")
    assert typed.is_valid()
    assert typed.settings.kind == EntrantKind.SINGLES
    assert [stage.kind for stage in typed.settings.stages] == ["tables"]


def test_every_plan_has_a_card():
    cards = [plan.card for plan in new_form().plans]
    assert [card.id for card in cards] == list(PLAN_ENTRANT_KINDS)
    assert (
        len({str(card.sentence) for card in cards})
        == len({card.picture for card in cards})
        == len(PLAN_ENTRANT_KINDS)
    )


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
        ("rounds", "31"),
        ("begins", "akşam"),
        ("ends", "25:00"),
        ("expected", "0"),
    ],
)
def test_invalid_plan_values_are_refused_at_their_fields(field, value):
    assert set(new_form(**{field: value}).errors) == {field}


def test_default_setup_fits_four_hours():
    """Sixteen pairs at eight tables; at the full length of the rules it took over sixteen hours."""
    new_form_shown = NewTournamentForm(present=USUAL)
    assert (USUAL.first_day, USUAL.last_day) == (DAY, DAY)
    assert [(stage.best_of, stage.hands) for stage in USUAL.stages] == [(1, 7), (1, 9)]
    assert lengths(new_form_shown) == [1, 7, 1, 9]
    assert new_form_shown.chosen_estimate
    assert (new_form_shown.chosen_estimate.fit, new_form_shown.chosen_estimate.minutes.most) == (
        TimeFit.FITS,
        240,
    )


def test_every_plan_has_lengths_that_fit_the_usual_time():
    assert {plan.plan_estimate.fit for plan in new_form().plans if plan.plan_estimate} == {TimeFit.FITS}


def test_proposals_are_never_longer_than_the_rules():
    whole_days = {"begins": "09:00", "ends": "09:00"}
    assert lengths(resubmitted_form(**whole_days)) == [3, 11, 3, 11]
    assert lengths(resubmitted_form(**whole_days, rule_set="101-rounds")) == [1, 11, 1, 11]


def test_untouched_lengths_follow_time_and_plan():
    assert lengths(resubmitted_form(ends="21:00")) == [1, 3, 1, 5]
    assert lengths(resubmitted_form(plan="knockout"))[:2] == [1, 11]
    typed = resubmitted_form(plan="knockout")
    assert typed.is_valid()
    assert typed.settings.stages[0].hands == 11


def test_chosen_lengths_stay_and_a_bad_fit_is_reported():
    chosen_lengths = new_form(
        proposed=resubmitted_form().proposed_lengths, best_of="3", hands="11", knockout_best_of="3"
    )
    assert lengths(chosen_lengths) == [3, 11, 3, 9]
    assert chosen_lengths.chosen_estimate
    assert chosen_lengths.chosen_estimate.fit == TimeFit.TOO_LONG


@pytest.mark.parametrize(
    ("expected", "plan", "tables"),
    [
        ("4", "league", "2"),
        ("5", "knockout", "2"),
        ("1", "league", "1"),
        ("16", "tables", "4"),
        ("600", "swiss", "64"),
    ],
)
def test_proposed_tables_follow_the_expected_entrants(expected, plan, tables):
    form = resubmitted_form(expected=expected, plan=plan, proposed_tables="8")
    assert (form.typed["tables"], form.has_new_tables, form.spare_tables) == (tables, True, 0)
    assert form.evening.tables == int(tables)


def test_chosen_number_of_tables_stays_and_spare_ones_are_counted():
    form = resubmitted_form(expected="4", tables="6", proposed_tables="8")
    assert (form.typed["tables"], form.has_new_tables, form.spare_tables) == ("6", False, 4)
    assert form.is_valid()
    assert form.settings.tables == 6


def test_tables_of_the_clubs_template_are_no_proposal():
    template = Blueprint(rule_book=RuleBook(rule_set_id="101-pairs"), tables=8)
    form = NewTournamentForm(
        {**NEW, "expected": "40", "tables": "8", "proposed_tables": ""}, present=USUAL, begins_with=template
    )
    assert (form.proposed_tables, form.typed["tables"]) == ("", "8")


def test_missing_values_get_defaults():
    assert AvailableTimeForm.read_available_time({}) == AvailableTime(entrants=16, tables=8, minutes=240)
    assert AvailableTimeForm.read_available_time({"begins": "x", "tables": "0"}) == AvailableTime(
        entrants=16, tables=8, minutes=240
    )


@pytest.mark.parametrize(
    ("begins", "ends", "minutes", "next_day_end"),
    [
        ("14:00", "18:30", 270, None),
        ("20:00", "01:00", 300, (time(1), (5, 0))),
        ("09:00", "09:00", 1440, (time(9), (24, 0))),
    ],
)
def test_end_after_midnight_is_accepted_and_reported(begins, ends, minutes, next_day_end):
    assert AvailableTimeForm.read_available_time({"begins": begins, "ends": ends}).minutes == minutes
    assert new_form(begins=begins, ends=ends).next_day_end == next_day_end


@pytest.mark.parametrize("rules", PRESETS)
def test_new_tournament_can_start_from_any_preset(rules):
    typed = new_form(rule_set=rules)
    assert typed.is_valid()
    assert typed.cleaned_data["rule_set"] == rules


@pytest.mark.parametrize("nonsense", ["", "okey", "101-pairs\x00"])
def test_unknown_rule_sets_are_refused(nonsense):
    assert set(new_form(rule_set=nonsense).errors) == {"rule_set"}


OKEY = {"game": "okey_points", "rules-okey_points": "okey-countdown"}


def test_usual_game_and_rules_are_selected_first():
    shown = NewTournamentForm(present=USUAL)
    assert [(game.card.id, game.is_chosen, game.rule_set) for game in shown.games] == [
        ("okey101", True, "101-pairs"),
        ("okey_points", False, "okey-countdown"),
        ("okey_task", False, "okey-task"),
    ]


@pytest.mark.release
@pytest.mark.parametrize("rules", [preset for game in GAMES for preset in game.presets])
@pytest.mark.parametrize("plan", PLAN_ENTRANT_KINDS)
def test_every_plan_works_with_every_rule_set(rules, plan):
    game = game_of(rules)
    typed = resubmitted_form(plan=plan, game=game.id, **{f"rules-{game.id}": rules})
    assert typed.is_valid()
    assert typed.cleaned_data["rule_set"] == rules
    check_stage_flow(typed.settings.stages, typed.settings.kind, game)
    for stage in typed.settings.stages:
        assert stage.tie_breaks == usual_tie_breaks(stage.kind, game)


def test_rules_of_another_game_are_not_required():
    typed = new_form(**OKEY, rule_set="101-pairs", **{"rules-okey101": "101-rounds"})
    assert typed.is_valid()
    assert typed.cleaned_data["rule_set"] == "okey-countdown"
    assert [game.rule_set for game in typed.games] == ["101-rounds", "okey-countdown", "okey-task"]


def test_game_without_chosen_rules_gets_its_usual_ones():
    typed = new_form(game="okey_task")
    assert typed.is_valid()
    assert typed.cleaned_data["rule_set"] == "okey-task"


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"game": "darts"}, "game"), ({**OKEY, "rules-okey_points": "101-pairs"}, "rule_set")],
)
def test_unknown_games_and_foreign_rules_are_refused(typed, field):
    assert set(new_form(**typed).errors) == {field}


def test_change_of_game_proposes_its_lengths():
    chosen = {"best_of": "5", "hands": "11", "proposed": "", "lengths_of": "okey101"}
    typed = new_form(**OKEY, **chosen)
    assert (typed.typed["best_of"], typed.typed["hands"]) == (1, 7)
    chosen_lengths = new_form(**OKEY, **{**chosen, "lengths_of": "okey_points", "hands": "open"})
    assert chosen_lengths.is_valid()
    assert (chosen_lengths.settings.stages[0].best_of, chosen_lengths.settings.stages[0].hands) == (5, None)


def test_hours_of_open_matches_are_a_range():
    typed = resubmitted_form(**OKEY, plan="knockout")
    assert typed.typed["hands"] == "open"
    assert typed.chosen_estimate
    assert typed.chosen_estimate.hours == [(1, 40), (4, 0)]
    assert new_form(**OKEY, plan="knockout", hands="100").chosen_estimate is None


def test_empty_form_asks_for_rules_too():
    assert {"name", "rule_set", "plan"} <= set(NewTournamentForm({}, present=USUAL).errors)
