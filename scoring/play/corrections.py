from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rules.hands import Report
from scoring.ledger import refusals
from scoring.ledger.encounter_state import build_hand_play, read_play
from scoring.ledger.hand_versions import Draft, write_version
from scoring.ledger.idempotency import RecordedEntry, run_once
from scoring.ledger.locks import lock_with_later
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import players_of_entry
from scoring.models import Entry, Hand
from scoring.play.consequences import apply_consequences
from scoring.play.later_hands import rescore_later_hands
from scoring.play.recording import REPORTED_VERSION, VersionKind
from scoring.play.ruling_authority import refuse_change_of_ruling
from scoring.standings import snapshots
from tournaments.enums import WALKOVERS
from tournaments.log.actor import Actor
from tournaments.models import Encounter


def correct_hand(
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
) -> RecordedEntry:
    """Replace a hand's current `version`, once per `entry_key`; rescore later hands and decide again.

    Raises what record_hand raises about the report, and NoSuchHand, ReasonMissing, HandChangedMeanwhile,
    HandIsRuled, MatchIsOver for a table link, DecidedByWalkover, LaterPlayAffected.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, None, reason.strip())
    return run_once(
        draft, lambda: write_correction(draft, version, REPORTED_VERSION, keep_later_play=keep_later_play)
    )


def write_correction(
    draft: Draft, version: int, version_kind: VersionKind, *, keep_later_play: bool
) -> Entry:
    """Raises what correct_hand raises."""
    encounter = lock_with_later(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match, deal = play.match(draft.match), draft.deal
    if match is None or not 1 <= deal <= len(match.hands):
        raise refusals.NoSuchHand
    if encounter.decided_by in WALKOVERS:
        raise refusals.DecidedByWalkover
    if not draft.reason:
        raise refusals.ReasonMissing
    current_hand = match.hands[deal - 1]
    if current_hand.version != version:
        raise refusals.HandChangedMeanwhile(Entry.objects.get(pk=current_hand.entry_id))
    match_is_over = match.result.winner is not None and encounter.reopened_at is None
    if draft.by.table_link is not None and match_is_over:
        raise refusals.MatchIsOver
    refuse_change_of_ruling(current_hand, by=draft.by, tournament=encounter.stage.tournament)
    scored = version_kind.score_report(replace(draft, paid_before=match.totals_before(deal)), rules)
    snapshots.store_snapshots(encounter.stage.tournament)
    hand = Hand.objects.select_related("match").get(pk=current_hand.hand_id)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=version + 1,
        scored=scored,
        previous_hash=play.last_hash_by_match[match.number],
        players=players_of_entry(current_hand.entry_id),
    )
    corrected_hand = build_hand_play(entry, deal, scored.score, rules)
    match.hands[deal - 1] = corrected_hand
    play.last_hash_by_match[match.number] = rescore_later_hands(match, deal, rules, correction=entry)
    apply_consequences(
        version_kind.later_action,
        draft,
        encounter,
        play,
        entry,
        before=current_hand,
        after=corrected_hand,
        keep_later_play=keep_later_play,
    )
    return entry
