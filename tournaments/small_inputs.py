from __future__ import annotations

import re
from datetime import date
from typing import Final

MAX_DIGITS = 4
MAX_NUMBER = 10**MAX_DIGITS - 1


def parse_small_number(typed: object, *, longest: int = MAX_DIGITS) -> int | None:
    """Return at most `longest` digits; `int()` raises on thousands."""
    text = str(typed)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None


_DAY: Final = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_ISO: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]00:00(?::00)?)?")


def parse_day(typed: str) -> date | None:
    """Accept 3.11.2026, 2026-11-03 and a spreadsheet's midnight."""
    try:
        if match := _DAY.fullmatch(typed):
            return date(int(match[3]), int(match[2]), int(match[1]))
        match = _ISO.fullmatch(typed)
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


class SmallNumberConverter:
    """No query runs for longer numbers."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int | str) -> str:
        return str(value)
