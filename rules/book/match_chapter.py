from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.book.book_context import BookSentence, Played, SwitchSentence, sentence_sort_key, sentences_for
from rules.book.stage_sentences import stage_sentences
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan


def chapter_of_matches(
    number: int,
    parts: Iterable[BookSentence[Played] | SwitchSentence[Played]],
    play: Played,
    stages: Sequence[StagePlan],
) -> Chapter:
    """Return the stages' sentences and the game's ``parts``, sorted by number."""
    sentences = sorted(
        (*stage_sentences(play, stages, number), *sentences_for(parts, play)), key=sentence_sort_key
    )
    return Chapter(
        number,
        "matches",
        Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"),
        tuple(sentences),
    )
