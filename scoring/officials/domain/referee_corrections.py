from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.hands import Report
from scoring.enums import CallState
from scoring.ledger.idempotency import Recorded
from scoring.models import Call
from scoring.models.reasons import CORRECTED, join_reason, protest_reason
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
    let_stand: bool = False,
    call: Call | None = None,
) -> Recorded:
    """Record a new version over `version` of a deal, without a time limit.

    `call` is answered with it unless it was answered meanwhile; a protest needs no further reason. The same
    key again returns the first result. Raises MayNotRule, ReasonTooLong and what `correct_hand` raises; then
    nothing is stored.
    """
    require_referee(by, encounter.stage.tournament)
    full_reason = join_reason(named_in(call), reason.strip())
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
            let_stand=let_stand,
        )
        if locked_call is not None and locked_call.state != CallState.CLOSED:
            answer = join_reason(CORRECTED, reason.strip())
            calls.close_call(call=locked_call, answer=answer, by=by, at=at, ruling=recorded.entry)
    return recorded


def named_in(call: Call | None) -> str:
    """Return the reason that names a protest."""
    return protest_reason(call.side) if call is not None and call.protest else ""
