"""What every write to the ledger shares: once for each key, then what it decides, the log, the counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from scoring.domain import decisions, feed, refusals
from scoring.domain.play import EncounterPlay, HandPlay
from scoring.domain.versions import Draft
from scoring.enums import EntryKind
from scoring.models import Entry
from tournaments.domain import counter, log
from tournaments.domain.refusals import Refused
from tournaments.models import Encounter


@dataclass(frozen=True)
class Recorded:
    """What is in the ledger now; `repeated` says that this very request had stored it before."""

    entry: Entry
    repeated: bool = False


def once(draft: Draft, write: Callable[[], Entry]) -> Recorded:
    """Run a write; if it is refused because it was done before, answer with what it stored then."""
    try:
        with transaction.atomic():
            return Recorded(write())
    except (Refused, IntegrityError):
        earlier = Entry.objects.select_related("hand__match").filter(entry_key=draft.entry_key).first()
        if earlier is None:
            raise
    if _wanted(draft, earlier):
        return Recorded(earlier, repeated=True)
    raise refusals.EntryKeyReused


def _wanted(draft: Draft, earlier: Entry) -> bool:
    """Whether an entry is what a draft would have written: the same hand, withdrawn or told as here."""
    hand, withdrawn = earlier.hand, earlier.kind == EntryKind.WITHDRAWAL
    if (hand.match.encounter_id, hand.match.number, hand.deal) != (
        draft.encounter.pk,
        draft.match,
        draft.deal,
    ):
        return False
    return withdrawn if draft.withdraws else not withdrawn and earlier.report == draft.report.to_json()


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
    feed.advance_ledger(stage)
    decisions.settle(encounter=encounter, play=play, let_stand=let_stand, by=draft.by, at=draft.at)
    told: dict[str, Any] = {"entry": entry.public_id, "match": draft.match, "deal": draft.deal}
    if after is not None:
        told |= _logged(after)
    if draft.reason:
        told["reason"] = draft.reason
    if before is not None:
        told["later_play_stands"] = let_stand
    log.write(
        action,
        by=draft.by,
        at=draft.at,
        tournament=stage.tournament,
        subject=encounter.public_id,
        before=_logged(before) if before else None,
        after=told,
    )
    counter.touch(stage.tournament)


def _logged(hand: HandPlay) -> dict[str, Any]:
    return {"version": hand.version, "void": hand.void, "totals": hand.totals}
