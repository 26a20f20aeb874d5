from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from rules.hands import Report
from rules.rulesets import RuleSet
from scoring.enums import EntryKind
from scoring.ledger import refusals, standings_requests
from scoring.ledger.encounter_state import build_hand_play, read_play, waits_for_organizer
from scoring.ledger.hand_versions import Draft, ScoredReport, judge_report, write_version
from scoring.ledger.locks import lock_encounter
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry, Hand, Match
from scoring.play.result_decisions import update_dependent_results
from tournaments.access.tables import require_keeper_name
from tournaments.enums import DecidedBy, EncounterState
from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.refusals import Refused
from tournaments.schedule.change import Change

Judge = Callable[[Draft, RuleSet], ScoredReport]
"""Scores a draft by the rules, or refuses it."""


@dataclass(frozen=True)
class RecordedEntry:
    """The same request may have stored it before."""

    entry: Entry
    repeated: bool = False


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
    reason: str = "",
    reason_codes: Sequence[str] = (),
    judge: Judge = judge_report,
    action: str = "hand_recorded",
) -> RecordedEntry:
    """Store a deal (match and deal from 1) exactly once, and decide what follows.

    Repeating the key with the same content returns the first result. Stores nothing if it raises what `judge`
    raises (judge_report unless a referee rules), HandAlreadyRecorded, EntryKeyReused, KeeperNameMissing,
    EncounterNotReady, TableWaitsForOrganizer, EncounterIsDecided, TimeIsUp, MatchNotOpen, DealSkipped,
    SeatingChanged if `seating` isn't the `seating_token` now, or what lock_encounter raises.
    """
    # Later play has begun only if an organizer kept it while this encounter was reopened.
    change = Change(by, at, keep_later_play=True)
    draft = Draft(
        *(encounter, match, deal, report, entry_key, change, entered_at),
        reason=reason,
        reason_codes=reason_codes,
        seating=seating,
    )

    def write() -> Entry:
        locked = lock_encounter(encounter)
        rules = rules_of(locked.stage.tournament.rule_book)
        play = read_play(locked, rules)
        if waits_for_organizer(locked):
            raise refusals.TableWaitsForOrganizer
        current = _next_deal(locked, play, match, deal)
        scored = judge(replace(draft, paid_before=current.totals_before(deal)), rules)
        if locked.state == EncounterState.READY:
            advancing.begin(locked, at=at)
        hand, version = _hand_to_write(locked, play, current, deal)
        entry = write_version(
            draft,
            encounter=locked,
            hand=hand,
            version=version,
            scored=scored,
            previous_hash=play.last_hash_by_match.get(match, ""),
        )
        after = current.add_hand(build_hand_play(entry, deal, scored.score, rules))
        decided = update_dependent_results(encounter=locked, play=play, change=change)
        audit_log.lock(locked.stage.tournament)
        log_hand(action, draft, locked, entry, after=after)
        publish_hand(locked, only_hands=not decided and play.hand_count > 1)
        return entry

    return run_once(draft, write)


def run_once(draft: Draft, write: Callable[[], Entry]) -> RecordedEntry:
    """Write in a transaction; if that fails and the same request is stored, return its entry as `repeated`.

    Raises KeeperNameMissing for a table link without keeper, EntryKeyReused if the key belongs to another
    write, else what `write` raises.
    """
    try:
        with transaction.atomic():
            require_keeper_name(draft.change.by)
            return RecordedEntry(write())
    except (Refused, IntegrityError):
        earlier = Entry.objects.select_related("hand__match").filter(entry_key=draft.entry_key).first()
        if earlier is None:
            raise
    if _is_same_request(draft, earlier):
        return RecordedEntry(earlier, repeated=True)
    raise refusals.EntryKeyReused


def _is_same_request(draft: Draft, earlier: Entry) -> bool:
    hand, withdrawn = earlier.hand, earlier.kind == EntryKind.WITHDRAWAL
    if (hand.match.encounter_id, hand.match.number, hand.deal) != (
        draft.encounter.pk,
        draft.match,
        draft.deal,
    ):
        return False
    return withdrawn if draft.is_withdrawal else not withdrawn and earlier.report == draft.report.to_json()


def log_hand(
    action: str,
    draft: Draft,
    encounter: Encounter,
    entry: Entry,
    *,
    before: HandPlay | None = None,
    after: HandPlay | None = None,
) -> None:
    """Log a new version; `before` is None for a first one, `after` for a withdrawal."""
    details: dict[str, Any] = {"entry": entry.public_id, "match": draft.match, "deal": draft.deal}
    if after is not None:
        details |= _figures(after)
    if draft.reason_codes:
        details["reason_codes"] = list(draft.reason_codes)
    if draft.reason:
        details["reason"] = draft.reason
    if before is not None:
        details |= draft.change.log_details
    row = audit_log.build_log_row(
        action,
        by=draft.change.by,
        at=draft.change.at,
        tournament=encounter.stage.tournament,
        subject=encounter.public_id,
        before=_figures(before) if before else None,
        after=details,
    )
    audit_log.write([row])


def publish_hand(encounter: Encounter, *, only_hands: bool = False) -> None:
    """Notify pages, only those that show its hands if nothing else changed, and request standings.

    The caller has locked the tournament's log.
    """
    if only_hands:
        counters.notify_hands(encounter)
    else:
        counters.notify(encounter.stage.tournament)
    if encounter.group_id is not None:
        standings_requests.count_group_write(encounter.stage, encounter.group_id)


def _figures(hand: HandPlay) -> dict[str, Any]:
    return {"version": hand.version, "void": hand.void, "totals": hand.totals}


def _hand_to_write(
    encounter: Encounter, play: EncounterPlay, match: MatchPlay, deal: int
) -> tuple[Hand, int]:
    """Return the deal's row, unsaved if new, and its next version; store a new match."""
    if match.row is None:
        match.row = Match.objects.create(encounter=encounter, number=match.number)
        play.matches.append(match)
    if match.withdrawn_deal is None:
        return Hand(match=match.row, deal=deal), 1
    hand = Hand.objects.select_related("match").get(pk=match.withdrawn_deal.hand_id)
    return hand, match.withdrawn_deal.version + 1


def _next_deal(encounter: Encounter, play: EncounterPlay, number: int, deal: int) -> MatchPlay:
    """Return the match whose next deal this is.

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
