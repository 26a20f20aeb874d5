from __future__ import annotations

from dataclasses import replace

import pytest

from tests.factories import LEAGUE
from tournaments.enums import StageKind
from tournaments.setup.forms.stage_flow_draft import draft_of
from tournaments.setup.forms.stage_flow_merge import Flow, flows_clash, merge_flows
from tournaments.stages.stage_settings import FeedSettings, StageSettings

GROUPS = LEAGUE[0]
MAIN = StageSettings(StageKind.KNOCKOUT.value, 3, 11, (FeedSettings(1, 1, 2),), name="Ana")
SIDE = replace(MAIN, feeds=(FeedSettings(1, 3, 4),), name="Teselli")
STAGES = (GROUPS, MAIN, SIDE)


def flow(*stages: StageSettings, kind: str = "pairs") -> Flow:
    return Flow(kind, tuple(draft_of(stage) for stage in stages))


def typed(stages: Flow) -> Flow:
    """Return it as a browser sends it: numbers are text, and nothing is an empty one."""
    as_text = [
        replace(
            draft,
            typed_values={
                name: value if isinstance(value, bool) else str(value)
                for name, value in draft.typed_values.items()
            },
            feeds=tuple(
                {name: "" if value is None else str(value) for name, value in feed.items()}
                for feed in draft.feeds
            ),
        )
        for draft in stages.drafts
    ]
    return replace(stages, drafts=tuple(as_text))


def test_unchanged_flow_takes_what_is_stored():
    opened, mine, theirs = flow(*STAGES), typed(flow(*STAGES)), flow(MAIN, kind="singles")
    assert merge_flows(opened, mine, theirs) is theirs
    assert not flows_clash(opened, mine, theirs)


@pytest.mark.parametrize("theirs", [STAGES, (GROUPS, replace(MAIN, best_of=5), SIDE)])
def test_changes_are_kept_if_nothing_else_was_stored(theirs):
    mine = typed(flow(GROUPS, replace(MAIN, best_of=5), SIDE))
    assert typed(merge_flows(flow(*STAGES), mine, flow(*theirs))) == mine
    assert not flows_clash(flow(*STAGES), mine, flow(*theirs))


def test_fields_feeds_and_tie_breaks_of_a_stage_are_merged():
    mine = typed(flow(GROUPS, replace(MAIN, best_of=5, feeds=(FeedSettings(1, 1, 1),)), SIDE))
    theirs = flow(replace(GROUPS, name="Ön tur"), replace(MAIN, hands=7, tie_breaks=("lot",)), SIDE)
    both = replace(MAIN, best_of=5, feeds=(FeedSettings(1, 1, 1),), hands=7, tie_breaks=("lot",))
    merged = merge_flows(flow(*STAGES), mine, theirs)
    assert typed(merged) == typed(flow(replace(GROUPS, name="Ön tur"), both, SIDE))
    assert not flows_clash(flow(*STAGES), mine, theirs)


def test_typed_value_is_preferred_in_a_clash_and_other_fields_are_merged():
    mine = typed(flow(GROUPS, replace(MAIN, best_of=5), SIDE))
    theirs = flow(GROUPS, replace(MAIN, best_of=1, hands=7), SIDE)
    assert flows_clash(flow(*STAGES), mine, theirs)
    merged = merge_flows(flow(*STAGES), mine, theirs)
    assert typed(merged) == typed(flow(GROUPS, replace(MAIN, best_of=5, hands=7), SIDE))


@pytest.mark.parametrize(
    "theirs",
    [
        flow(GROUPS, MAIN),
        flow(GROUPS, SIDE, MAIN),
        flow(GROUPS, replace(MAIN, kind=StageKind.DOUBLE.value), SIDE),
        flow(*STAGES[:2], replace(SIDE, best_of=5), kind="singles"),
    ],
    ids=["removed", "moved", "other format", "other kind of entrants"],
)
def test_other_order_or_kind_clashes_and_is_not_merged(theirs):
    mine = typed(flow(GROUPS, replace(MAIN, best_of=5), SIDE))
    assert flows_clash(flow(*STAGES), mine, theirs)
    assert typed(merge_flows(flow(*STAGES), mine, theirs)) == mine
