"""Scoring recorded hands by other rules and writing the versions that result."""

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
from scoring.ledger.hand_versions import BuiltVersion, ScoredReport, build_version, with_penalties_before
from scoring.ledger.hand_versions import store_versions as store
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
    figures: HandTotals


@dataclass(frozen=True)
class Rewritten:
    hand: StoredHand
    report: Report
    score: Score

    def effect(self) -> RescoredHand:
        after = HandTotals(self.score.by_side(), self.score.void)
        ruling = self.hand.entry.kind == EntryKind.RULING
        return RescoredHand(*self.hand.place.parts, before=self.hand.figures, after=after, ruling=ruling)


@dataclass
class Judgement:
    """`judged` counts the hands scored, `ruled` those with a ruling."""

    judged: int = 0
    ruled: int = 0
    rewritten: list[Rewritten] = field(default_factory=list)
    refused: list[RefusedHand] = field(default_factory=list)
    doubtful: list[HandWithWarnings] = field(default_factory=list)


def judge_hands(hands: Sequence[StoredHand], rules: RuleSet) -> Judgement:
    """Score hands in the order of deals; rulings stay."""
    result = Judgement()
    for _match, deals in groupby(hands, key=lambda hand: hand.entry.hand.match_id):
        _judge_match(deals, rules, result)
    return result


def read_hands(tournament: Tournament, encounters: Mapping[int, Encounter]) -> list[StoredHand]:
    """Return hands by encounter, match and deal, in three queries."""
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
            hands.append(_stored(place, entry, seats[entry.pk]))
    return hands


def store_versions(
    hands: Sequence[StoredHand],
    rewritten: Sequence[Rewritten],
    *,
    book: RuleBook,
    reason: str,
    by: Actor,
    at: datetime,
) -> None:
    """Store the rewritten hands by the new book, in one batch per encounter."""
    newest = _newest_hashes(hands)
    for _encounter, items in groupby(rewritten, key=lambda item: item.hand.place.encounter):
        written = []
        for item in items:
            version = _version(item, newest, book=book, reason=reason, by=by, at=at)
            newest[version.entry.hand.match_id] = version.entry.hash
            written.append(version)
        store(written)


def _newest_hashes(hands: Sequence[StoredHand]) -> dict[int, str]:
    in_order = sorted((hand.entry for hand in hands), key=lambda entry: entry.pk)
    return {entry.hand.match_id: entry.hash for entry in in_order}


def _stored(place: HandPlace, entry: Entry, seats: Sequence[EntrySeat]) -> StoredHand:
    totals: dict[str, int] = defaultdict(int)
    for seat in seats:
        totals[seat.side] += seat.points
    players = {seat.seat: (seat.player_id, str(seat.player.public_id)) for seat in seats}
    return StoredHand(place, entry, players, HandTotals(totals, entry.void))


def _judge_match(deals: Iterable[StoredHand], rules: RuleSet, result: Judgement) -> None:
    totals_before, totals_after = Counter[str](), Counter[str]()
    for hand in deals:
        if hand.entry.kind == EntryKind.WITHDRAWAL:
            continue
        costs = hand.figures.totals
        if hand.entry.scored_by_rules:
            result.judged += 1
            costs = _judge(hand, rules, result, totals_before=totals_before, totals_after=totals_after)
        else:
            result.ruled += 1
        totals_before.update(hand.figures.totals)
        totals_after.update(costs)


def _judge(
    hand: StoredHand,
    rules: RuleSet,
    result: Judgement,
    *,
    totals_before: Mapping[str, int],
    totals_after: Mapping[str, int],
) -> Mapping[str, int]:
    """Return the costs, given the totals `totals_before` by the old and `totals_after` by the new rules."""
    game, report, rules_before = game_of_rules(rules), report_of(hand.entry), rules_of(hand.entry.rule_book)
    errors = [error for error in game.find_errors(report, rules) if error.code not in game.outlived]
    if errors:
        result.refused.append(RefusedHand(*hand.place.parts, problems=errors))
        return hand.figures.totals
    score = game.score_hand(with_penalties_before(report, rules, totals_after), rules)
    if _comparable(score) != _comparable(
        game.score_hand(with_penalties_before(report, rules_before, totals_before), rules_before)
    ):
        result.rewritten.append(Rewritten(hand, report, score))
    warnings = [*_new_warnings(report, rules_before, rules), *game.left_open(report, rules_before, rules)]
    unasked = game.unasked(report, rules_before, rules)
    if warnings or unasked:
        result.doubtful.append(HandWithWarnings(*hand.place.parts, doubts=warnings, unasked=unasked))
    return score.by_side()


def _comparable(score: Score) -> tuple[object, ...]:
    """Leave out citations: an amended switch changes those of unaffected hands."""
    lines = [(line.seat, line.points, line.rule, line.text) for line in score.lines]
    return score.void, score.multiplier, lines


def _new_warnings(report: Report, rules_before: RuleSet, rules: RuleSet) -> list[Problem]:
    find_warnings = game_of_rules(rules).find_warnings
    known = {(warning.code, warning.seat) for warning in find_warnings(report, rules_before)}
    return [warning for warning in find_warnings(report, rules) if (warning.code, warning.seat) not in known]


def _version(
    item: Rewritten, newest: Mapping[int, str], *, book: RuleBook, reason: str, by: Actor, at: datetime
) -> BuiltVersion:
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
