from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import game_of
from rules.standings.steps import STEPS
from tournaments.enums import StageKind
from tournaments.setup.forms.stage_fields import OPTIONS_BY_FORMAT, formats_of
from tournaments.setup.forms.stage_flow import StagesForm
from tournaments.setup.forms.stage_flow_draft import StageDraft, draft_of
from tournaments.stages.stage_settings import (
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_tie_breaks,
)

CHAIN = groups_then_knockout(Length(1, 11), Length(3, 11))


def form(*drafts: StageDraft, kind: str = "pairs", **how) -> StagesForm:
    return StagesForm(drafts or tuple(draft_of(stage) for stage in CHAIN), kind=kind, **how)


def typed_draft(stage: StageSettings, **changes) -> StageDraft:
    draft = draft_of(stage)
    return replace(draft, typed_values={**draft.typed_values, **changes})


def test_form_reads_what_it_shows():
    assert form().is_flow_valid
    assert form().stages == CHAIN


def test_unused_options_of_a_format_are_not_asked():
    assert set(OPTIONS_BY_FORMAT) == set(StageKind)
    for kind, options in OPTIONS_BY_FORMAT.items():
        entering = "singles" if kind == "tables" else "pairs"
        card = form(draft_of(StageSettings(kind, 1, 11)), kind=entering).cards[0]
        assert set(card.form.fields) == {"kind", "name", "hands", "time_up", "least_hands", *options}


def test_later_stages_can_be_drawn_by_hand_and_groups_always_are():
    groups = StageSettings("groups", 1, 11, feeds=(FeedSettings(1, 1, 2),))
    cards = form(draft_of(CHAIN[0]), draft_of(CHAIN[1]), draft_of(groups)).cards
    assert ["draws_itself" in card.form.fields for card in cards] == [False, True, False]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "darts"),
        ("kind", "tables"),
        ("best_of", "2"),
        ("hands", "10"),
        ("name", "x" * 61),
        ("meetings", "3"),
    ],
)
def test_invalid_values_are_refused_at_their_fields(field, value):
    wrong = form(typed_draft(CHAIN[0], **{field: value}), draft_of(CHAIN[1]))
    assert not wrong.is_flow_valid
    assert field in wrong.cards[0].form.errors or field == "meetings"
    assert wrong.cards[0].has_problems
    assert not wrong.cards[1].has_problems


def test_time_limit_is_chosen_for_each_stage():
    timed = typed_draft(StageSettings("swiss", 1, 11), time_up="clock", least_hands="7")
    assert (form(timed).stages[0].time_up, form(timed).stages[0].least_hands) == ("clock", 7)
    usual = form(draft_of(CHAIN[0])).stages[0]
    assert (usual.time_up, usual.least_hands) == ("off", 5)
    for name, value in (("least_hands", "12"), ("least_hands", "x"), ("time_up", "never")):
        assert set(
            form(replace(timed, typed_values={**timed.typed_values, name: value})).cards[0].form.errors
        ) == {name}
    longer = form(typed_draft(StageSettings("swiss", 1, 5), time_up="bell", least_hands="7"))
    assert set(longer.cards[0].form.errors) == {"least_hands"}


def test_rounds_are_limited():
    assert form(typed_draft(StageSettings("swiss", 1, 11), rounds="30")).stages[0].rounds == 30
    assert "rounds" in form(typed_draft(StageSettings("swiss", 1, 11), rounds="31")).cards[0].form.errors


@pytest.mark.parametrize(
    ("field", "value"),
    [("first_rank", "0"), ("last_rank", "257"), ("last_rank", ""), ("source", "9"), ("best", "0")],
)
def test_invalid_feed_values_are_refused_at_their_fields(field, value):
    draft = draft_of(CHAIN[1])
    feeds = ({**draft.feeds[0], field: value},)
    card = form(draft_of(CHAIN[0]), replace(draft, feeds=feeds)).cards[1]
    assert set(card.feeds[0].errors) == {field}


def test_last_place_before_the_first_is_refused():
    draft = replace(draft_of(CHAIN[1]), feeds=({"source": 1, "first_rank": 3, "last_rank": 2, "best": ""},))
    assert set(form(draft_of(CHAIN[0]), draft).cards[1].feeds[0].errors) == {"last_rank"}


def test_problems_are_shown_at_their_stages():
    lonely = replace(draft_of(CHAIN[1]), feeds=())
    card = form(draft_of(CHAIN[0]), lonely).cards[1]
    assert len(card.feed_errors) == 1
    later = replace(draft_of(CHAIN[1]), feeds=({"source": 3, "first_rank": 1, "last_rank": 2, "best": ""},))
    chain = form(draft_of(CHAIN[0]), later, draft_of(CHAIN[1]))
    assert len(chain.cards[1].feeds[0].non_field_errors()) == 1
    assert not chain.is_flow_valid
    unknown = form(replace(draft_of(CHAIN[0]), tie_breaks=("darts",)))
    assert len(unknown.cards[0].order_errors) == 1


def test_unchecked_form_shows_no_errors():
    wrong = form(typed_draft(CHAIN[0], hands="10"), checked=False)
    assert not wrong.cards[0].has_problems
    assert wrong.cards[0].form["hands"].value() == "10"


def test_only_the_name_of_a_drawn_stage_can_change():
    cards = form(drawn={1}).cards
    assert (cards[0].drawn, cards[1].drawn) == (True, False)
    assert [name for name, field in cards[0].form.fields.items() if not field.disabled] == ["name"]
    assert not any(field.disabled for field in cards[1].form.fields.values())


def test_every_tie_break_is_used_or_can_be_added():
    card = form().cards[0]
    ids = [step.id for step in (*card.steps, *card.unused_steps, card.lot)]
    assert sorted(ids) == sorted(set(STEPS) - {"penalties_a_hand"})
    assert card.lot.id == "lot"
    assert all(step.name and step.description for step in card.unused_steps)


def test_pairs_and_singles_have_their_own_formats():
    assert [value for value, _name in formats_of("singles")] == ["tables", "fours"]
    assert "tables" not in [value for value, _name in formats_of("pairs")]


OKEY = game_of("okey-countdown")
OPEN = groups_then_knockout(Length(1, 9), Length(3, None), tie_breaks=usual_tie_breaks("groups", OKEY))


def open_form(*drafts: StageDraft) -> StagesForm:
    return form(*(drafts or (draft_of(stage) for stage in OPEN)), game=OKEY)


def test_limit_is_chosen_and_no_time_where_points_end_a_match():
    shown = open_form()
    assert shown.is_flow_valid
    assert shown.stages == OPEN
    assert not {"time_up", "least_hands"} & set(shown.cards[0].form.fields)
    assert "hands" in form(typed_draft(OPEN[0], hands="100"), game=OKEY).cards[0].form.errors


def test_time_limit_is_ignored_where_points_end_a_match():
    timed = open_form(typed_draft(OPEN[0], time_up="bell"))
    assert timed.stages[0].time_up == "off"


def test_only_tie_breaks_that_the_game_counts_can_be_added():
    offered = {step.id for step in open_form(replace(draft_of(OPEN[0]), tie_breaks=())).cards[0].unused_steps}
    assert "most_finishes" in offered
    assert not {"fewest_infractions", "fewest_unopened"} & offered
    assert {"fewest_infractions", "fewest_unopened"} <= {
        step.id for step in form(replace(draft_of(CHAIN[0]), tie_breaks=())).cards[0].unused_steps
    }
