"""Small numbers as people type them and addresses hold them."""

from __future__ import annotations

LONGEST = 4


def figure(typed: object, *, longest: int = LONGEST) -> int | None:
    """A whole number of few digits, where that is what was typed.

    Never `int()` of what was sent: it raises beyond some thousands of digits.
    """
    text = str(typed)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None
