from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from rules.hands import Report
from rules.rulesets import RuleSet
from scoring.ledger import refusals
from scoring.ledger.encounter_state import played_hand, read_play
from scoring.ledger.hand_versions import Draft, ScoredReport, judge_report, write_version
from scoring.ledger.idempotency import Recorded, run_once
from scoring.ledger.locks import lock_encounter
from scoring.ledger.played_matches import EncounterPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry, Hand, Match
from scoring.play.consequences import apply_consequences
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.play import advancing


@dataclass(frozen=True)
class VersionKind:
    judge: Callable[[Draft, RuleSet], ScoredReport]
    first: str
    over: str


REPORTED_VERSION = VersionKind(judge_report, first="hand_recorded", over="hand_corrected")


def record_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    report: Report,
    entry_key: str,
    by: Actor,
    at: datetime,
    entered_at: datetime | None = None,
    seating: str = "",
) -> Recorded:
    """Store a deal of a match (both from 1), exactly once, and decide what follows.

    Repeating the key with the same content returns the first result. Nothing is stored if it raises
    HandRefused, WarningsNotAccepted, HandAlreadyRecorded, EntryKeyReused, EncounterNotReady,
    EncounterIsDecided, TimeIsUp, MatchNotOpen, DealSkipped, WrongSeating, OtherRuleSet, or SeatingChanged if
    `seating` is no longer the `seating_token`.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, entered_at, seating=seating)
    return run_once(draft, lambda: write_first(draft, REPORTED_VERSION))


def write_first(draft: Draft, version_kind: VersionKind) -> Entry:
    """Store the first version. Raises what record_hand raises."""
    encounter = lock_encounter(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match = _open_match(encounter, play, draft.match, draft.deal)
    scored = version_kind.judge(replace(draft, before=match.before(draft.deal)), rules)
    if match.row is None:
        match.row = Match.objects.create(encounter=encounter, number=match.number)
        play.matches.append(match)
    if encounter.state == EncounterState.READY:
        advancing.begin(encounter, at=draft.at)
    hand, version = _deal_to_write(match, match.row, draft.deal)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=version,
        scored=scored,
        previous_hash=play.last_hash.get(match.number, ""),
    )
    recorded_hand = played_hand(entry, draft.deal, scored.score, rules)
    match.hands.append(recorded_hand)
    match.taken_back = None
    # Later play has begun only if an organizer kept it while this encounter was reopened.
    apply_consequences(
        version_kind.first, draft, encounter, play, entry, before=None, after=recorded_hand, let_stand=True
    )
    return entry


def _deal_to_write(match: MatchPlay, match_row: Match, deal: int) -> tuple[Hand, int]:
    if match.taken_back is None:
        return Hand(match=match_row, deal=deal), 1
    hand = Hand.objects.select_related("match").get(pk=match.taken_back.hand_id)
    return hand, match.taken_back.version + 1


def _open_match(encounter: Encounter, play: EncounterPlay, number: int, deal: int) -> MatchPlay:
    """Return the match that takes this deal, or refuse."""
    recorded = play.match(number)
    if recorded is not None and 1 <= deal <= len(recorded.hands):
        raise refusals.HandAlreadyRecorded(
            Entry.objects.select_related("hand__match").get(pk=recorded.hands[deal - 1].entry_id)
        )
    if encounter.state == EncounterState.PENDING:
        raise refusals.EncounterNotReady
    if encounter.stopped_at is not None and encounter.decided_by in (None, DecidedBy.TIME):
        if not play.wants_hand:
            raise refusals.TimeIsUp
    elif encounter.state == EncounterState.DECIDED or play.result.winner is not None:
        raise refusals.EncounterIsDecided
    current = play.current
    if number != current.number:
        raise refusals.MatchNotOpen(match=number, current=current.number)
    if deal != current.next_deal:
        raise refusals.DealSkipped(number=current.next_number)
    return current
