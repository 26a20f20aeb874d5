from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rules.hands import Report
from rules.rulesets import RuleSet
from rules.score_lines import Score
from scoring.enums import EntryKind
from scoring.ledger.encounter_state import build_hand_play
from scoring.ledger.hand_versions import (
    BuiltVersion,
    ScoredReport,
    build_version,
    store_versions,
    with_penalties_before,
)
from scoring.ledger.played_matches import MatchPlay
from scoring.ledger.rulebooks import game_of_rules, report_of
from scoring.ledger.seating import Players, players_of_entries
from scoring.models import Entry
from scoring.models.hand import FOLLOWS_PREFIX


@dataclass(frozen=True)
class LaterHand:
    deal: int
    current_entry: Entry
    report: Report
    score: Score


def rescore_later_hands(match: MatchPlay, deal: int, rules: RuleSet, *, correction: Entry) -> str:
    """Store versions of hands after `deal` whose score changes, update `match`; return the newest hash.

    `match` has the correction already. Author, time and reason are the correction's; rulings stay.
    """
    if game_of_rules(rules).with_penalties_before is None:
        return correction.hash
    changed = list(_changed_hands(match, deal, rules))
    players = players_of_entries([hand.current_entry.pk for hand in changed]) if changed else {}
    newest_hash, written = correction.hash, []
    for hand in changed:
        version = _build_version(
            hand, players[hand.current_entry.pk], correction=correction, previous_hash=newest_hash
        )
        newest_hash = version.entry.hash
        written.append(version)
    store_versions(written)
    for hand, version in zip(changed, written, strict=True):
        match.hands[hand.deal - 1] = build_hand_play(version.entry, hand.deal, hand.score, rules)
    return newest_hash


def _changed_hands(match: MatchPlay, deal: int, rules: RuleSet) -> Iterator[LaterHand]:
    """Yield hands after `deal` that score differently now, without rulings."""
    paid_before, later = Counter(match.totals_before(deal + 1)), match.hands[deal:]
    entries = Entry.objects.select_related("hand__match", "rule_book")
    current_entries = entries.in_bulk([hand.entry_id for hand in later])
    for hand in later:
        current_entry, totals = current_entries[hand.entry_id], hand.totals
        if current_entry.scored_by_rules:
            report = report_of(current_entry)
            score = game_of_rules(rules).score_hand(with_penalties_before(report, rules, paid_before), rules)
            if list(score.lines) != current_entry.score_lines:
                totals = score.by_side()
                yield LaterHand(hand.deal, current_entry, report, score)
        paid_before.update(totals)


def _build_version(
    hand: LaterHand, players: Players, *, correction: Entry, previous_hash: str
) -> BuiltVersion:
    """Return the hand's next version by the correction's author, sealed, not stored."""
    current_entry = hand.current_entry
    return build_version(
        Entry(
            hand=current_entry.hand,
            version=current_entry.version + 1,
            entry_key=f"{FOLLOWS_PREFIX}{correction.public_id.hex}:{hand.deal}",
            report=current_entry.report,
            rule_book=correction.rule_book,
            reason_codes=correction.reason_codes,
            reason=correction.reason,
            user=correction.user,
            table_link=correction.table_link,
            keeper_id=correction.keeper_id,
            device=correction.device,
            received_at=correction.received_at,
            previous_hash=previous_hash,
        ),
        report=hand.report,
        scored=ScoredReport(hand.score, EntryKind(current_entry.kind)),
        players=players,
    )
