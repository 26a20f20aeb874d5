from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.hands import Report
from scoring.ledger import refusals
from scoring.ledger.encounter_state import build_hand_play, read_play
from scoring.ledger.hand_versions import Draft, judge_report, write_version
from scoring.ledger.locks import lock_with_later
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import players_of_entry
from scoring.models import Entry, Hand
from scoring.play.later_hands import rescore_later_hands
from scoring.play.recording import Judge, RecordedEntry, log_hand, publish_hand, run_once
from scoring.play.result_decisions import update_dependent_results
from scoring.play.ruling_authority import refuse_change_of_ruling
from scoring.standings import snapshots
from tournaments.enums import WALKOVERS
from tournaments.log import audit_log
from tournaments.models import Encounter
from tournaments.schedule.change import Change


def correct_hand(
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
    judge: Judge = judge_report,
    action: str = "hand_corrected",
) -> RecordedEntry:
    """Replace a hand's current `version`, once per `entry_key`; rescore later hands and decide again.

    Raises what `judge` raises (judge_report unless a referee rules), and NoSuchHand, ReasonMissing,
    HandChangedMeanwhile, HandIsRuled, MatchIsOver for a table link, DecidedByWalkover, LaterPlayAffected.
    """
    draft = Draft(
        encounter, match, deal, report, entry_key, change, reason=reason.strip(), reason_codes=reason_codes
    )

    def write() -> Entry:
        locked = lock_with_later(encounter)
        tournament = locked.stage.tournament
        rules = rules_of(tournament.rule_book)
        play = read_play(locked, rules)
        current, before = _hand_to_correct(locked, play, draft, version)
        refuse_change_of_ruling(before, by=change.by, tournament=tournament)
        scored = judge(replace(draft, paid_before=current.totals_before(deal)), rules)
        snapshots.store_snapshots(tournament)
        entry = write_version(
            draft,
            encounter=locked,
            hand=Hand.objects.select_related("match").get(pk=before.hand_id),
            version=version + 1,
            scored=scored,
            previous_hash=play.last_hash_by_match[match],
            players=players_of_entry(before.entry_id),
        )
        current.hands[deal - 1] = after = build_hand_play(entry, deal, scored.score, rules)
        play.last_hash_by_match[match] = rescore_later_hands(current, deal, rules, correction=entry)
        update_dependent_results(encounter=locked, play=play, change=change)
        audit_log.lock(tournament)
        log_hand(action, draft, locked, entry, before=before, after=after)
        publish_hand(locked)
        return entry

    return run_once(draft, write)


def _hand_to_correct(
    encounter: Encounter, play: EncounterPlay, draft: Draft, version: int
) -> tuple[MatchPlay, HandPlay]:
    """Raises NoSuchHand, DecidedByWalkover, ReasonMissing, HandChangedMeanwhile, MatchIsOver."""
    match = play.match(draft.match)
    if match is None or not 1 <= draft.deal <= len(match.hands):
        raise refusals.NoSuchHand
    if encounter.decided_by in WALKOVERS:
        raise refusals.DecidedByWalkover
    if not draft.has_reason:
        raise refusals.ReasonMissing
    hand = match.hands[draft.deal - 1]
    if hand.version != version:
        raise refusals.HandChangedMeanwhile(Entry.objects.get(pk=hand.entry_id))
    match_is_over = match.result.winner is not None and encounter.reopened_at is None
    if draft.change.by.table_link is not None and match_is_over:
        raise refusals.MatchIsOver
    return match, hand
