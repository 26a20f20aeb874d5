from __future__ import annotations

import string

SMALLEST, LARGEST = 3, 6


def group_sizes(entrants: int, groups: int) -> list[int]:
    """Return even sizes, larger ones first."""
    small, larger = divmod(entrants, groups)
    return [small + 1] * larger + [small] * (groups - larger)


def group_name(position: int) -> str:
    """Return A for position 0, B for 1; AA follows Z."""
    alphabet = string.ascii_uppercase
    cycle, letter = divmod(position, len(alphabet))
    return (alphabet[cycle - 1] if cycle else "") + alphabet[letter]
