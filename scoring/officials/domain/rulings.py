from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.hands import Infraction, Report
from rules.reports import MOST_INFRACTIONS
from rules.rulesets import RuleSet
from rules.rulings import MOST_POINTS, fixed_score, replayed_score
from scoring.enums import CallState, EntryKind
from scoring.ledger import refusals
from scoring.ledger.hand_versions import (
    Draft,
    ScoredReport,
    refuse_wrong_seating,
    score_by_rules,
    with_penalties_before,
)
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.seating import seats_of
from scoring.models import Call, Entry
from scoring.officials.domain.amendments import LONGEST_REASON, ReasonTooLong
from scoring.play import calls
from scoring.play.corrections import correct_hand
from scoring.play.recording import RecordedEntry, record_hand
from scoring.play.ruling_authority import require_referee
from tournaments.models import Encounter
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.schedule.change import Change


class RulingReasonMissing(Refused):
    code = "ruling_reason_missing"
    template = _("A ruling needs a reason. Everyone sees it next to the hand.")


class PointsOutOfRange(Refused):
    code = "points_out_of_range"
    template = _("Enter a whole number from −%(most)s to %(most)s for each player.")


class NothingToRuleOn(Refused):
    code = "nothing_to_rule_on"
    template = _("This hand is not saved yet. You can only fix its points and enter what is known about it.")


class PointsAreFixed(Refused):
    code = "points_are_fixed"
    template = _("This hand has a ruling that the rules can't score. Fix its points again instead.")


class TooManyInfractions(Refused):
    code = "too_many_infractions"
    template = _("A player can have at most %(most)s infractions in a hand.")


class NoInfractions(Refused):
    code = "no_infractions"
    template = _("Under the rules of this tournament, infractions cost nothing.")


@dataclass(frozen=True)
class FixedPoints:
    """Points by seat, or by side if the game charges sides.

    `unrecorded_report` is of a hand not in the ledger and may be invalid.
    """

    points: Mapping[str, int]
    unrecorded_report: Report | None = None

    def report(self, current_entry: Entry | None) -> Report:
        if current_entry is not None:
            return report_of(current_entry)
        if self.unrecorded_report is None:
            raise NothingToRuleOn
        return self.unrecorded_report

    def judge(self, draft: Draft, rules: RuleSet) -> ScoredReport:
        """Score by the fixed points, without a report.

        Raises WrongSeating unless exactly the payers have some, PointsOutOfRange.
        """
        refuse_wrong_seating(draft)
        game = game_of_rules(rules)
        charged = game.payers_of(seats_of(draft.encounter.stage))
        if set(self.points) != set(charged):
            raise refusals.WrongSeating(seats=", ".join(charged))
        if any(abs(points) > MOST_POINTS for points in self.points.values()):
            raise PointsOutOfRange(most=MOST_POINTS)
        score = fixed_score({code: self.points[code] for code in charged}, by_side=game.charges_sides)
        return ScoredReport(score, EntryKind.RULING)


@dataclass(frozen=True)
class Replay:
    def report(self, current_entry: Entry | None) -> Report:
        if current_entry is None:
            raise NothingToRuleOn
        return report_of(current_entry)

    def judge(self, draft: Draft, rules: RuleSet) -> ScoredReport:
        game = game_of_rules(rules)
        score = replayed_score(game.payers_of(draft.report.seats), by_side=game.charges_sides)
        return ScoredReport(score, EntryKind.RULING)


@dataclass(frozen=True)
class AddedInfraction:
    seat: str
    code: str
    count: int = 1

    def report(self, current_entry: Entry | None) -> Report:
        """Return the recorded report with this infraction added.

        Raises NothingToRuleOn without a hand, PointsAreFixed after fixed points, WrongSeating,
        TooManyInfractions.
        """
        if current_entry is None:
            raise NothingToRuleOn
        if not current_entry.scored_by_rules:
            raise PointsAreFixed
        reported = report_of(current_entry)
        seat_report = reported.seats.get(self.seat)
        if seat_report is None:
            raise refusals.WrongSeating(seats=", ".join(reported.seats))
        if seat_report.infraction_count + self.count > MOST_INFRACTIONS:
            raise TooManyInfractions(most=MOST_INFRACTIONS)
        fouls = (*seat_report.infractions, Infraction(self.code, self.count))
        return replace(reported, seats={**reported.seats, self.seat: replace(seat_report, infractions=fouls)})

    def judge(self, draft: Draft, rules: RuleSet) -> ScoredReport:
        """Score as a ruling, ignoring warnings.

        Raises NoInfractions if they cost nothing in these rules, HandRefused.
        """
        game = game_of_rules(rules)
        if not game.fined_infractions(rules):
            raise NoInfractions
        errors = game.find_errors(draft.report, rules)
        if errors:
            raise refusals.HandRefused(errors)
        return score_by_rules(
            with_penalties_before(draft.report, rules, draft.paid_before), rules, EntryKind.RULING
        )


Ruling = FixedPoints | Replay | AddedInfraction


def rule_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    version: int,
    ruling: Ruling,
    reason: str,
    entry_key: str,
    change: Change,
    reason_codes: Sequence[str] = (),
    call: Call | None = None,
) -> RecordedEntry:
    """Record a ruling over `version`, or for the next deal (0), and close `call`.

    Repeating the key with the same ruling returns the first result. Stores nothing if it raises MayNotRule,
    RulingReasonMissing, ReasonTooLong, NothingToRuleOn, PointsOutOfRange, PointsAreFixed, NoInfractions,
    TooManyInfractions, WrongSeating, and what `correct_hand` or, for the next deal, `record_hand` raises.
    """
    require_referee(change.by, encounter.stage.tournament)
    reason = _clean_reason(reason, reason_codes)
    report = ruling.report(_find_entry(encounter, match, deal, version))
    hand: dict[str, Any] = {"encounter": encounter, "match": match, "deal": deal, "report": report}
    hand |= {"reason": reason, "reason_codes": reason_codes, "entry_key": entry_key}
    hand |= {"judge": ruling.judge, "action": "hand_ruled"}
    with transaction.atomic():
        locked_call = calls.lock_call(call) if call is not None else None
        if version:
            recorded = correct_hand(**hand, version=version, change=change)
        else:
            recorded = record_hand(**hand, by=change.by, at=change.at)
        if recorded.repeated and not _is_same_ruling(recorded.entry, ruling, (reason, list(reason_codes))):
            raise refusals.EntryKeyReused
        if locked_call is not None and locked_call.state != CallState.CLOSED:
            calls.close_call(
                call=locked_call,
                answer=reason,
                answer_codes=reason_codes,
                by=change.by,
                at=change.at,
                ruling=recorded.entry,
            )
    return recorded


def _clean_reason(typed: str, codes: Sequence[str]) -> str:
    reason = one_line(typed)
    if not (codes or reason):
        raise RulingReasonMissing
    if len(reason) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    return reason


def _find_entry(encounter: Encounter, match: int, deal: int, version: int) -> Entry | None:
    if not version:
        return None
    place = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    entry = Entry.objects.select_related("rule_book").filter(**place, version=version).first()
    if entry is None:
        raise refusals.NoSuchHand
    return entry


def points_of(entry: Entry) -> dict[str, int]:
    """Like `FixedPoints.points`."""
    column = "side" if game_of_rules(rules_of(entry.rule_book)).charges_sides else "seat"
    charged: Counter[str] = Counter()
    for code, points in entry.seats.order_by("seat").values_list(column, "points"):
        charged[code] += points
    return dict(charged)


def _is_same_ruling(entry: Entry, ruling: Ruling, reason: tuple[str, list[str]]) -> bool:
    """Compare kind, fixed points, and reason with its codes, not the infraction."""
    if (entry.kind, (entry.reason, entry.reason_codes)) != (EntryKind.RULING, reason):
        return False
    match ruling:
        case FixedPoints():
            fixed = not entry.scored_by_rules and not entry.void
            return fixed and points_of(entry) == dict(ruling.points)
        case Replay():
            return not entry.scored_by_rules and entry.void
    return entry.scored_by_rules
