"""The hands after one that was corrected, in games where a score depends on what was paid before it."""

from __future__ import annotations

from rules.rulesets import RuleSet
from scoring.enums import EntryKind
from scoring.ledger.matchplay import played_hand
from scoring.ledger.plays import HandPlay, MatchPlay
from scoring.ledger.rulebooks import game_played, report_of
from scoring.ledger.seating import players_of
from scoring.ledger.versions import Judged, counted, make_version, store
from scoring.models import Entry


def score_later_hands(match: MatchPlay, deal: int, rules: RuleSet, *, after: Entry) -> str:
    """Put a version over each later hand of a match that costs something else now; the newest hash.

    `after` is the correction of this deal: who wrote it, when, and why, they say too. What a referee decided
    stands.
    """
    newest = after.hash
    if game_played(rules).with_before is None:
        return newest
    for place in range(deal, len(match.hands)):
        written = _scored_anew(match, match.hands[place], rules, after=after, previous_hash=newest)
        if written is not None:
            match.hands[place], newest = written
    return newest


def _scored_anew(
    match: MatchPlay, hand: HandPlay, rules: RuleSet, *, after: Entry, previous_hash: str
) -> tuple[HandPlay, str] | None:
    """The hand as it counts now and the hash of its new version; None where the old one stands."""
    stands = Entry.objects.select_related("hand__match", "rule_book").get(pk=hand.entry_id)
    if not stands.scored_by_rules:
        return None
    report = report_of(stands)
    score = game_played(rules).score_hand(counted(report, rules, match.before(hand.deal)), rules)
    if list(score.lines) == stands.score_lines:
        return None
    written = make_version(
        Entry(
            hand=stands.hand,
            version=stands.version + 1,
            entry_key=f"after:{after.public_id.hex}:{hand.deal}",
            report=stands.report,
            rule_book=stands.rule_book,
            reason=after.reason,
            user=after.user,
            table_link=after.table_link,
            keeper_id=after.keeper_id,
            device=after.device,
            received_at=after.received_at,
            previous_hash=previous_hash,
        ),
        report=report,
        judged=Judged(score, EntryKind(stands.kind)),
        players=players_of(stands.pk),
    )
    store([written])
    return played_hand(written.entry, hand.deal, score, rules), written.entry.hash
