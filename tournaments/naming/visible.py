"""What people type and paste, without what nobody sees: two names that read alike are one name."""

from __future__ import annotations

_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""


def visible(text: str) -> str:
    """A text without control characters, formatting signs and blank letters; spaces and line ends stay."""
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return "".join(sign for sign in text if sign.isspace() or (sign.isprintable() and sign not in _BLANK))


def one_line(text: str) -> str:
    """One line of what can be read, its words one space apart: what people paste may hold anything."""
    return " ".join(visible(text).split())
