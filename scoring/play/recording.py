from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from rules.hands import Report
from rules.rulesets import RuleSet
from scoring.ledger import refusals
from scoring.ledger.encounter_state import build_hand_play, read_play
from scoring.ledger.hand_versions import Draft, ScoredReport, judge_report, write_version
from scoring.ledger.idempotency import RecordedEntry, run_once
from scoring.ledger.locks import lock_encounter
from scoring.ledger.played_matches import EncounterPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry, Hand, Match
from scoring.play.consequences import apply_consequences
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.schedule import bracket_slots


@dataclass(frozen=True)
class VersionKind:
    score_report: Callable[[Draft, RuleSet], ScoredReport]
    first: str
    later_action: str


REPORTED_VERSION = VersionKind(judge_report, first="hand_recorded", later_action="hand_corrected")


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
) -> RecordedEntry:
    """Store a deal (match and deal from 1) exactly once, and decide what follows.

    Repeating the key with the same content returns the first result. Stores nothing if it raises HandRefused,
    WarningsNotAccepted, PenaltiesBeforeDiffer, HandAlreadyRecorded, EntryKeyReused, KeeperNameMissing,
    EncounterNotReady, TableWaitsForOrganizer, EncounterIsDecided, TimeIsUp, MatchNotOpen, DealSkipped,
    WrongSeating, OtherRuleSet, SeatingChanged if `seating` isn't the `seating_token` now, or what
    lock_encounter raises.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, entered_at, seating=seating)
    return run_once(draft, lambda: write_first(draft, REPORTED_VERSION))


def write_first(draft: Draft, version_kind: VersionKind) -> Entry:
    """Store a hand's first version and decide what follows. Raises what record_hand raises."""
    encounter = lock_encounter(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    if bracket_slots.waits_for_organizer(encounter):
        raise refusals.TableWaitsForOrganizer
    match = _open_match(encounter, play, draft.match, draft.deal)
    scored = version_kind.score_report(replace(draft, paid_before=match.totals_before(draft.deal)), rules)
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
        previous_hash=play.last_hash_by_match.get(match.number, ""),
    )
    recorded_hand = build_hand_play(entry, draft.deal, scored.score, rules)
    match.hands.append(recorded_hand)
    match.withdrawn_deal = None
    # Later play has begun only if an organizer kept it while this encounter was reopened.
    apply_consequences(
        version_kind.first,
        draft,
        encounter,
        play,
        entry,
        before=None,
        after=recorded_hand,
        keep_later_play=True,
    )
    return entry


def _deal_to_write(match: MatchPlay, match_row: Match, deal: int) -> tuple[Hand, int]:
    if match.withdrawn_deal is None:
        return Hand(match=match_row, deal=deal), 1
    hand = Hand.objects.select_related("match").get(pk=match.withdrawn_deal.hand_id)
    return hand, match.withdrawn_deal.version + 1


def _open_match(encounter: Encounter, play: EncounterPlay, number: int, deal: int) -> MatchPlay:
    """Return the match that takes this deal.

    Raises HandAlreadyRecorded, EncounterNotReady, TimeIsUp, EncounterIsDecided, MatchNotOpen, DealSkipped.
    """
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
