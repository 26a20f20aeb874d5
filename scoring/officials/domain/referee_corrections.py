from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from rules.hands import Report
from scoring.enums import CallState
from scoring.models import Call
from scoring.models.reasons import CORRECTED_BY_REFEREE, protest_reason
from scoring.officials.domain.amendments import LONGEST_REASON, ReasonTooLong
from scoring.play import calls, corrections
from scoring.play.recording import RecordedEntry
from scoring.play.ruling_authority import require_referee
from tournaments.models import Encounter
from tournaments.schedule.change import Change


def correct_as_referee(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    version: int,
    report: Report,
    reason: str,
    entry_key: str,
    change: Change,
    reason_codes: Sequence[str] = (),
    call: Call | None = None,
) -> RecordedEntry:
    """Store a version over `version`, without time limit; repeating the key returns the first result.

    Answers `call` unless it is answered; a protest needs no further reason. Raises MayNotRule, ReasonTooLong
    and what `correct_hand` raises.
    """
    require_referee(change.by, encounter.stage.tournament)
    if len(reason.strip()) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    with transaction.atomic():
        locked_call = calls.lock_call(call) if call is not None else None
        recorded = corrections.correct_hand(
            encounter=encounter,
            match=match,
            deal=deal,
            version=version,
            report=report,
            reason=reason,
            reason_codes=[*protest_codes(call), *reason_codes],
            entry_key=entry_key,
            change=change,
        )
        if locked_call is not None and locked_call.state != CallState.CLOSED:
            calls.close_call(
                call=locked_call,
                answer=reason,
                answer_codes=[CORRECTED_BY_REFEREE, *reason_codes],
                by=change.by,
                at=change.at,
                ruling=recorded.entry,
            )
    return recorded


def protest_codes(call: Call | None) -> list[str]:
    return [protest_reason(call.side)] if call is not None and call.protest else []
