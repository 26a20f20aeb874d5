from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from rules.hands import Report
from rules.rulesets import RuleSet
from rules.score_lines import Score
from rules.standings.matches import hand_numbers
from rules.validation import Problem
from scoring.enums import EntryKind
from scoring.ledger.hand_versions import (
    BuiltVersion,
    ScoredReport,
    build_version,
    store_versions,
    with_penalties_before,
)
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.seating import Players
from scoring.models import Entry, EntrySeat
from scoring.models.hand import AMENDED_PREFIX
from scoring.play.change_effects import HandPlace, HandTotals, HandWithWarnings, RefusedHand, RescoredHand
from tournaments.log.actor import Actor
from tournaments.models import Encounter, RuleBook, Tournament


@dataclass(frozen=True)
class StoredHand:
    place: HandPlace
    entry: Entry
    players: Players
    hand_totals: HandTotals


@dataclass(frozen=True)
class RewrittenHand:
    hand: StoredHand
    report: Report
    score: Score

    def rescored_hand(self) -> RescoredHand:
        after = HandTotals(self.score.by_side(), self.score.void)
        ruling = self.hand.entry.kind == EntryKind.RULING
        return RescoredHand(*self.hand.place.parts, before=self.hand.hand_totals, after=after, ruling=ruling)


@dataclass
class Judgement:
    judged_count: int = 0
    ruled_count: int = 0
    rewritten_hands: list[RewrittenHand] = field(default_factory=list)
    refused_hands: list[RefusedHand] = field(default_factory=list)
    hands_to_review: list[HandWithWarnings] = field(default_factory=list)


def judge_hands(hands: Sequence[StoredHand], rules: RuleSet) -> Judgement:
    """Score hands in order of deals; rulings stay."""
    result = Judgement()
    for _match, deals in groupby(hands, key=lambda hand: hand.entry.hand.match_id):
        _judge_match(deals, rules, result)
    return result


def read_hands(tournament: Tournament, encounters: Mapping[int, Encounter]) -> list[StoredHand]:
    """Return current versions, withdrawn ones included, by encounter, match and deal.

    `encounters` are all with hands, by key.
    """
    entries = (
        Entry.objects.filter(current_of__match__encounter__stage__tournament=tournament)
        .select_related("hand__match")
        .prefetch_related("rule_book")
        .order_by("hand__match__encounter", "hand__match__number", "hand__deal")
    )
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    current = EntrySeat.objects.filter(entry__current_of__match__encounter__stage__tournament=tournament)
    for seat in current.select_related("player").order_by("pk"):
        seats[seat.entry_id].append(seat)
    hands: list[StoredHand] = []
    for _match, members in groupby(entries, key=lambda entry: entry.hand.match_id):
        deals = list(members)
        numbers = hand_numbers([entry.void for entry in deals])
        for entry, number in zip(deals, numbers, strict=True):
            match = entry.hand.match
            place = HandPlace(encounters[match.encounter_id], match.number, entry.hand.deal, number)
            hands.append(_build_stored_hand(place, entry, seats[entry.pk]))
    return hands


def store_rescored_hands(
    hands: Sequence[StoredHand],
    rewritten: Sequence[RewrittenHand],
    *,
    book: RuleBook,
    reason: str,
    by: Actor,
    at: datetime,
) -> None:
    """Store `rewritten`, ordered by encounter, as new versions by the new book; caller updates results, logs.

    `hands` are all current versions: each new one is chained to its match's last hash.
    """
    newest = _newest_hash_by_match(hands)
    for _encounter, items in groupby(rewritten, key=lambda item: item.hand.place.encounter):
        written = []
        for item in items:
            version = _build_new_version(item, newest, book=book, reason=reason, by=by, at=at)
            newest[version.entry.hand.match_id] = version.entry.hash
            written.append(version)
        store_versions(written)


def _newest_hash_by_match(hands: Sequence[StoredHand]) -> dict[int, str]:
    in_order = sorted((hand.entry for hand in hands), key=lambda entry: entry.pk)
    return {entry.hand.match_id: entry.hash for entry in in_order}


def _build_stored_hand(place: HandPlace, entry: Entry, seats: Sequence[EntrySeat]) -> StoredHand:
    totals: dict[str, int] = defaultdict(int)
    for seat in seats:
        totals[seat.side] += seat.points
    players = {seat.seat: (seat.player_id, str(seat.player.public_id)) for seat in seats}
    return StoredHand(place, entry, players, HandTotals(totals, entry.void))


def _judge_match(deals: Iterable[StoredHand], rules: RuleSet, result: Judgement) -> None:
    """Judge hands in order into `result`, as scores may depend on earlier deals.

    Skips withdrawn hands; rulings with their own points are only counted.
    """
    totals_before, totals_after = Counter[str](), Counter[str]()
    for hand in deals:
        if hand.entry.kind == EntryKind.WITHDRAWAL:
            continue
        costs = hand.hand_totals.totals
        if hand.entry.scored_by_rules:
            result.judged_count += 1
            costs = _judge(hand, rules, result, totals_before=totals_before, totals_after=totals_after)
        else:
            result.ruled_count += 1
        totals_before.update(hand.hand_totals.totals)
        totals_after.update(costs)


def _judge(
    hand: StoredHand,
    rules: RuleSet,
    result: Judgement,
    *,
    totals_before: Mapping[str, int],
    totals_after: Mapping[str, int],
) -> Mapping[str, int]:
    """Score and add to `result` as refused, rewritten or to review.

    Returns new points by side (a refused hand's old ones). `totals_…` are earlier points by old and new
    rules.
    """
    game, report, rules_before = game_of_rules(rules), report_of(hand.entry), rules_of(hand.entry.rule_book)
    errors = [error for error in game.find_errors(report, rules) if error.code not in game.outdated_refusals]
    if errors:
        result.refused_hands.append(RefusedHand(*hand.place.parts, problems=errors))
        return hand.hand_totals.totals
    score = game.score_hand(with_penalties_before(report, rules, totals_after), rules)
    if _comparable_score(score) != _comparable_score(
        game.score_hand(with_penalties_before(report, rules_before, totals_before), rules_before)
    ):
        result.rewritten_hands.append(RewrittenHand(hand, report, score))
    warnings = [
        *_new_warnings(report, rules_before, rules),
        *game.missing_inputs(report, rules_before, rules),
    ]
    unasked = game.seats_missing_inputs(report, rules_before, rules)
    if warnings or unasked:
        result.hands_to_review.append(
            HandWithWarnings(*hand.place.parts, new_warnings=warnings, unasked_seats=unasked)
        )
    return score.by_side()


def _comparable_score(score: Score) -> tuple[object, ...]:
    """Without citations: an amended switch changes those of unaffected hands."""
    lines = [(line.seat, line.points, line.rule, line.values) for line in score.lines]
    return score.void, score.multiplier, lines


def _new_warnings(report: Report, rules_before: RuleSet, rules: RuleSet) -> list[Problem]:
    find_warnings = game_of_rules(rules).find_warnings
    known = {(warning.code, warning.seat) for warning in find_warnings(report, rules_before)}
    return [warning for warning in find_warnings(report, rules) if (warning.code, warning.seat) not in known]


def _build_new_version(
    item: RewrittenHand, newest: Mapping[int, str], *, book: RuleBook, reason: str, by: Actor, at: datetime
) -> BuiltVersion:
    """Build the next version without storing it; `newest`, the last hash by match, isn't updated."""
    replaced_entry = item.hand.entry
    return build_version(
        Entry(
            hand=replaced_entry.hand,
            version=replaced_entry.version + 1,
            entry_key=f"{AMENDED_PREFIX}{replaced_entry.public_id.hex}",
            report=replaced_entry.report,
            rule_book=book,
            reason=reason,
            user=by.user,
            table_link=by.table_link,
            keeper_id=by.keeper_id,
            device=by.device,
            received_at=at,
            previous_hash=newest[replaced_entry.hand.match_id],
        ),
        report=item.report,
        scored=ScoredReport(item.score, EntryKind(replaced_entry.kind)),
        players=item.hand.players,
    )
