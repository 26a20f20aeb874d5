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
        named = {one.key: Reference(one.number, one.anchor) for chapter in chapters for one in chapter.cited}
        return named | {asked: named[key] for asked, key in self.answers.items() if key in named}

    def asked(self, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
        """Return situations by chapter that have answers in this book."""
        known = {one.key for chapter in chapters for one in chapter.cited}
        found = {}
        for about, asked in self.situations.items():
            answered = (
                Situation(one.question, tuple(_answers(one, known)))
                for one in asked
                if one.needs is None or one.needs in known
            )
            found[about] = tuple(one for one in answered if one.answers)
        return found


def _answers(asked: Situation, known: Collection[str]) -> Iterator[str]:
    """Yield the answers in a book, for each stage where they are about stages."""
    answers = asked.otherwise if asked.otherwise and asked.answers[0] not in known else asked.answers
    for key in answers:
        of_stages = (key, *(f"{key}-{letter}" for letter in ascii_lowercase))
        yield from (one for one in of_stages if one in known)
