from __future__ import annotations

_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks without a visible glyph."""


def without_invisible(text: str) -> str:
    """Spaces and line ends stay."""
    if text.isprintable() and _BLANK_LETTERS.isdisjoint(text):
        return text
    return "".join(
        sign for sign in text if sign.isspace() or (sign.isprintable() and sign not in _BLANK_LETTERS)
    )


def escape_for_terminal(text: str) -> str:
    return "".join(
        letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text
    )


def is_visible_name(name: str) -> bool:
    """Return whether a name has visible characters only, at least one."""
    bare = name.replace(" ", "")
    return bool(bare) and bare == one_line(name).replace(" ", "")


def one_line(text: str) -> str:
    return " ".join(without_invisible(text).split())
