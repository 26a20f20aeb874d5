"""What becomes of a chain when singles enter instead of pairs, or pairs instead of singles; and the way back.

A format for the others becomes its counterpart. What stood there before goes with the stage, as a text in its
part of the form, and comes back with whom it was for.
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
from tournaments.stages.stage_names import format_name, length_words
from tournaments.stages.stage_settings import USUAL_GAME, StageSettings, usual_order

from .match_lengths import read_hands
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
class Switched:
    """A stage that has another format than the one that is stored, for who enters has changed."""

    number: int
    name: str
    was: str
    now: str


def suited(drafts: Drafts, entering: str, game: Game[Any, Any] = USUAL_GAME) -> Drafts:
    """The chain in formats for those who enter: what stood before where that is known, else a counterpart."""
    found: list[StageDraft] = []
    for draft in drafts:
        suits = _is_for(draft.kind, entering)
        found.append(draft if suits else _switched(draft, found, entering, game))
    return tuple(found)


def remembering(drafts: Drafts, before: Sequence[StageSettings]) -> Drafts:
    """The chain, each stage with what stood there before who enters was changed and saved."""
    known = [_written(draft_of(stage)) for stage in before]
    return tuple(
        replace(draft, before=known[place]) if place < len(known) else draft
        for place, draft in enumerate(drafts)
    )


def told(drafts: Drafts, entering: str, game: Game[Any, Any] = USUAL_GAME) -> list[Switched]:
    """What a change of who enters makes of each stage, in words."""
    changes = []
    for number, draft in enumerate(drafts, start=1):
        was = _read(draft.before)
        if was and not _is_for(was.kind, entering):
            name = str(draft.typed["name"])
            changes.append(Switched(number, name, _words(was, game), _words(draft, game)))
    return changes


def _is_for(kind: str, entering: str) -> bool:
    """Whether a format is for those who enter; one that nobody knows is refused elsewhere."""
    return kind not in COUNTERPARTS or kind in dict(formats_of(entering))


def _switched(
    draft: StageDraft, earlier: Sequence[StageDraft], entering: str, game: Game[Any, Any]
) -> StageDraft:
    kept = _read(draft.before)
    if kept is None or not _is_for(kept.kind, entering):
        kept = _counterpart(draft, earlier, game)
    return replace(kept, before=_written(draft))


def _counterpart(draft: StageDraft, earlier: Sequence[StageDraft], game: Game[Any, Any]) -> StageDraft:
    """Another format of the same name and number of hands; it has the tie-breaks that it usually has."""
    kind = COUNTERPARTS[StageKind(draft.kind)]
    usual = draft_of(StageSettings(kind.value, 1, 11)).typed
    typed: Typed = {**usual, "name": draft.typed["name"], "hands": draft.typed["hands"]}
    feeds = tuple(_feed(feed, earlier) for feed in draft.feeds)
    return StageDraft(typed, feeds, usual_order(kind, game)[:-1])


def _feed(feed: Typed, earlier: Sequence[StageDraft]) -> Typed:
    """Who goes on: of groups that are none any more, as many as a stage of rounds sends to tables of four."""
    source = str(feed["source"])
    place = int(source) - 1 if source.isascii() and source.isdecimal() and len(source) == 1 else len(earlier)
    was = _read(earlier[place].before) if 0 <= place < len(earlier) else None
    from_groups = was is not None and was.kind == StageKind.GROUPS
    if not from_groups or str(feed["first_rank"]) != "1":
        return feed
    return {**feed, "last_rank": USUAL_FIELD, "best": ""}


def _words(draft: StageDraft, game: Game[Any, Any]) -> str:
    """A stage in words: its format and the length of its encounters."""
    with suppress(ValueError):
        best_of, hands = int(draft.typed["best_of"]), read_hands(draft.typed["hands"])
        return f"{format_name(draft.kind)} · {length_words(best_of, hands, game)}"
    return format_name(draft.kind)


def _written(draft: StageDraft) -> str:
    return json.dumps([draft.typed, list(draft.feeds), list(draft.tie_breaks)], ensure_ascii=False)


def _read(text: str) -> StageDraft | None:
    """What `_written` wrote; nothing where a text can't be that."""
    if not text or len(text) > LONGEST_TEXT:
        return None
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        typed, feeds, steps = json.loads(text)
        known = {name: _plain(typed[name]) for name in (*FIELDS, *SWITCHES)}
        if known["kind"] in COUNTERPARTS:
            return StageDraft(
                known,
                tuple({name: _plain(feed[name]) for name in FEED_FIELDS} for feed in feeds),
                tuple(step for step in map(str, steps) if step != LOT),
            )
    return None


def _plain(value: object) -> object:
    """A figure, a text, a yes or no, or nothing, as a field has it."""
    return value if value is None or isinstance(value, bool | int) else str(value)
