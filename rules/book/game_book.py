from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from rules.book.book_context import Play
from rules.book.switch import Heading, Switch
from rules.sentences import Chapter, Reference, Situation
from rules.standings.stage_plans import StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A game's rules as a book.

    ``answers`` maps a score line, refusal or warning to its sentence, ``situations`` chapter ids to
    questions.
    """

    play: Callable[..., Play[Any]]
    """Creates the context of a book from a rule set and the kind of entrants."""
    chapters: tuple[Callable[[Any], Chapter], ...]
    matches: Callable[[Any, Sequence[StagePlan]], Chapter]
    """The last chapter, which also covers stages."""
    answers: Mapping[str, str]
    situations: Mapping[str, tuple[Situation, ...]]
    switches: Mapping[str, Switch]
    headings: tuple[Heading, ...]
    """The switches below headings, as organizers look for them."""
    for_singles: Callable[[Any], bool]

    def write(
        self,
        rules: Any,
        stages: Sequence[StagePlan] = (),
        *,
        singles: bool = False,
        protest: int | None = None,
    ) -> tuple[Chapter, ...]:
        """Return a rule book; ``protest`` is in minutes after a match."""
        play = self.play(rules, singles, protest, bare=protest is None and not stages)
        return (*(chapter(play) for chapter in self.chapters), self.matches(play, stages))

    def references(self, rules: Any, *, singles: bool = False) -> dict[str, Reference]:
        """Return where the book states each sentence, line, refusal or warning, if it does."""
        chapters = self.write(rules, singles=singles)
        by_key = {
            rule.key: Reference(rule.number, rule.anchor) for chapter in chapters for rule in chapter.cited
        }
        return by_key | {name: by_key[key] for name, key in self.answers.items() if key in by_key}

    def asked(self, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
        """Return situations by chapter that have answers in this book."""
        keys = {item.key for chapter in chapters for item in chapter.cited}
        answered_by_chapter = {}
        for chapter_id, questions in self.situations.items():
            answered = (
                Situation(item.question, tuple(_answers(item, keys)))
                for item in questions
                if item.needs is None or item.needs in keys
            )
            answered_by_chapter[chapter_id] = tuple(item for item in answered if item.answers)
        return answered_by_chapter


def _answers(situation: Situation, book_keys: Collection[str]) -> Iterator[str]:
    """Yield the answers in a book, for each stage where they are about stages."""
    answers = (
        situation.otherwise
        if situation.otherwise and situation.answers[0] not in book_keys
        else situation.answers
    )
    for key in answers:
        stage_keys = (key, *(f"{key}-{letter}" for letter in ascii_lowercase))
        yield from (stage_key for stage_key in stage_keys if stage_key in book_keys)
