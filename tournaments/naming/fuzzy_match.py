"""Names that may be one person's: typed without Turkish letters, in turned order, a letter or two amiss."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tournaments.naming.names import plain_words

MOST_APART: Final = 2
LONG_NAME: Final = 10
"""A name of so many letters may be two letters amiss, a shorter one a single one: Can Su is not Cem Su."""
_DIGITS = re.compile(r"\d+")


def spelling(name: str) -> str:
    """The same for all names that differ by case, accents, Turkish letters or the order of their words."""
    return " ".join(sorted(plain_words(name)))


def apart(one: str, other: str) -> int | None:
    """How many letters are amiss between two names of perhaps one person; None where they are too unlike.

    0 where spelling them alike leaves no difference. Two letters that changed places are one amiss. Whoever
    bears a number was given it to be told from others: it must be the same.
    """
    mine, theirs = plain_words(one), plain_words(other)
    if sorted(mine) == sorted(theirs):
        return 0
    lengths = [len(" ".join(words)) for words in (mine, theirs)]
    most = MOST_APART if min(lengths) >= LONG_NAME else 1
    if max(lengths) - min(lengths) > most or len(_letters(one) ^ _letters(other)) > 2 * most:
        return None  # in a club of thousands nearly all are told from each other here
    if sorted(_DIGITS.findall(one)) != sorted(_DIGITS.findall(other)):
        return None
    turned = {theirs, theirs[-1:] + theirs[:-1], theirs[1:] + theirs[:1]}
    texts = [(" ".join(mine), " ".join(words)) for words in turned]
    found = [amiss for pair in texts if (amiss := _amiss(*pair, most)) is not None]
    return min(found, default=None)


@lru_cache(maxsize=20_000)
def _letters(name: str) -> frozenset[str]:
    return frozenset("".join(plain_words(name)))


def _amiss(one: str, other: str, most: int) -> int | None:
    """The letters to type, leave out, change or turn round to make one text of the other, if no more."""
    before: Sequence[int] = []
    row: Sequence[int] = range(len(other) + 1)
    for at, letter in enumerate(one):
        before, above, row = row, before, [at + 1]
        for place, wanted in enumerate(other):
            changed = before[place] + (letter != wanted)
            cheapest = min(changed, before[place + 1] + 1, row[place] + 1)
            if at and place and (letter, one[at - 1]) == (other[place - 1], wanted):
                cheapest = min(cheapest, above[place - 1] + 1)
            row = [*row, cheapest]
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
