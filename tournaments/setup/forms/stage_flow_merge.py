"""Merge two edits of a stage flow that started from the same page."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.stages.stage_settings import serialize_stages, stage_from_log

from .stage_flow_draft import Drafts, StageDraft, TypedValues, draft_of


@dataclass(frozen=True)
class Flow:
    kind: str
    drafts: Drafts


def flow_of(settings: TournamentSettings) -> Flow:
    return Flow(settings.kind, tuple(draft_of(stage) for stage in settings.stages))


def serialize_flow(settings: TournamentSettings) -> str:
    return json.dumps({"kind": settings.kind, "stages": serialize_stages(settings.stages)})


def parse_flow(text: str) -> Flow | None:
    """Return None if malformed."""
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        flow = json.loads(text)
        stages = [stage_from_log(stage) for stage in json.loads(flow["stages"])]
        return Flow(str(flow["kind"]), tuple(draft_of(stage) for stage in stages))
    return None


def merge_flows(opened: Flow, preferred: Flow, other: Flow) -> Flow:
    """Take each value from the side that changed it, from `preferred` if both did.

    Return `other` itself if `preferred` changed nothing, and `preferred` unmerged if kind of entrants, number
    or order of stages differ.
    """
    plain = [_plain_flow(flow) for flow in (opened, preferred, other)]
    if plain[1] == plain[0]:
        return other
    if len({opened.kind, preferred.kind, other.kind}) > 1 or not _same_order(*plain):
        return preferred
    stages = zip(opened.drafts, preferred.drafts, other.drafts, strict=True)
    return Flow(preferred.kind, tuple(_merge_stages(*drafts) for drafts in stages))


def flows_clash(opened: Flow, mine: Flow, theirs: Flow) -> bool:
    merged = [merge_flows(opened, mine, theirs), merge_flows(opened, theirs, mine)]
    return _plain_flow(merged[0]) != _plain_flow(merged[1])


def _merge_stages(opened: StageDraft, preferred: StageDraft, other: StageDraft) -> StageDraft:
    """Merge two edits of `opened` field by field; `preferred` wins where both changed.

    If they differ in kind, take one whole stage: `preferred` unless unchanged.
    """
    if len({opened.kind, preferred.kind, other.kind}) > 1:
        return other if _plain_stage(preferred) == _plain_stage(opened) else preferred
    typed: TypedValues = {
        name: _pick(value, preferred.typed_values[name], other.typed_values[name])
        for name, value in opened.typed_values.items()
    }
    return replace(
        preferred,
        typed_values=typed,
        feeds=_pick(opened.feeds, preferred.feeds, other.feeds),
        tie_breaks=_pick(opened.tie_breaks, preferred.tie_breaks, other.tie_breaks),
    )


def _pick(opened: Any, preferred: Any, other: Any) -> Any:
    return other if _plain(preferred) == _plain(opened) else preferred


def _same_order(opened: list[Any], preferred: list[Any], other: list[Any]) -> bool:
    """Whether nobody added, removed or moved a stage; a moved one is another's former neighbour."""
    if not len(opened) == len(preferred) == len(other):
        return False
    return not any(
        stage != opened[place] and stage in opened
        for stages in (preferred, other)
        for place, stage in enumerate(stages)
    )


def _plain_flow(flow: Flow) -> list[Any]:
    return [flow.kind, *map(_plain_stage, flow.drafts)]


def _plain_stage(draft: StageDraft) -> list[Any]:
    return [_plain(value) for value in (draft.typed_values, draft.feeds, draft.tie_breaks)]


def _plain(value: Any) -> Any:
    """Typed text equals the stored number."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return value
    return "" if value is None else str(value).strip()
