"""Corrections by a referee: a hand is told as it was, and whoever protested is answered with it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.hands import Report
from scoring.enums import CallState
from scoring.ledger.idempotency import Recorded
from scoring.models import Call
from scoring.models.reasons import CORRECTED, joined, on_protest_of
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
    """Put a new version over version `version` of a deal, as correct_hand does, whenever that is.

    `call` is answered with it, unless somebody has answered it meanwhile. A protest is named in the reason,
    which then needs nothing else. The same key again gives the first result. Raises MayNotRule,
    ReasonTooLong, and what correct_hand raises; then nothing was stored and nothing is answered.
    """
    require_referee(by, encounter.stage.tournament)
    whole = joined(named_in(call), reason.strip())
    if len(whole) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    with transaction.atomic():
        asked = calls.hold_call(call) if call is not None else None
        recorded = corrections.correct_hand(
            encounter=encounter,
            match=match,
            deal=deal,
            version=version,
            report=report,
            reason=whole,
            entry_key=entry_key,
            by=by,
            at=at,
            let_stand=let_stand,
        )
        if asked is not None and asked.state != CallState.CLOSED:
            answer = joined(CORRECTED, reason.strip())
            calls.close_call(call=asked, answer=answer, by=by, at=at, ruling=recorded.entry)
    return recorded


def named_in(call: Call | None) -> str:
    """What the reason of a correction names that answers a call: the protest, if it is one."""
    return on_protest_of(call.side) if call is not None and call.protest else ""
