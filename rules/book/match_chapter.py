from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.book.book_context import BookSentence, Played, SwitchSentence, numbered, sentences_for
from rules.book.stage_sentences import sentences_of
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan
from rules.text import Text


def chapter_of_matches(
    number: int,
    parts: Iterable[BookSentence[Played] | SwitchSentence[Played]],
    play: Played,
    stages: Sequence[StagePlan],
) -> Chapter:
    sentences = sorted((*sentences_of(play, stages, number), *sentences_for(parts, play)), key=numbered)
    return Chapter(
        number,
        "matches",
        Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"),
        tuple(sentences),
    )
