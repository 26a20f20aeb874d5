"""How many groups of which size a number of entrants makes, and which of them feed a bracket."""

from __future__ import annotations

import string

SMALLEST, LARGEST = 3, 6
FEWEST_ENTRANTS, MOST_ENTRANTS = 4, 32


def group_sizes(entrants: int, groups: int) -> list[int]:
    """Sizes as even as can be, larger ones first: 14 entrants in 4 groups are [4, 4, 3, 3]."""
    small, larger = divmod(entrants, groups)
    return [small + 1] * larger + [small] * (groups - larger)


def group_name(position: int) -> str:
    """A for the first group, position counted from 0; AA follows Z."""
    letters = string.ascii_uppercase
    again, letter = divmod(position, len(letters))
    return (letters[again - 1] if again else "") + letters[letter]


def sizes_allowed(sizes: list[int]) -> bool:
    return bool(sizes) and all(SMALLEST <= size <= LARGEST for size in sizes)


def feeds_bracket(groups: int, advance: int) -> bool:
    """One group has no bracket, its first is champion; more must send 2, 4, 8, 16… entrants on."""
    return groups == 1 or (groups * advance).bit_count() == 1


def possible_group_counts(entrants: int, advance: int) -> list[int]:
    """Every number of groups that is allowed for so many entrants, ascending."""
    counts = range(1, entrants // SMALLEST + 1)
    return [
        count
        for count in counts
        if sizes_allowed(group_sizes(entrants, count)) and feeds_bracket(count, advance)
    ]


def nearest_group_counts(entrants: int, advance: int, wanted: int) -> list[int]:
    """The possible numbers of groups next below and next above the wanted one."""
    possible = possible_group_counts(entrants, advance)
    below = [count for count in possible if count <= wanted][-1:]
    above = [count for count in possible if count > wanted][:1]
    return below + above
