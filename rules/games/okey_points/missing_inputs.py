from typing import Final

from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.localized_text import Text
from rules.validation import Problem, create_problem

_ONE_COLOUR_QUESTION: Final = Text(
    "Bütün taşlar tek renkten miydi, o zaman sorulmamıştı.",
    "It was not asked whether all tiles were of one colour.",
)
_RED_OR_BLACK_QUESTION: Final = Text(
    "Bütün taşlar kırmızı ya da siyah mıydı, o zaman sorulmamıştı.",
    "It was not asked whether all tiles were red or black.",
)


def missing_inputs(report: HandReport, old_rules: RuleSet, rules: RuleSet) -> list[Problem]:
    """Return a warning if a finish may double and the old rules didn't ask."""
    doubles = rules.one_colour_doubles
    if not report.finished or doubles is OneColourDoubles.NO:
        return []
    if _is_colour_known(report.finish, old_rules.one_colour_doubles, doubles):
        return []
    question = _ONE_COLOUR_QUESTION if doubles is OneColourDoubles.YES else _RED_OR_BLACK_QUESTION
    return [create_problem("one_colour", None, "finish", words=question)]


def _is_colour_known(finish: Finish, old_doubles: OneColourDoubles, doubles: OneColourDoubles) -> bool:
    """Return whether the report says if it doubles."""
    if doubles is OneColourDoubles.YES:
        return old_doubles is doubles or finish.is_one_colour
    return old_doubles is doubles or (old_doubles is OneColourDoubles.YES and not finish.is_one_colour)
