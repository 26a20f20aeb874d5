"""Small numbers and days as people type them, and addresses and tables hold them."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

LONGEST = 4
HIGHEST = 10**LONGEST - 1


def figure(typed: object, *, longest: int = LONGEST) -> int | None:
    """A whole number of few digits, where that is what was typed.

    Never `int()` of what was sent: it raises beyond some thousands of digits.
    """
    text = str(typed)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None


_DAY: Final = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_ISO: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]00:00(?::00)?)?")


def day(typed: str) -> date | None:
    """A day as it is typed, 3.11.2026 or 2026-11-03, or as a spreadsheet holds it; None where it is none."""
    try:
        if told := _DAY.fullmatch(typed):
            return date(int(told[3]), int(told[2]), int(told[1]))
        told = _ISO.fullmatch(typed)
        return date.fromisoformat(told[1]) if told else None
    except ValueError:
        return None


class FigureInAddress:
    """`<figure:…>` of an address: longer ones are no address of ours, and no database is asked for them."""

    regex = f"[0-9]{{1,{LONGEST}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int | str) -> str:
        return str(value)
