"""RULES §5."""

from collections.abc import Iterator
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.racks import count_rack
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import is_void, partner_finished
from rules.games.okey101.switches import PartnerCancels
from rules.hands import HandReport, Opening
from rules.localized_text import Text
from rules.strict_json import quote_names
from rules.tiles import parse_indicator
from rules.validation import WARNING_CODES, Problem, create_problem, unique_problems

MANY_INFRACTIONS: Final = 6
ONE_ACT: Final = (
    ("opening_taken_back", "invalid_opening"),
    ("invalid_opening", "invalid_meld"),
    ("okey_discard", "playable_discard"),
    ("side_tile_returned", "taken_tile_not_opened"),
)
"""Codes that can't both be for one act, which costs 101 once (chosen)."""


def find_warnings(report: HandReport, rules: RuleSet) -> list[Problem]:
    """Return the first warning of each code and seat, accepted ones too; none if the hand is void."""
    if is_void(report, rules):
        return []
    warnings = [
        *_empty_rack_warnings(report, rules),
        *_playable_discard_warnings(report),
        *_many_infractions_warnings(report),
        *_one_act_twice_warnings(report),
    ]
    return unique_problems(warnings, WARNING_CODES)


def unaccepted_warnings(report: HandReport, rules: RuleSet) -> list[Problem]:
    return [warning for warning in find_warnings(report, rules) if warning.code not in report.accepted]


def _empty_rack_warnings(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    indicator = parse_indicator(report.indicator)
    for seat, entry in report.entries():
        excused = seat == report.finisher or _rack_is_cancelled(seat, report, rules)
        if entry.opened and not excused and count_rack(entry.rack, indicator, rules).empty:
            yield create_problem("empty_rack_without_finish", seat, "points")


def _rack_is_cancelled(seat: str, report: HandReport, rules: RuleSet) -> bool:
    return partner_finished(report, seat) and rules.partner_cancels is not PartnerCancels.NOTHING


def _playable_discard_warnings(report: HandReport) -> Iterator[Problem]:
    if any(entry.opening is Opening.SERIES for _, entry in report.entries()):
        return
    for seat, entry in report.entries():
        if entry.count_of("playable_discard"):
            yield create_problem("playable_discard_without_series", seat, "infractions")


def _many_infractions_warnings(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        if entry.infraction_count > MANY_INFRACTIONS:
            yield create_problem("many_infractions", seat, "infractions")


def _one_act_twice_warnings(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        pair = next((pair for pair in ONE_ACT if all(entry.count_of(code) > 0 for code in pair)), None)
        if pair:
            names = [INFRACTIONS[code].name for code in pair]
            detail = Text(quote_names([name.tr for name in names]), quote_names([name.en for name in names]))
            yield create_problem("one_act_twice", seat, "infractions", detail)
