from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from itertools import groupby

from rules.rulings import fixed_score, replayed_score
from rules.score_lines import Line
from scoring.enums import EntryKind
from scoring.ledger.hand_versions import (
    BuiltVersion,
    ScoredReport,
    score_by_rules,
    score_version,
    with_penalties_before,
)
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.seal_verification import CHUNK_SIZE, UNREADABLE, Discrepancy, version_place
from scoring.models import Entry
from tournaments.log.seals import canonical_json
from tournaments.models import Tournament

PaidByDeal = dict[int, Mapping[str, int]]
"""What the sides paid in each deal of a match, by the versions current at a moment."""


def wrong_scores(tournament: Tournament) -> Iterator[Discrepancy]:
    """Score each version again; yield those unreadable or different, save for sources.

    A ruling is compared with its own lines.
    """
    for _match, entries in groupby(_entries(tournament), key=lambda entry: entry.hand.match_id):
        paid: PaidByDeal = {}
        for entry in entries:
            try:
                problem = _score_problem(entry, _paid_before(paid, entry.hand.deal))
            except UNREADABLE:
                problem = "can't be read"
            if problem:
                yield Discrepancy(version_place(entry), problem)
            paid[entry.hand.deal] = _totals(entry)


def _entries(tournament: Tournament) -> Iterator[Entry]:
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    loaded = entries.select_related("hand__match", "rule_book").prefetch_related("seats")
    return loaded.order_by("hand__match", "pk").iterator(chunk_size=CHUNK_SIZE)


def _paid_before(paid: PaidByDeal, deal: int) -> Mapping[str, int]:
    before: Counter[str] = Counter()
    for earlier, totals in paid.items():
        if earlier < deal:
            before.update(totals)
    return before


def _totals(entry: Entry) -> Mapping[str, int]:
    totals: Counter[str] = Counter()
    for seat in entry.seats.all():
        totals[seat.side] += seat.points
    return totals


def _score_problem(entry: Entry, before: Mapping[str, int]) -> str:
    """Score again, return a fixed sentence for what is wrong or "".

    `before` are the sides' earlier penalties. Raises one of UNREADABLE.
    """
    if entry.kind == EntryKind.WITHDRAWAL:
        empty = entry.void and entry.lines == "[]" and not entry.seats.all()
        return "" if empty else "takes the hand back and scores it all the same"
    report = report_of(entry)
    players = {seat.seat: (seat.player_id, "") for seat in entry.seats.all()}
    if set(players) != set(report.seats):
        return "its seats are not those of its report"
    if entry.kind == EntryKind.RULING and not entry.scored_by_rules:
        judged = _ruling_score(entry, report.seats)
    else:
        rules = rules_of(entry.rule_book)
        refused = {error.code for error in game_of_rules(rules).find_errors(report, rules)}
        if refused - set(game_of_rules(rules).outdated_refusals):
            return "its rule book refuses what it reports"
        judged = score_by_rules(with_penalties_before(report, rules, before), rules, EntryKind(entry.kind))
    expected = score_version(copy(entry), report=report, scored=judged, players=players)
    return (
        ""
        if _scored_facts(expected) == _scored_facts(_stored_version(entry))
        else "is scored otherwise than its report"
    )


def _ruling_score(entry: Entry, seats: Iterable[str]) -> ScoredReport:
    game = game_of_rules(rules_of(entry.rule_book))
    points = dict.fromkeys(game.payers_of(seats), 0) | {line.seat: line.points for line in entry.score_lines}
    by_side = game.charges_sides
    score = replayed_score(points, by_side=by_side) if entry.void else fixed_score(points, by_side=by_side)
    return ScoredReport(score, EntryKind.RULING)


def _stored_version(entry: Entry) -> BuiltVersion:
    return BuiltVersion(entry, list(entry.seats.all()))


def _scored_facts(version: BuiltVersion) -> tuple[object, ...]:
    entry = version.entry
    seats = {seat.seat: (seat.side, seat.opening, seat.points, seat.infractions) for seat in version.seats}
    return entry.void, entry.multiplier, sorted(map(_line_facts, entry.score_lines)), seats


def _line_facts(line: Line) -> tuple[str, ...]:
    return line.seat, line.rule, canonical_json([line.points, line.values])
