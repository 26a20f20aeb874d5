from collections.abc import Iterator
from typing import Final

from rules import refusals
from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import RuleSet
from rules.hands import LastTile
from rules.text import Text
from rules.validation import ERROR_CODES, Problem, once_each, problem

OWN_ERROR_CODES: Final = {
    "indicator_not_in_rule_set": Text(
        "Bu kural setinde gösterge göstermenin puanı yok.",
        "In this rule set, showing the indicator costs nobody anything.",
    )
}
"""The refusal codes of this game only, with their messages."""


OUTDATED_REFUSALS: Final = ("indicator_not_in_rule_set",)
"""Refusals that don't apply to hands played by other rules: a shown indicator then costs nothing."""


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    """Return every error, one per code and seat (RULES §5, §7)."""
    return once_each(_found(report, rules), (*ERROR_CODES, *OWN_ERROR_CODES))


def find_warnings(_report: HandReport, _rules: RuleSet) -> list[Problem]:
    return []


def _found(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    yield from refusals.seats(report, indicator_shown_by=report.indicator_shown_by)
    yield from refusals.finisher_named(report)
    if not report.finished and report.finish != Finish():
        yield problem("finish_without_finisher", None, "finish")
    if report.finish.last_tile is LastTile.DOUBLE_OKEY:
        yield problem("double_okey_not_in_rule_set", None, "last_tile")
    if any(points < 0 for points in report.before.values()):
        yield problem("negative_value", None, "before")
    if report.indicator_shown_by is not None and not rules.indicator_shown:
        code = "indicator_not_in_rule_set"
        yield problem(code, None, "indicator_shown_by", words=OWN_ERROR_CODES[code])
