"""What is wrong with a hand report, all at once: errors refuse it, warnings doubt it (RULES §5)."""

from rules.doubts import find_warnings, unaccepted_warnings
from rules.objections import ERROR_CODES, FIELDS, WARNING_CODES, Problem, concerns
from rules.refusals import find_errors

__all__ = [
    "ERROR_CODES",
    "FIELDS",
    "WARNING_CODES",
    "Problem",
    "concerns",
    "find_errors",
    "find_warnings",
    "unaccepted_warnings",
]
