"""What people type and paste, without what nobody sees: two names that read alike are one name."""

from __future__ import annotations

_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""


def visible(text: str) -> str:
    """A text without control characters, formatting signs and blank letters; spaces and line ends stay."""
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return "".join(sign for sign in text if sign.isspace() or (sign.isprintable() and sign not in _BLANK))


def escaped(text: str) -> str:
    """A text for a terminal: what it can't show, or would obey, is escaped; line ends stay."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text
    )


def is_visible_name(name: str) -> bool:
    """Whether a name has a visible letter or sign, and nothing else but spaces."""
    bare = name.replace(" ", "")
    return bool(bare) and bare == one_line(name).replace(" ", "")


def one_line(text: str) -> str:
    """One line of what can be read, its words one space apart: what people paste may hold anything."""
    return " ".join(visible(text).split())
