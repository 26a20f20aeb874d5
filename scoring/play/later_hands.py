from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rules.hands import Report
from rules.rulesets import RuleSet
from rules.score_lines import Score
from scoring.enums import EntryKind
from scoring.ledger.encounter_state import played_hand
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
    stands: Entry
    report: Report
    score: Score


def rescore_later_hands(match: MatchPlay, deal: int, rules: RuleSet, *, after: Entry) -> str:
    """Write over later hands whose score changes; return the newest hash.

    Author, time and reason come from the correction. Rulings stay. The number of statements is constant.
    """
    if game_of_rules(rules).with_before is None:
        return after.hash
    changed = list(_changed_hands(match, deal, rules))
    players = players_of_entries([hand.stands.pk for hand in changed]) if changed else {}
    newest, written = after.hash, []
    for hand in changed:
        version = _build_version(hand, players[hand.stands.pk], after=after, previous_hash=newest)
        newest = version.entry.hash
        written.append(version)
    store_versions(written)
    for hand, version in zip(changed, written, strict=True):
        match.hands[hand.deal - 1] = played_hand(version.entry, hand.deal, hand.score, rules)
    return newest


def _changed_hands(match: MatchPlay, deal: int, rules: RuleSet) -> Iterator[LaterHand]:
    paid, later = Counter(match.before(deal + 1)), match.hands[deal:]
    entries = Entry.objects.select_related("hand__match", "rule_book")
    stand = entries.in_bulk([hand.entry_id for hand in later])
    for hand in later:
        stands, costs = stand[hand.entry_id], hand.totals
        if stands.scored_by_rules:
            report = report_of(stands)
            score = game_of_rules(rules).score_hand(with_penalties_before(report, rules, paid), rules)
            if list(score.lines) != stands.score_lines:
                costs = score.by_side()
                yield LaterHand(hand.deal, stands, report, score)
        paid.update(costs)


def _build_version(hand: LaterHand, players: Players, *, after: Entry, previous_hash: str) -> BuiltVersion:
    stands = hand.stands
    return build_version(
        Entry(
            hand=stands.hand,
            version=stands.version + 1,
            entry_key=f"{FOLLOWS_PREFIX}{after.public_id.hex}:{hand.deal}",
            report=stands.report,
            rule_book=after.rule_book,
            reason=after.reason,
            user=after.user,
            table_link=after.table_link,
            keeper_id=after.keeper_id,
            device=after.device,
            received_at=after.received_at,
            previous_hash=previous_hash,
        ),
        report=hand.report,
        judged=ScoredReport(hand.score, EntryKind(stands.kind)),
        players=players,
    )
