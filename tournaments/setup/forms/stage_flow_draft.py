from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from rules.games.game import Game
from rules.standings.steps import STEPS
from tournaments.enums import SINGLES_KINDS, StageKind
from tournaments.small_inputs import parse_small_number
from tournaments.stages.ready_plans import USUAL_FIELD
from tournaments.stages.stage_settings import MOST_STAGES, USUAL_GAME, Length, StageSettings, usual_tie_breaks

from .match_lengths import hands_to_form

LOT = "lot"
FIELDS = ("kind", "name", "best_of", "hands", "meetings", "rounds", "time_up", "least_hands")
CHECKBOX_NAMES = ("third_place", "reset_final", "draws_itself")
FEED_FIELDS = ("source", "first_rank", "last_rank", "best")
MOST_FEEDS = 8
DEFAULT_QUALIFIERS = 2

TypedValues = dict[str, Any]
"""Field values by name: text, or whether a box is ticked."""


@dataclass(frozen=True)
class StageDraft:
    """`tie_breaks` omit the final lot; `previous_stage` precedes a switch of kinds."""

    typed_values: TypedValues
    feeds: tuple[TypedValues, ...] = ()
    tie_breaks: tuple[str, ...] = field(default=())
    previous_stage: str = ""

    @property
    def kind(self) -> str:
        return str(self.typed_values["kind"])


Drafts = tuple[StageDraft, ...]


def draft_of(stage: StageSettings) -> StageDraft:
    return StageDraft(
        {name: getattr(stage, name) for name in (*FIELDS, *CHECKBOX_NAMES)}
        | {"hands": hands_to_form(stage.hands)},
        tuple({name: getattr(feed, name) for name in FEED_FIELDS} for feed in stage.feeds),
        tuple(step for step in stage.tie_breaks if step != LOT),
    )


def read_drafts(data: QueryDict, game: Game[Any, Any] = USUAL_GAME) -> Drafts:
    """Fields that the page didn't show get the game's defaults."""
    count = _read_count(data, "stages", MOST_STAGES)
    return tuple(_read_draft(data, f"s{number}", game) for number in range(1, count + 1))


def apply_action(
    drafts: Drafts, action: str, data: Mapping[str, Any], *, fixed: int, length: Length
) -> Drafts:
    """Return drafts after a button: add, remove or move a stage or tie-break, add or remove a feed.

    `action` is like `add`, `2.up`, `2.remove-feed.1`; an unknown or impossible one changes nothing.
    Stages up to `fixed` keep their places; an added stage gets `length`.
    """
    match action.split("."):
        case ["add"] if len(drafts) < MOST_STAGES:
            return (*drafts, _added_stage(drafts, length))
        case [stage, command] if command in ("remove", "up", "down"):
            return _move_stage(drafts, _stage_index(stage, drafts), command, fixed)
        case [stage, *command] if (index := _stage_index(stage, drafts)) is not None:
            draft = _change_draft(drafts, index, command, data)
            return (*drafts[:index], draft, *drafts[index + 1 :])
    return drafts


def _move_stage(drafts: Drafts, index: int | None, direction: str, fixed: int) -> Drafts:
    """Move up or down by one place, or remove; unchanged if fixed, unknown, or the only one to remove."""
    if index is None or index < fixed:
        return drafts
    if direction == "remove" and len(drafts) > 1:
        return _reorder_stages(drafts, [number for number in range(len(drafts)) if number != index])
    if direction == "up" and index > fixed:
        return _swap_stages(drafts, index - 1)
    if direction == "down" and index + 1 < len(drafts):
        return _swap_stages(drafts, index)
    return drafts


def _change_draft(drafts: Drafts, index: int, command: list[str], data: Mapping[str, Any]) -> StageDraft:
    """Add or remove a feed; add, remove or move a tie-break; else change nothing.

    `data` names the tie-break to add.
    """
    draft = drafts[index]
    match command:
        case ["feed"] if len(draft.feeds) < MOST_FEEDS:
            return replace(draft, feeds=(*draft.feeds, _next_feed(drafts[:index], drafts)))
        case ["remove-feed", number]:
            remaining = [feed for count, feed in enumerate(draft.feeds, start=1) if str(count) != number]
            return replace(draft, feeds=tuple(remaining))
        case ["tie", step, direction]:
            return replace(draft, tie_breaks=_move_step(draft.tie_breaks, step, direction))
        case ["add-tie-break"]:
            step = str(data.get(f"s{index + 1}-tie-add", ""))
            if step in STEPS and step not in (*draft.tie_breaks, LOT):
                return replace(draft, tie_breaks=(*draft.tie_breaks, step))
    return draft


def with_drawn_stages(drafts: Drafts, present: Sequence[StageSettings], drawn: Collection[int]) -> Drafts:
    """Return drafts with drawn stages as stored, except their typed names; `drawn` are positions from 1."""
    return tuple(
        replace(
            stored := draft_of(present[index]),
            typed_values={**stored.typed_values, "name": draft.typed_values.get("name", "")},
        )
        if index + 1 in drawn
        else draft
        for index, draft in enumerate(drafts)
    )


def _read_draft(data: QueryDict, prefix: str, game: Game[Any, Any]) -> StageDraft:
    """Read a posted stage; a field not posted gets the format's default.

    If the format changed, so do its default tie-breaks; chosen ones stay.
    """
    previous_kind = data.get(f"{prefix}-was", "")
    kind = data.get(f"{prefix}-kind", "")
    usual = draft_of(StageSettings(kind, 1, 11)).typed_values
    typed: TypedValues = {name: data.get(f"{prefix}-{name}", usual[name]) for name in FIELDS}
    typed["kind"] = kind
    for name in CHECKBOX_NAMES:
        was_shown = f"{prefix}-{name}-asked" in data
        typed[name] = f"{prefix}-{name}" in data if was_shown else usual[name]
    if kind in SINGLES_KINDS:
        typed["best_of"] = 1
    steps = tuple(dict.fromkeys(step for step in data.getlist(f"{prefix}-tie") if step != LOT))
    if kind != previous_kind and (*steps, LOT) in (usual_tie_breaks(previous_kind, game), (LOT,)):
        steps = usual_tie_breaks(kind, game)[:-1]
    feeds = range(1, _read_count(data, f"{prefix}-feeds", MOST_FEEDS) + 1)
    read_feeds = tuple(_read_feed(data, f"{prefix}f{number}") for number in feeds)
    return StageDraft(typed, read_feeds, steps, data.get(f"{prefix}-before", ""))


def _read_feed(data: QueryDict, prefix: str) -> TypedValues:
    return {name: data.get(f"{prefix}-{name}", "") for name in FEED_FIELDS}


def _read_count(data: QueryDict, name: str, most: int) -> int:
    return min(parse_small_number(data.get(name, "")) or 0, most)


def _stage_index(stage: str, drafts: Drafts) -> int | None:
    number = parse_small_number(stage.removeprefix("s"))
    return number - 1 if number and number <= len(drafts) else None


def _added_stage(drafts: Drafts, length: Length) -> StageDraft:
    """The best of the last stage advance to it."""
    singles = bool(drafts) and drafts[-1].kind in SINGLES_KINDS
    kind = StageKind.TABLES if singles else StageKind.KNOCKOUT
    stage = StageSettings(kind.value, 1 if singles else length.best_of, length.hands)
    return replace(draft_of(stage), feeds=(_next_feed(drafts, drafts),))


def _next_feed(earlier: Drafts, drafts: Drafts) -> TypedValues:
    """Return a feed from the last stage in `earlier`, of the usual number of ranks after those taken."""
    source = max(len(earlier), 1)
    taken = [
        parse_small_number(feed["last_rank"]) or 0
        for draft in drafts
        for feed in draft.feeds
        if str(feed["source"]) == str(source)
    ]
    first = max(taken, default=0) + 1
    usual = {StageKind.TABLES.value: 4, StageKind.FOURS.value: USUAL_FIELD}
    most = usual.get(earlier[-1].kind, DEFAULT_QUALIFIERS) if earlier else DEFAULT_QUALIFIERS
    return {"source": source, "first_rank": first, "last_rank": first + most - 1, "best": ""}


def _swap_stages(drafts: Drafts, place: int) -> Drafts:
    order = list(range(len(drafts)))
    order[place], order[place + 1] = order[place + 1], order[place]
    return _reorder_stages(drafts, order)


def _reorder_stages(drafts: Drafts, order: Sequence[int]) -> Drafts:
    """Return stages in `order` (old indexes); others are removed.

    Feeds follow their source or are dropped with it, but stay if it now comes later; the new first stage has
    none.
    """
    new_number = {str(old_index + 1): index + 1 for index, old_index in enumerate(order)}
    moved = []
    for index, old_index in enumerate(order):
        feeds = [
            {**feed, "source": new_number[str(feed["source"])]}
            for feed in drafts[old_index].feeds
            if str(feed["source"]) in new_number
        ]
        moved.append(replace(drafts[old_index], feeds=tuple(feeds) if index else ()))
    return tuple(moved)


def _move_step(steps: Sequence[str], step: str, direction: str) -> tuple[str, ...]:
    if step not in steps:
        return tuple(steps)
    place, rest = steps.index(step), [remaining_step for remaining_step in steps if remaining_step != step]
    if direction == "out":
        return tuple(rest)
    target = max(place - 1, 0) if direction == "up" else place + 1
    return (*rest[:target], step, *rest[target:])
