"""Writing hands: the first version of a deal, and its corrections. Each exactly once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from rules.reports import HandReport
from scoring.domain import decisions, feed, refusals
from scoring.domain.locks import lock_encounter, lock_with_later
from scoring.domain.play import EncounterPlay, HandPlay, MatchPlay, played_hand, read_play
from scoring.domain.rulebooks import rules_of
from scoring.domain.versions import Draft, judge, write_version
from scoring.models import Entry, Hand, Match
from tournaments.domain import counter, log, progress
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter


@dataclass(frozen=True)
class Recorded:
    """What is in the ledger now; `repeated` says that this very request had stored it before."""

    entry: Entry
    repeated: bool = False


def record_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    report: HandReport,
    entry_key: str,
    by: Actor,
    at: datetime,
    entered_at: datetime | None = None,
) -> Recorded:
    """Store a deal of a match (both counted from 1) and decide what follows from it.

    The same key with the same content gives the first result again. Raises HandRefused, DoubtsNotAccepted,
    HandAlreadyRecorded, EntryKeyReused, EncounterNotReady, EncounterIsDecided, MatchNotOpen, DealSkipped,
    WrongSeating, OtherRuleSet; then nothing was stored.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, entered_at)
    return _once(draft, lambda: _record(draft))


def correct_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    version: int,
    report: HandReport,
    reason: str,
    entry_key: str,
    by: Actor,
    at: datetime,
    let_stand: bool = False,
) -> Recorded:
    """Put a new version over version `version` of a deal, and decide anew what rests on it.

    `let_stand` leaves later encounters that have begun as they are. Raises what record_hand raises about the
    report, and NoSuchHand, ReasonMissing, HandChangedMeanwhile, DecidedByWalkover, LaterPlayRestsOnIt.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, None, reason.strip())
    return _once(draft, lambda: _correct(draft, version, let_stand))


def _once(draft: Draft, write: Callable[[], Entry]) -> Recorded:
    """Run a write; if it is refused because it was done before, answer with what it stored then."""
    try:
        with transaction.atomic():
            return Recorded(write())
    except (Refused, IntegrityError):
        earlier = Entry.objects.select_related("hand__match").filter(entry_key=draft.entry_key).first()
        if earlier is None:
            raise
    hand = earlier.hand
    place = (hand.match.encounter_id, hand.match.number, hand.deal)
    if (*place, earlier.report) == (draft.encounter.pk, draft.match, draft.deal, draft.report.to_json()):
        return Recorded(earlier, repeated=True)
    raise refusals.EntryKeyReused


def _record(draft: Draft) -> Entry:
    encounter = lock_encounter(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match = _open_match(encounter, play, draft.match, draft.deal)
    score = judge(draft, rules)
    if match.row is None:
        match.row = Match.objects.create(encounter=encounter, number=match.number)
        play.matches.append(match)
    if encounter.state == EncounterState.READY:
        progress.begin(encounter, at=draft.at)
    hand = Hand.objects.create(match=match.row, deal=draft.deal)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=1,
        score=score,
        previous_hash=play.last_hash.get(match.number, ""),
    )
    played = played_hand(entry, draft.deal, score, rules)
    match.hands.append(played)
    # Later play can have begun only where an organizer let it stand while this encounter was reopened.
    _follow_up("hand_recorded", draft, encounter, play, entry, before=None, after=played, let_stand=True)
    return entry


def _correct(draft: Draft, version: int, let_stand: bool) -> Entry:
    encounter = lock_with_later(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match, deal = play.match(draft.match), draft.deal
    if match is None or not 1 <= deal <= len(match.hands):
        raise refusals.NoSuchHand
    if encounter.decided_by == DecidedBy.WALKOVER:
        raise refusals.DecidedByWalkover
    if not draft.reason:
        raise refusals.ReasonMissing
    was = match.hands[deal - 1]
    if was.version != version:
        raise refusals.HandChangedMeanwhile(Entry.objects.get(pk=was.entry_id))
    score = judge(draft, rules)
    hand = Hand.objects.select_related("match").get(pk=was.hand_id)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=version + 1,
        score=score,
        previous_hash=play.last_hash[match.number],
    )
    played = played_hand(entry, deal, score, rules)
    match.hands[deal - 1] = played
    _follow_up("hand_corrected", draft, encounter, play, entry, before=was, after=played, let_stand=let_stand)
    return entry


def _open_match(encounter: Encounter, play: EncounterPlay, number: int, deal: int) -> MatchPlay:
    """The match that takes this deal now."""
    there = play.match(number)
    if there is not None and 1 <= deal <= len(there.hands):
        raise refusals.HandAlreadyRecorded(
            Entry.objects.select_related("hand__match").get(pk=there.hands[deal - 1].entry_id)
        )
    if encounter.state == EncounterState.PENDING:
        raise refusals.EncounterNotReady
    if encounter.state == EncounterState.DECIDED:
        raise refusals.EncounterIsDecided
    current = play.current
    if number != current.number:
        raise refusals.MatchNotOpen(match=number, current=current.number)
    if deal != current.next_deal:
        raise refusals.DealSkipped(deal=deal, expected=current.next_deal)
    return current


def _follow_up(
    action: str,
    draft: Draft,
    encounter: Encounter,
    play: EncounterPlay,
    entry: Entry,
    *,
    before: HandPlay | None,
    after: HandPlay,
    let_stand: bool,
) -> None:
    stage = encounter.stage
    feed.advance_ledger(stage)
    decisions.settle(encounter=encounter, play=play, let_stand=let_stand, by=draft.by, at=draft.at)
    told: dict[str, Any] = {"entry": entry.public_id, "match": draft.match, "deal": draft.deal} | _logged(
        after
    )
    if before is not None:
        told |= {"reason": draft.reason, "later_play_stands": let_stand}
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
