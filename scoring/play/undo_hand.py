from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from scoring.enums import EntryKind
from scoring.ledger.encounter_state import read_play
from scoring.ledger.hand_versions import Draft, write_withdrawal
from scoring.ledger.locks import lock_with_later
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay, WithdrawnDeal
from scoring.ledger.refusals import DecidedByWalkover, HandChangedMeanwhile, NoSuchHand
from scoring.ledger.rulebooks import report_of, rules_of
from scoring.models import Entry
from scoring.play.recording import RecordedEntry, log_hand, publish_hand, run_once
from scoring.play.result_decisions import update_dependent_results
from scoring.standings import snapshots
from tournaments.clock_tolerance import is_recent
from tournaments.enums import WALKOVERS
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.refusals import Refused
from tournaments.schedule.change import Change

UNDO_PERIOD = timedelta(minutes=1)


class NotTheLastHand(Refused):
    code = "not_the_last_hand"
    template = _("Only the hand saved last can be undone. Correct this one instead.")


class TooLateToTakeBack(Refused):
    code = "too_late_to_undo"
    template = _("A hand can only be undone within a minute. Correct it instead, with a reason.")


def take_hand_back(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    entry_key: str,
    by: Actor,
    at: datetime,
    version: int | None = None,
) -> RecordedEntry:
    """Withdraw the encounter's last hand within a minute, no correction or ruling; its entry stays stored.

    `version` is what the caller saw. Repeating the key returns the first result. Raises NoSuchHand,
    NotTheLastHand, HandChangedMeanwhile, TooLateToTakeBack, DecidedByWalkover, LaterPlayAffected,
    EncounterGone, EntryKeyReused.
    """
    entry = (
        Entry.objects.filter(hand__match__encounter=encounter, hand__match__number=match, hand__deal=deal)
        .select_related("rule_book")
        .order_by("-version")
        .first()
    )
    if entry is None:
        raise NoSuchHand
    report = report_of(entry)
    draft = Draft(encounter, match, deal, report, entry_key, Change(by, at), is_withdrawal=True)
    return run_once(draft, lambda: _withdraw(draft, version))


def undo_time_left(entry: Entry, *, at: datetime) -> timedelta:
    """Zero for corrections and rulings."""
    if entry.kind != EntryKind.REPORT or entry.has_reason:
        return timedelta(0)
    if not is_recent(entry.received_at, at=at, within=UNDO_PERIOD):
        return timedelta(0)
    return min(UNDO_PERIOD, UNDO_PERIOD - (at - entry.received_at))


def _withdraw(draft: Draft, version: int | None) -> Entry:
    """Store the withdrawal as next version and update results; raises as take_hand_back."""
    encounter = lock_with_later(draft.encounter)
    play = read_play(encounter, rules_of(encounter.stage.tournament.rule_book))
    match, hand = _require_last_hand(play, draft)
    if encounter.decided_by in WALKOVERS:
        raise DecidedByWalkover
    current_entry = Entry.objects.select_related("hand__match", "rule_book").get(pk=hand.entry_id)
    if version not in (None, current_entry.version):
        raise HandChangedMeanwhile(current_entry)
    if not undo_time_left(current_entry, at=draft.change.at):
        raise TooLateToTakeBack
    snapshots.store_snapshots(encounter.stage.tournament)
    entry = write_withdrawal(draft, current_entry, previous_hash=play.last_hash_by_match[match.number])
    match.hands.pop()
    match.withdrawn_deal = WithdrawnDeal(hand.hand_id, entry.version)
    update_dependent_results(encounter=encounter, play=play, change=draft.change)
    audit_log.lock(encounter.stage.tournament)
    log_hand("hand_undone", draft, encounter, entry, before=hand)
    publish_hand(encounter)
    return entry


def _require_last_hand(play: EncounterPlay, draft: Draft) -> tuple[MatchPlay, HandPlay]:
    played = [match for match in play.matches if match.hands]
    if not played or (played[-1].number, len(played[-1].hands)) != (draft.match, draft.deal):
        raise NotTheLastHand
    return played[-1], played[-1].hands[-1]
