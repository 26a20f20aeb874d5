from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tournaments.naming.names import plain_words

MAX_DISTANCE: Final = 2
LONG_NAME: Final = 10
"""Names of this length may differ by two letters, shorter ones by one: Can Su is not Cem Su."""
_DIGITS = re.compile(r"\d+")


def spelling_key(name: str) -> str:
    """Ignores case, accents, Turkish letters and word order."""
    return " ".join(sorted(plain_words(name)))


def edit_distance(first: str, second: str) -> int | None:
    """Return 0 for the same `spelling_key`, None above MAX_DISTANCE edits, in short names above one.

    Two swapped letters are one edit; a first or last word may be at the other end. Numbers must be equal.
    """
    first_words, second_words = plain_words(first), plain_words(second)
    if sorted(first_words) == sorted(second_words):
        return 0
    lengths = [len(" ".join(words)) for words in (first_words, second_words)]
    most = MAX_DISTANCE if min(lengths) >= LONG_NAME else 1
    if max(lengths) - min(lengths) > most or len(_letters(first) ^ _letters(second)) > 2 * most:
        return None  # cheap check that rejects nearly all pairs of a club of thousands
    if sorted(_DIGITS.findall(first)) != sorted(_DIGITS.findall(second)):
        return None
    rotations = {second_words, second_words[-1:] + second_words[:-1], second_words[1:] + second_words[:1]}
    texts = [(" ".join(first_words), " ".join(words)) for words in rotations]
    distances = [distance for pair in texts if (distance := _damerau_distance(*pair, most)) is not None]
    return min(distances, default=None)


@lru_cache(maxsize=20_000)
def _letters(name: str) -> frozenset[str]:
    return frozenset("".join(plain_words(name)))


def _damerau_distance(first: str, second: str, most: int) -> int | None:
    """Return the number of edits, None above `most`; two swapped letters are one."""
    before: Sequence[int] = []
    row: Sequence[int] = range(len(second) + 1)
    for index, letter in enumerate(first):
        before, above, row = row, before, [index + 1]
        for column, target in enumerate(second):
            changed = before[column] + (letter != target)
            cheapest = min(changed, before[column + 1] + 1, row[column] + 1)
            if index and column and (letter, first[index - 1]) == (second[column - 1], target):
                cheapest = min(cheapest, above[column - 1] + 1)
            row = [*row, cheapest]
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
