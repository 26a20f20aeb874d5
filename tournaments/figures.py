"""Small numbers as people type them and addresses hold them."""

from __future__ import annotations

LONGEST = 4
HIGHEST = 10**LONGEST - 1


def figure(typed: object, *, longest: int = LONGEST) -> int | None:
    """A whole number of few digits, where that is what was typed.

    Never `int()` of what was sent: it raises beyond some thousands of digits.
    """
    text = str(typed)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None


class FigureInAddress:
    """`<figure:…>` of an address: longer ones are no address of ours, and no database is asked for them."""

    regex = f"[0-9]{{1,{LONGEST}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int | str) -> str:
        return str(value)
