from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.book.switch_examples import ExampleResult
from rules.games.okey101.book.wording import describe_hand
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.openings import LaidOpening, judge_opening
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, Infraction, SeatReport
from rules.localized_text import Text, format_number
from rules.tiles import parse_tile, tile_name

_INDICATOR: Final = "b5"
"""For hands with any indicator."""


@dataclass(frozen=True, slots=True)
class HandExample:
    report: HandReport

    @property
    def description(self) -> Text:
        description = describe_hand(self.report)
        if self.report.indicator is None:
            return description
        indicator = tile_name(parse_tile(self.report.indicator))
        return Text(
            f"Gösterge {indicator.tr}. {description.tr}", f"The indicator is {indicator.en}. {description.en}"
        )

    def adapt_to_rules(self, rules: RuleSet) -> "HandExample":
        """Return the hand with an infraction of the rules, and an indicator where needed."""
        fined_code = next((code for code in INFRACTIONS if code in rules.infractions), None)
        seats = {seat: _adapt_entry(entry, fined_code, rules) for seat, entry in self.report.seats.items()}
        indicator = self.report.indicator or (_INDICATOR if rules.okey_face_counts else None)
        return HandExample(replace(self.report, seats=seats, indicator=indicator))

    def show(self, rules: RuleSet) -> ExampleResult:
        errors = find_errors(self.report, rules)
        if errors:
            return ExampleResult(verdict=errors[0].message)
        score = score_hand(self.report, rules)
        verdict = score.lines[0].text if score.void else None
        return ExampleResult(score.by_seat(), score.by_side(), score.lines, verdict)


@dataclass(frozen=True, slots=True)
class OpeningExample:
    description: Text
    laid: LaidOpening

    def adapt_to_rules(self, _rules: RuleSet) -> "OpeningExample":
        return self

    def show(self, rules: RuleSet) -> ExampleResult:
        judged = judge_opening(self.laid, rules)
        return ExampleResult(verdict=_opening_verdict(judged.total, valid=judged.valid))


def _adapt_entry(entry: SeatReport, fined_code: str | None, rules: RuleSet) -> SeatReport:
    fouls = [
        (foul, foul.code if foul.code in rules.infractions else fined_code) for foul in entry.infractions
    ]
    infractions = tuple(Infraction(code, foul.count) for foul, code in fouls if code)
    return replace(entry, infractions=infractions)


def hand_example(hand: Mapping[str, Any]) -> HandExample:
    return HandExample(parse_report(dict(hand)))


def _opening_verdict(total: int, *, valid: bool) -> Text:
    tr, en = format_number(total, "tr"), format_number(total, "en")
    if valid:
        return Text(f"Açar: {tr}", f"Opens: {en}")
    return Text(f"Açmaz: {tr}", f"Does not open: {en}")
