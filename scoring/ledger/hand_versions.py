from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rules.hands import Report
from rules.rulesets import RuleSet
from rules.score_lines import Score
from rules.seat_events import SeatEvent, SeatEventKind
from rules.seats import side_of
from scoring.enums import EntryKind
from scoring.ledger import refusals
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.ledger.sealing import seal_entry
from scoring.ledger.seating import Players, seated_players, seating_token, seats_of
from scoring.models import Entry, EntrySeat, EntrySeatEvent, Hand
from tournaments.log.seals import FORMAT
from tournaments.models import Encounter
from tournaments.schedule.change import Change
from tournaments.web.request_notes import note_entry


@dataclass(frozen=True)
class Draft:
    """`seating` is as entered, blank if unknown; `paid_before` is read under the locks."""

    encounter: Encounter
    match: int
    deal: int
    report: Report
    entry_key: str
    change: Change
    entered_at: datetime | None = None
    reason: str = ""
    reason_codes: Sequence[str] = ()
    is_withdrawal: bool = False
    seating: str = ""
    paid_before: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_reason(self) -> bool:
        return bool(self.reason_codes or self.reason)


@dataclass(frozen=True)
class ScoredReport:
    score: Score
    kind: EntryKind = EntryKind.REPORT


def with_penalties_before(report: Report, rules: RuleSet, before: Mapping[str, int]) -> Report:
    """Complete a report whose score depends on earlier penalties."""
    game = game_of_rules(rules)
    completed: Report = game.with_penalties_before(report, before) if game.with_penalties_before else report
    return completed


def score_by_rules(report: Report, rules: RuleSet, kind: EntryKind = EntryKind.REPORT) -> ScoredReport:
    return ScoredReport(game_of_rules(rules).score_hand(report, rules), kind)


def judge_report(draft: Draft, rules: RuleSet) -> ScoredReport:
    """Check a draft's report and seating by the rules, and score it.

    Accepted warnings pass; penalties before may be left out. Raises OtherRuleSet, HandRefused, WrongSeating,
    PenaltiesBeforeDiffer, WarningsNotAccepted.
    """
    report, game = draft.report, game_of_rules(rules)
    if report.rule_set not in (None, rules.id):
        raise refusals.OtherRuleSet(rule_set=rules.id)
    errors = game.find_errors(report, rules)
    if errors:
        raise refusals.HandRefused(errors)
    refuse_wrong_seating(draft)
    completed = with_penalties_before(report, rules, draft.paid_before)
    if report not in (completed, with_penalties_before(report, rules, {})):
        raise refusals.PenaltiesBeforeDiffer
    warnings = [
        warning for warning in game.find_warnings(report, rules) if warning.code not in report.accepted
    ]
    if warnings:
        raise refusals.WarningsNotAccepted(warnings)
    return score_by_rules(completed, rules)


def refuse_wrong_seating(draft: Draft) -> None:
    seats = seats_of(draft.encounter.stage)
    if set(draft.report.seats) != set(seats):
        raise refusals.WrongSeating(seats=", ".join(seats))


def write_version(
    draft: Draft,
    *,
    encounter: Encounter,
    hand: Hand,
    version: int,
    scored: ScoredReport,
    previous_hash: str,
    players: Players | None = None,
) -> Entry:
    """Build, seal and store the hand's current version; `players` default to those seated now.

    Raises SeatingChanged.
    """
    players = players or seated_players(encounter)
    if draft.seating not in (
        "",
        seating_token({seat: public_id for seat, (_pk, public_id) in players.items()}),
    ):
        raise refusals.SeatingChanged
    version_built = build_version(
        Entry(
            hand=hand,
            version=version,
            entry_key=draft.entry_key,
            report=draft.report.to_json(),
            rule_book=encounter.stage.tournament.rule_book,
            reason_codes=list(draft.reason_codes),
            reason=draft.reason,
            user=draft.change.by.user,
            table_link=draft.change.by.table_link,
            keeper_id=draft.change.by.keeper_id,
            device=draft.change.by.device,
            received_at=draft.change.at,
            entered_at=draft.entered_at,
            previous_hash=previous_hash,
        ),
        report=draft.report,
        scored=scored,
        players=players,
    )
    store_versions([version_built])
    return version_built.entry


def write_withdrawal(draft: Draft, current_entry: Entry, *, previous_hash: str) -> Entry:
    """Store a void version as the hand's current, with the same report, no lines or seats.

    Needs `current_entry.hand.match` loaded.
    """
    hand = current_entry.hand
    entry = Entry(
        hand=hand,
        version=current_entry.version + 1,
        entry_key=draft.entry_key,
        kind=EntryKind.WITHDRAWAL,
        void=True,
        report=current_entry.report,
        lines="[]",
        multiplier=1,
        rule_book=current_entry.rule_book,
        user=draft.change.by.user,
        table_link=draft.change.by.table_link,
        keeper_id=draft.change.by.keeper_id,
        device=draft.change.by.device,
        received_at=draft.change.at,
        previous_hash=previous_hash,
    )
    _seal(entry, [], {})
    store_versions([BuiltVersion(entry)])
    return entry


@dataclass(frozen=True)
class BuiltVersion:
    entry: Entry
    seats: Sequence[EntrySeat] = ()
    seat_events: Sequence[SeatEvent] = ()


def build_version(entry: Entry, *, report: Report, scored: ScoredReport, players: Players) -> BuiltVersion:
    """`hand.match` must be loaded."""
    built = score_version(entry, report=report, scored=scored, players=players)
    _seal(entry, built.seats, {seat: public_id for seat, (_pk, public_id) in players.items()})
    return built


def score_version(entry: Entry, *, report: Report, scored: ScoredReport, players: Players) -> BuiltVersion:
    """Set the entry's kind and score; return it, unsealed, with seats and, unless void, events, unsaved."""
    score = scored.score
    entry.kind = scored.kind
    entry.void, entry.multiplier, entry.lines = score.void, score.multiplier, score.lines_to_json()
    game, points = game_of_rules(rules_of(entry.rule_book)), _points_by_seat(score, report)
    seat_events = () if score.void else game.seat_events_of(report, score.lines)
    seats = [
        EntrySeat(
            entry=entry,
            seat=seat,
            side=side_of(seat),
            player_id=players[seat][0],
            opening=seat_report.opening.value,
            points=points[seat],
            infractions=sum(event.times for event in seat_events if _is_infraction_of(seat, event)),
        )
        for seat, seat_report in report.seats.items()
    ]
    return BuiltVersion(entry, seats, seat_events)


def _points_by_seat(score: Score, report: Report) -> Mapping[str, int]:
    """A side's first seat has its charges."""
    if not score.sides:
        return score.by_seat()
    first_seats = {side_of(seat): seat for seat in reversed(report.playing)}
    return dict.fromkeys(report.seats, 0) | {
        first_seats[side]: points for side, points in score.by_side().items()
    }


def _is_infraction_of(seat: str, event: SeatEvent) -> bool:
    return event.seat == seat and event.kind is SeatEventKind.INFRACTION


def store_versions(versions: Sequence[BuiltVersion]) -> None:
    """Insert sealed versions with seats and events, and make them current.

    Their ids are noted for the request's log line.
    """
    hands = [version.entry.hand for version in versions]
    Hand.objects.bulk_create(hand for hand in hands if not hand.pk)
    Entry.objects.bulk_create(version.entry for version in versions)
    EntrySeat.objects.bulk_create(seat for version in versions for seat in version.seats)
    EntrySeatEvent.objects.bulk_create(
        EntrySeatEvent(seat=seat, kind=event.kind.value, what=event.what, times=event.times)
        for version in versions
        for seat in version.seats
        for event in version.seat_events
        if event.seat == seat.seat
    )
    for version in versions:
        version.entry.hand.current = version.entry
        note_entry(version.entry.public_id)
    Hand.objects.bulk_update(hands, ["current"])


def _seal(entry: Entry, seats: Sequence[EntrySeat], players: Mapping[str, str]) -> None:
    """Set format and the hash that follows `previous_hash`, unsaved; `players` are public ids by seat."""
    entry.seal_format, hand = FORMAT, entry.hand
    entry.hash = seal_entry(
        entry,
        match=str(hand.match.public_id),
        deal=hand.deal,
        rule_book=entry.rule_book.digest,
        seats=seats,
        players=players,
    )
