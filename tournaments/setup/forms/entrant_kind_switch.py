"""The form carries the previous stage as text, to restore it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from rules.games.game import Game
from tournaments.enums import StageKind
from tournaments.stages.ready_plans import USUAL_FIELD
from tournaments.stages.stage_names import describe_length, format_name
from tournaments.stages.stage_settings import USUAL_GAME, StageSettings, usual_tie_breaks

from .match_lengths import hands_from_form
from .stage_fields import formats_of
from .stage_flow_draft import (
    CHECKBOX_NAMES,
    FEED_FIELDS,
    FIELDS,
    LOT,
    Drafts,
    StageDraft,
    TypedValues,
    draft_of,
)

COUNTERPARTS = {
    StageKind.GROUPS: StageKind.FOURS,
    StageKind.SWISS: StageKind.FOURS,
    StageKind.KNOCKOUT: StageKind.TABLES,
    StageKind.DOUBLE: StageKind.TABLES,
    StageKind.TABLES: StageKind.KNOCKOUT,
    StageKind.FOURS: StageKind.SWISS,
}
LONGEST_TEXT = 4000


@dataclass(frozen=True)
class SwitchedStage:
    number: int
    name: str
    old_format: str
    new_format: str


def convert_to_kind(drafts: Drafts, kind: str, game: Game[Any, Any] = USUAL_GAME) -> Drafts:
    """Restore previous stages, else use counterparts."""
    converted: list[StageDraft] = []
    for draft in drafts:
        fits = _fits_kind(draft.kind, kind)
        converted.append(draft if fits else _convert_draft(draft, converted, kind, game))
    return tuple(converted)


def with_previous_stages(drafts: Drafts, before: Sequence[StageSettings]) -> Drafts:
    """Attach those from before the last saved switch."""
    known = [_serialize(draft_of(stage)) for stage in before]
    return tuple(
        replace(draft, previous_stage=known[index]) if index < len(known) else draft
        for index, draft in enumerate(drafts)
    )


def describe_switch(drafts: Drafts, kind: str, game: Game[Any, Any] = USUAL_GAME) -> list[SwitchedStage]:
    """Return stages that the switch to `kind` converted, numbered from 1.

    `drafts` come from `convert_to_kind`. Call it only if the kind changes: else it lists an earlier
    switch.
    """
    changes = []
    for number, draft in enumerate(drafts, start=1):
        previous = _deserialize(draft.previous_stage)
        if previous and not _fits_kind(previous.kind, kind):
            name = str(draft.typed_values["name"])
            changes.append(
                SwitchedStage(number, name, _describe_draft(previous, game), _describe_draft(draft, game))
            )
    return changes


def _fits_kind(kind: str, entrant_kind: str) -> bool:
    return kind not in COUNTERPARTS or kind in dict(formats_of(entrant_kind))


def _convert_draft(
    draft: StageDraft, earlier: Sequence[StageDraft], kind: str, game: Game[Any, Any]
) -> StageDraft:
    previous = _deserialize(draft.previous_stage)
    if previous is None or not _fits_kind(previous.kind, kind):
        previous = _counterpart(draft, earlier, game)
    return replace(previous, previous_stage=_serialize(draft))


def _counterpart(draft: StageDraft, earlier: Sequence[StageDraft], game: Game[Any, Any]) -> StageDraft:
    kind = COUNTERPARTS[StageKind(draft.kind)]
    usual = draft_of(StageSettings(kind.value, 1, 11)).typed_values
    typed: TypedValues = {**usual, "name": draft.typed_values["name"], "hands": draft.typed_values["hands"]}
    feeds = tuple(_convert_feed(feed, earlier) for feed in draft.feeds)
    return StageDraft(typed, feeds, usual_tie_breaks(kind, game)[:-1])


def _convert_feed(feed: TypedValues, earlier: Sequence[StageDraft]) -> TypedValues:
    """Groups that become Swiss rounds send on as many as usual."""
    source = str(feed["source"])
    index = int(source) - 1 if source.isascii() and source.isdecimal() and len(source) == 1 else len(earlier)
    previous = _deserialize(earlier[index].previous_stage) if 0 <= index < len(earlier) else None
    from_groups = previous is not None and previous.kind == StageKind.GROUPS
    if not from_groups or str(feed["first_rank"]) != "1":
        return feed
    return {**feed, "last_rank": USUAL_FIELD, "best": ""}


def _describe_draft(draft: StageDraft, game: Game[Any, Any]) -> str:
    with suppress(ValueError):
        best_of, hands = int(draft.typed_values["best_of"]), hands_from_form(draft.typed_values["hands"])
        return f"{format_name(draft.kind)} · {describe_length(best_of, hands, game)}"
    return format_name(draft.kind)


def _serialize(draft: StageDraft) -> str:
    return json.dumps([draft.typed_values, list(draft.feeds), list(draft.tie_breaks)], ensure_ascii=False)


def _deserialize(text: str) -> StageDraft | None:
    """Return a draft, less the step LOT; None if empty, too long, malformed or without counterpart."""
    if not text or len(text) > LONGEST_TEXT:
        return None
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        typed, feeds, steps = json.loads(text)
        known = {name: _field_value(typed[name]) for name in (*FIELDS, *CHECKBOX_NAMES)}
        if known["kind"] in COUNTERPARTS:
            return StageDraft(
                known,
                tuple({name: _field_value(feed[name]) for name in FEED_FIELDS} for feed in feeds),
                tuple(step for step in map(str, steps) if step != LOT),
            )
    return None


def _field_value(value: object) -> object:
    return value if value is None or isinstance(value, bool | int) else str(value)
