"""Check that each version of a hand is scored as its report and rule book give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from itertools import groupby

from rules.rulings import fixed_score, replayed_score
from scoring.enums import EntryKind
from scoring.ledger.hand_versions import Judged, Written, by_rules, counted, score_version
from scoring.ledger.rulebooks import game_played, report_of, rules_of
from scoring.ledger.seal_verification import AT_A_TIME, UNREADABLE, Break
from scoring.models import Entry
from tournaments.models import Tournament

Paid = dict[int, Mapping[str, int]]
"""What the sides paid in each deal of a match, by the versions current at a moment."""


def wrong_scores(tournament: Tournament) -> Iterator[Break]:
    """Yield versions whose seats, points, rules, openings or infractions differ from their report.

    Texts and sources are not compared, since they may have been reworded. A ruling is compared with its own
    lines.
    """
    for _match, entries in groupby(_entries(tournament), key=lambda entry: entry.hand.match_id):
        paid: Paid = {}
        for entry in entries:
            try:
                why = _why(entry, _before(paid, entry.hand.deal))
            except UNREADABLE:
                why = "can't be read"
            if why:
                yield Break(place_of(entry), why)
            paid[entry.hand.deal] = _totals(entry)


def place_of(entry: Entry) -> str:
    return f"match {entry.hand.match.public_id}, deal {entry.hand.deal}, version {entry.version}"


def _entries(tournament: Tournament) -> Iterator[Entry]:
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    loaded = entries.select_related("hand__match", "rule_book").prefetch_related("seats")
    return loaded.order_by("hand__match", "pk").iterator(chunk_size=AT_A_TIME)


def _before(paid: Paid, deal: int) -> Mapping[str, int]:
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


def _why(entry: Entry, before: Mapping[str, int]) -> str:
    """Return what is wrong with a version, given what the sides paid before it; blank if nothing."""
    if entry.kind == EntryKind.WITHDRAWAL:
        empty = entry.void and entry.lines == "[]" and not entry.seats.all()
        return "" if empty else "takes the hand back and scores it all the same"
    report = report_of(entry)
    players = {seat.seat: (seat.player_id, "") for seat in entry.seats.all()}
    if set(players) != set(report.seats):
        return "its seats are not those of its report"
    if entry.kind == EntryKind.RULING and not entry.scored_by_rules:
        judged = _ruled(entry, report.seats)
    else:
        rules = rules_of(entry.rule_book)
        refused = {error.code for error in game_played(rules).find_errors(report, rules)}
        if refused - set(game_played(rules).outlived):
            return "its rule book refuses what it reports"
        judged = by_rules(counted(report, rules, before), rules, EntryKind(entry.kind))
    expected = score_version(copy(entry), report=report, judged=judged, players=players)
    return "" if _told(expected) == _told(_stored(entry)) else "is scored otherwise than its report"


def _ruled(entry: Entry, seats: Iterable[str]) -> Judged:
    """Return what a referee decided: the points of the ruling's lines, one for each charged seat or side."""
    game = game_played(rules_of(entry.rule_book))
    points = dict.fromkeys(game.charged(seats), 0) | {line.seat: line.points for line in entry.score_lines}
    by_side = game.charges_sides
    score = replayed_score(points, by_side=by_side) if entry.void else fixed_score(points, by_side=by_side)
    return Judged(score, EntryKind.RULING)


def _stored(entry: Entry) -> Written:
    return Written(entry, list(entry.seats.all()))


def _told(written: Written) -> tuple[object, ...]:
    """Return everything that a score determines in a version, without its texts."""
    entry = written.entry
    seats = {seat.seat: (seat.side, seat.opening, seat.points, seat.infractions) for seat in written.seats}
    lines = sorted((line.seat, line.points, line.rule) for line in entry.score_lines)
    return entry.void, entry.multiplier, lines, seats
