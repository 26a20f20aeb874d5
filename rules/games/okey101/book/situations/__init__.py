"""What happened? Situations in players’ words, each with the sentences that answer it, the first first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

from rules.games.okey101.book.situations import (
    finishes,
    infractions,
    laying_off,
    matches,
    openings,
    points,
    turns,
)
from rules.sentences import Chapter, Situation

SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = MappingProxyType(
    {
        "turns": turns.ASKED,
        "opening": openings.ASKED,
        "laying-off": laying_off.ASKED,
        "infractions": infractions.ASKED,
        "finish": finishes.ASKED,
        "points": points.ASKED,
        "matches": matches.ASKED,
    }
)


def situations(book: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
    """Give the situations by the chapter that they are about, each with the answers that a book has.

    Those to which it has none are left out.
    """
    known = {one.key for chapter in book for one in chapter.cited}
    found = {}
    for chapter, asked in SITUATIONS.items():
        answered = (
            Situation(one.question, tuple(_answers(one, known)))
            for one in asked
            if one.needs is None or one.needs in known
        )
        found[chapter] = tuple(one for one in answered if one.answers)
    return found


def _answers(asked: Situation, known: Collection[str]) -> Iterator[str]:
    """Give the answers that stand in a book, those about a stage for each of its stages."""
    answers = asked.otherwise if asked.otherwise and asked.answers[0] not in known else asked.answers
    for key in answers:
        of_stages = (key, *(f"{key}-{letter}" for letter in ascii_lowercase))
        yield from (one for one in of_stages if one in known)
