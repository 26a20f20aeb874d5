from collections.abc import Iterator
from typing import Final

from rules import validation
from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import RuleSet
from rules.hands import LastTile
from rules.localized_text import Text
from rules.validation import ERROR_CODES, Problem, create_problem, unique_problems

OWN_ERROR_CODES: Final = {
    "indicator_not_in_rule_set": Text(
        "Bu kural setinde gösterge göstermenin puanı yok.",
        "In this rule set, showing the indicator costs nobody anything.",
    )
}


OUTDATED_REFUSALS: Final = ("indicator_not_in_rule_set",)
"""Not for hands by other rules: a shown indicator then costs nothing."""


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    return unique_problems(_find_all_errors(report, rules), (*ERROR_CODES, *OWN_ERROR_CODES))


def find_warnings(_report: HandReport, _rules: RuleSet) -> list[Problem]:
    return []


def _find_all_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    """Check seats, finisher, finish, penalties before and shown indicator."""
    yield from validation.seat_errors(report, indicator_shown_by=report.indicator_shown_by)
    yield from validation.finisher_errors(report)
    if not report.finished and report.finish != Finish():
        yield create_problem("finish_without_finisher", None, "finish")
    if report.finish.last_tile is LastTile.DOUBLE_OKEY:
        yield create_problem("double_okey_not_in_rule_set", None, "last_tile")
    if any(points < 0 for points in report.before.values()):
        yield create_problem("negative_value", None, "before")
    if report.indicator_shown_by is not None and not rules.indicator_shown:
        code = "indicator_not_in_rule_set"
        yield create_problem(code, None, "indicator_shown_by", words=OWN_ERROR_CODES[code])
