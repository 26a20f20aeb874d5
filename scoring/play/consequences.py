from __future__ import annotations

from typing import Any

from scoring.ledger import standings_requests
from scoring.ledger.hand_versions import Draft
from scoring.ledger.played_matches import EncounterPlay, HandPlay
from scoring.models import Entry
from scoring.play import result_decisions
from tournaments.log import audit_log
from tournaments.models import Encounter


def apply_consequences(
    action: str,
    draft: Draft,
    encounter: Encounter,
    play: EncounterPlay,
    entry: Entry,
    *,
    before: HandPlay | None,
    after: HandPlay | None,
    keep_later_play: bool,
) -> None:
    """Decide dependents of a new version, log it and notify pages.

    `before` is None for a first version, `after` for a withdrawal. Raises LaterPlayAffected.
    """
    stage = encounter.stage
    if encounter.group_id is None:
        standings_requests.count_stage_write(stage)
    decided = result_decisions.update_dependent_results(
        encounter=encounter, play=play, keep_later_play=keep_later_play, by=draft.by, at=draft.at
    )
    details: dict[str, Any] = {"entry": entry.public_id, "match": draft.match, "deal": draft.deal}
    if after is not None:
        details |= _log_details(after)
    if draft.reason:
        details["reason"] = draft.reason
    if before is not None:
        details["later_play_stands"] = keep_later_play
    audit_log.write(
        action,
        by=draft.by,
        at=draft.at,
        tournament=stage.tournament,
        subject=encounter.public_id,
        before=_log_details(before) if before else None,
        after=details,
        hands_of=None if decided or not _is_ordinary_hand(play, before, after) else encounter,
    )
    if encounter.group_id is not None:
        standings_requests.count_group_write(stage, encounter.group_id)


def _is_ordinary_hand(play: EncounterPlay, before: HandPlay | None, after: HandPlay | None) -> bool:
    return before is None and after is not None and sum(len(match.hands) for match in play.matches) > 1


def _log_details(hand: HandPlay) -> dict[str, Any]:
    return {"version": hand.version, "void": hand.void, "totals": hand.totals}
