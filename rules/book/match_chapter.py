"""The chapter about matches, encounters and standings, the last one in every book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.book.book_context import Played, Switched, Told, numbered, said
from rules.book.stage_sentences import sentences_of
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan
from rules.text import Text


def chapter_of_matches(
    number: int,
    parts: Iterable[Told[Played] | Switched[Played]],
    play: Played,
    stages: Sequence[StagePlan],
) -> Chapter:
    """Return the sentences about each stage, and those about all of them."""
    told = sorted((*sentences_of(play, stages, number), *said(parts, play)), key=numbered)
    return Chapter(
        number, "matches", Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"), tuple(told)
    )
