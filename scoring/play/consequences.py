"""What follows from a version that was written: what it decides, the log, the counter."""

from __future__ import annotations

from typing import Any

from scoring.ledger import standings_requests
from scoring.ledger.hand_versions import Draft
from scoring.ledger.played_matches import EncounterPlay, HandPlay
from scoring.models import Entry
from scoring.play import decisions
from tournaments.log import audit_log
from tournaments.models import Encounter


def follow_up(
    action: str,
    draft: Draft,
    encounter: Encounter,
    play: EncounterPlay,
    entry: Entry,
    *,
    before: HandPlay | None,
    after: HandPlay | None,
    let_stand: bool,
) -> None:
    """Decide what rests on a version that was just written, log it, and tell every page.

    `play` holds the hand as it is now; None is no hand, before its first version or once it was taken back.
    Raises LaterPlayRestsOnIt.
    """
    stage = encounter.stage
    if encounter.group_id is None:
        standings_requests.advance_ledger(stage)
    decided = decisions.settle(encounter=encounter, play=play, let_stand=let_stand, by=draft.by, at=draft.at)
    told: dict[str, Any] = {"entry": entry.public_id, "match": draft.match, "deal": draft.deal}
    if after is not None:
        told |= _logged(after)
    if draft.reason:
        told["reason"] = draft.reason
    if before is not None:
        told["later_play_stands"] = let_stand
    audit_log.write(
        action,
        by=draft.by,
        at=draft.at,
        tournament=stage.tournament,
        subject=encounter.public_id,
        before=_logged(before) if before else None,
        after=told,
        hands_of=None if decided or not _goes_on(play, before, after) else encounter,
    )
    if encounter.group_id is not None:
        standings_requests.advance_group(stage, encounter.group_id)


def _goes_on(play: EncounterPlay, before: HandPlay | None, after: HandPlay | None) -> bool:
    """Whether one more hand was played in an encounter that had begun."""
    return before is None and after is not None and sum(len(match.hands) for match in play.matches) > 1


def _logged(hand: HandPlay) -> dict[str, Any]:
    return {"version": hand.version, "void": hand.void, "totals": hand.totals}
