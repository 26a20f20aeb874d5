from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle

import pytest

from rules.games.okey101.amounts import factors_of
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import PartnerCancels
from rules.hands import HandReport, Opening, Outcome
from rules.seats import partner_of
from rules.tiles import FALSE_OKEY
from tests.rules.games.okey101.random_hands import CHOICES, possible_hands

pytestmark = pytest.mark.slow

HANDS = 800


@dataclass(frozen=True)
class SwitchedLine:
    """A line that only one of two rule sets gives."""

    hand: HandReport
    seat: str
    rule: str

    @property
    def entry(self):
        return self.hand.seats[self.seat]

    @property
    def is_of_partner(self):
        return self.hand.finished and partner_of(self.seat, self.hand.playing) == self.hand.finisher

    @property
    def is_partner_cancelled(self):
        return self.is_of_partner and self.rule == "partner_cancelled"

    @property
    def is_multiplied(self):
        return bool(factors_of(self.hand))

    @property
    def is_infraction(self):
        return self.rule.startswith("infraction.")

    @property
    def has_no_opening(self):
        opened = any(entry.opened for _, entry in self.hand.entries())
        return self.hand.outcome is Outcome.DECK_EXHAUSTED and not opened


def _rack(part: SwitchedLine) -> bool:
    return part.rule in ("rack", "rack_of_pairs") or part.is_partner_cancelled


def _okey(part: SwitchedLine) -> bool:
    return part.rule == "okey_left" or part.is_partner_cancelled


def _foul(part: SwitchedLine) -> bool:
    return part.is_infraction or part.is_partner_cancelled


MAY_CHANGE: dict[str, Callable[[SwitchedLine], bool]] = {
    "partner_cancels": lambda part: part.is_of_partner,
    "okey_left": _okey,
    "okey_left_multiplied": lambda part: _okey(part) and part.is_multiplied,
    "okey_left_when_unopened": lambda part: _okey(part) and not part.entry.opened,
    "infractions_multiplied": lambda part: (
        _foul(part) and part.is_multiplied and part.seat != part.hand.finisher
    ),
    "okey_face_counts": _rack,
    "false_okey_value": lambda part: _rack(part) and FALSE_OKEY.code in (part.entry.rack.tiles or ()),
    "multiplier": lambda part: part.is_multiplied,
    "pairs_doubled_on_exhaustion": lambda part: (
        part.rule == "rack_of_pairs" and not part.hand.finished and part.entry.opening is Opening.PAIRS
    ),
    "nobody_opened": lambda part: part.has_no_opening,
    "unopened_cap": lambda part: (
        part.rule == "unopened" or (part.is_partner_cancelled and not part.entry.opened)
    ),
    "infractions": _foul,
}
"""The lines a switch may change; one that isn't listed changes none."""

MAY_REFUSE = {
    "double_okey": {
        "double_okey_not_in_rule_set",
        "pairs_finish_with_double_okey",
        "pairs_finish_needs_open_series",
    },
    "double_okey_with_pairs": {"pairs_finish_with_double_okey", "pairs_finish_needs_open_series"},
    "okey_face_counts": {"indicator_missing"},
    "false_okey_value": {"rack_out_of_range"},
    "ending": {"direct_finish_with_pairs", "pairs_finish_needs_open_series"},
    "infractions": {"unknown_infraction"},
}
"""The further errors a switch may cause; none if not listed."""


@cache
def hands() -> list[tuple[HandReport, RuleSet]]:
    return [(parse_report(hand), rules) for hand, rules in possible_hands(101, HANDS)]


def others(rules: RuleSet, switch: str) -> list[RuleSet]:
    values = CHOICES.get(switch, [{}, dict.fromkeys(INFRACTIONS, 77)])
    return [replace(rules, **{switch: value}) for value in values if value != getattr(rules, switch)]


def lines(report: HandReport, rules: RuleSet) -> Counter[tuple[str, str, int, str]]:
    return Counter(
        (line.seat, line.rule, line.points, line.text.en) for line in score_hand(report, rules).lines
    )


@pytest.mark.parametrize("switch", SWITCHES)
def test_switch_changes_only_what_its_sentence_says(switch):
    changed = 0
    for report, rules in hands():
        for changed_rules in others(rules, switch):
            refused = {error.code for error in find_errors(report, changed_rules)}
            assert refused <= MAY_REFUSE.get(switch, set())
            if refused:
                continue
            lines_before, lines_after = lines(report, rules), lines(report, changed_rules)
            for seat, rule, *_ in (lines_before - lines_after) + (lines_after - lines_before):
                changed_line = SwitchedLine(report, seat, rule)
                assert switch in MAY_CHANGE, (switch, changed_line)
                assert MAY_CHANGE[switch](changed_line), (switch, changed_line, rules.to_json())
                changed += 1
    assert (changed > 0) is (switch in MAY_CHANGE)


@pytest.mark.parametrize("switch", MAY_REFUSE)
def test_switch_that_may_refuse_does(switch):
    codes = {
        error.code
        for report, rules in hands()
        for changed_rules in others(rules, switch)
        for error in find_errors(report, changed_rules)
    }
    assert codes == MAY_REFUSE[switch]


def test_multiplier_is_the_product_of_the_factors_named():
    for report, rules in hands():
        score = score_hand(report, rules)
        factors = factors_of(report)
        product = 1
        for factor in factors:
            product *= factor.amount
        expected = {"product": product, "none": 1}
        expected["highest"] = max((factor.amount for factor in factors), default=1)
        assert score.multiplier == expected[rules.multiplier]


def test_infraction_adds_exactly_its_amount():
    codes = cycle(INFRACTIONS)
    for report, rules_drawn in hands():
        code = next(codes)
        rules = replace(
            rules_drawn,
            infractions={**rules_drawn.infractions, code: 77},
            partner_cancels=PartnerCancels.HAND,
        )
        score = score_hand(report, rules)
        if score.void or score.lines[0].rule == "nobody_opened":
            continue
        for seat in report.playing:
            fouled = with_foul(report, seat, code)
            times = score.multiplier if rules.infractions_multiplied and seat != report.finisher else 1
            added = {other: 77 * times if other == seat else 0 for other in report.playing}
            before_foul, after_foul = score.by_seat(), score_hand(fouled, rules).by_seat()
            assert {other: after_foul[other] - before_foul[other] for other in report.playing} == added


def with_foul(report: HandReport, seat: str, code: str) -> HandReport:
    data = report.to_dict()
    entry = data["seats"][seat]  # type: ignore[index]
    entry["infractions"] = [*entry.get("infractions", []), {"code": code, "count": 1}]
    return parse_report(data)
