from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.hands import Report
from scoring.enums import CallState
from scoring.ledger.idempotency import RecordedEntry
from scoring.models import Call
from scoring.models.reasons import CORRECTED_BY_REFEREE, join_reason, protest_reason
from scoring.officials.domain.amendments import LONGEST_REASON, ReasonTooLong
from scoring.play import calls, corrections
from scoring.play.ruling_authority import require_referee
from tournaments.log.actor import Actor
from tournaments.models import Encounter


def correct_as_referee(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    version: int,
    report: Report,
    reason: str,
    entry_key: str,
    by: Actor,
    at: datetime,
    keep_later_play: bool = False,
    call: Call | None = None,
) -> RecordedEntry:
    """Store a version over `version`, without time limit; repeating the key returns the first result.

    Answers `call` unless it is answered; a protest needs no further reason. Raises MayNotRule, ReasonTooLong
    and what `correct_hand` raises.
    """
    require_referee(by, encounter.stage.tournament)
    full_reason = join_reason(protest_reason_for(call), reason.strip())
    if len(full_reason) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    with transaction.atomic():
        locked_call = calls.lock_call(call) if call is not None else None
        recorded = corrections.correct_hand(
            encounter=encounter,
            match=match,
            deal=deal,
            version=version,
            report=report,
            reason=full_reason,
            entry_key=entry_key,
            by=by,
            at=at,
            keep_later_play=keep_later_play,
        )
        if locked_call is not None and locked_call.state != CallState.CLOSED:
            answer = join_reason(CORRECTED_BY_REFEREE, reason.strip())
            calls.close_call(call=locked_call, answer=answer, by=by, at=at, ruling=recorded.entry)
    return recorded


def protest_reason_for(call: Call | None) -> str:
    return protest_reason(call.side) if call is not None and call.protest else ""
