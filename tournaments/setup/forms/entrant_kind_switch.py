"""Switch a stage flow between singles and pairs, and back.

The form carries the previous stage as text, to restore it.
"""

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
from tournaments.stages.stage_settings import USUAL_GAME, StageSettings, usual_order

from .match_lengths import hands_from_form
from .stage_fields import formats_of
from .stage_flow_draft import FEED_FIELDS, FIELDS, LOT, SWITCHES, Drafts, StageDraft, Typed, draft_of

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
    was: str
    now: str


def converted_to_kind(drafts: Drafts, kind: str, game: Game[Any, Any] = USUAL_GAME) -> Drafts:
    """Restore the previous stages where known, else use counterparts."""
    converted: list[StageDraft] = []
    for draft in drafts:
        fits = _fits_kind(draft.kind, kind)
        converted.append(draft if fits else _converted(draft, converted, kind, game))
    return tuple(converted)


def with_previous_stages(drafts: Drafts, before: Sequence[StageSettings]) -> Drafts:
    """Attach the stages from before the last saved switch of kinds."""
    known = [_serialize(draft_of(stage)) for stage in before]
    return tuple(
        replace(draft, before=known[index]) if index < len(known) else draft
        for index, draft in enumerate(drafts)
    )


def describe_switch(drafts: Drafts, kind: str, game: Game[Any, Any] = USUAL_GAME) -> list[SwitchedStage]:
    changes = []
    for number, draft in enumerate(drafts, start=1):
        previous = _deserialize(draft.before)
        if previous and not _fits_kind(previous.kind, kind):
            name = str(draft.typed["name"])
            changes.append(SwitchedStage(number, name, _describe(previous, game), _describe(draft, game)))
    return changes


def _fits_kind(kind: str, entrant_kind: str) -> bool:
    return kind not in COUNTERPARTS or kind in dict(formats_of(entrant_kind))


def _converted(
    draft: StageDraft, earlier: Sequence[StageDraft], kind: str, game: Game[Any, Any]
) -> StageDraft:
    previous = _deserialize(draft.before)
    if previous is None or not _fits_kind(previous.kind, kind):
        previous = _counterpart(draft, earlier, game)
    return replace(previous, before=_serialize(draft))


def _counterpart(draft: StageDraft, earlier: Sequence[StageDraft], game: Game[Any, Any]) -> StageDraft:
    """Retain the name and number of hands."""
    kind = COUNTERPARTS[StageKind(draft.kind)]
    usual = draft_of(StageSettings(kind.value, 1, 11)).typed
    typed: Typed = {**usual, "name": draft.typed["name"], "hands": draft.typed["hands"]}
    feeds = tuple(_feed(feed, earlier) for feed in draft.feeds)
    return StageDraft(typed, feeds, usual_order(kind, game)[:-1])


def _feed(feed: Typed, earlier: Sequence[StageDraft]) -> Typed:
    """Groups that become Swiss rounds send on as many as usual."""
    source = str(feed["source"])
    index = int(source) - 1 if source.isascii() and source.isdecimal() and len(source) == 1 else len(earlier)
    previous = _deserialize(earlier[index].before) if 0 <= index < len(earlier) else None
    from_groups = previous is not None and previous.kind == StageKind.GROUPS
    if not from_groups or str(feed["first_rank"]) != "1":
        return feed
    return {**feed, "last_rank": USUAL_FIELD, "best": ""}


def _describe(draft: StageDraft, game: Game[Any, Any]) -> str:
    with suppress(ValueError):
        best_of, hands = int(draft.typed["best_of"]), hands_from_form(draft.typed["hands"])
        return f"{format_name(draft.kind)} · {describe_length(best_of, hands, game)}"
    return format_name(draft.kind)


def _serialize(draft: StageDraft) -> str:
    return json.dumps([draft.typed, list(draft.feeds), list(draft.tie_breaks)], ensure_ascii=False)


def _deserialize(text: str) -> StageDraft | None:
    if not text or len(text) > LONGEST_TEXT:
        return None
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        typed, feeds, steps = json.loads(text)
        known = {name: _field_value(typed[name]) for name in (*FIELDS, *SWITCHES)}
        if known["kind"] in COUNTERPARTS:
            return StageDraft(
                known,
                tuple({name: _field_value(feed[name]) for name in FEED_FIELDS} for feed in feeds),
                tuple(step for step in map(str, steps) if step != LOT),
            )
    return None


def _field_value(value: object) -> object:
    return value if value is None or isinstance(value, bool | int) else str(value)
