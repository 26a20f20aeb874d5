from __future__ import annotations

import string

SMALLEST, LARGEST = 3, 6


def group_sizes(entrants: int, groups: int) -> list[int]:
    """Return sizes as even as possible, larger ones first: 14 entrants in 4 groups give [4, 4, 3, 3]."""
    small, larger = divmod(entrants, groups)
    return [small + 1] * larger + [small] * (groups - larger)


def group_name(position: int) -> str:
    """Return A for the first group (position 0), B for the second; AA follows Z."""
    letters = string.ascii_uppercase
    again, letter = divmod(position, len(letters))
    return (letters[again - 1] if again else "") + letters[letter]
