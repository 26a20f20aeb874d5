"""Recognizes the texts of cells that hold no text, such as dates."""

from __future__ import annotations

import re
from typing import Final

_DAY: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"
_MOMENT: Final = re.compile(rf"{_DAY}(?:[ T]+{_TIME}.*)?|{_TIME}")

_DURATION: Final = rf"-?\d+ days?, {_TIME}"
_SHORT_DATE: Final = (
    r"\d{1,2}[.-](?:oca|şub|mar|nis|may|haz|tem|ağu|eyl|eki|kas|ara|jan|feb|apr|jun|jul|aug|sep|oct|nov|dec)"
    r"(?:[.-]\d{2,4})?"
)
_NO_TEXT: Final = re.compile(rf"{_DURATION}|{_SHORT_DATE}|-?\d+[.,]\d+|#[\w/]+[!?]?", re.IGNORECASE)
_TRUTH_VALUE: Final = re.compile("true|false|doğru|yanlış", re.IGNORECASE)


def holds_no_text(cell: str) -> bool:
    """Return whether a spreadsheet made a date, time, fraction or error of what was typed."""
    return is_moment(cell) or _NO_TEXT.fullmatch(cell) is not None


def is_truth_value(cell: str) -> bool:
    return _TRUTH_VALUE.fullmatch(cell) is not None


def is_moment(cell: str) -> bool:
    """Return whether it is a date, a time or both, as in the time stamps of forms."""
    return _MOMENT.fullmatch(cell) is not None
