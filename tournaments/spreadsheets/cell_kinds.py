"""Recognizes the texts of cells that hold no text, such as dates."""

from __future__ import annotations

import re
from typing import Final

_DAY: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"
_MOMENT: Final = re.compile(rf"{_DAY}(?:[ T]+{_TIME}.*)?|{_TIME}")


def is_moment(cell: str) -> bool:
    """Return whether it is a date, a time or both, as in the time stamps of forms."""
    return _MOMENT.fullmatch(cell) is not None
