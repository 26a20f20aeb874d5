"""The rule book of a game: its chapters, what in them answers for what, and what players ask."""

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
    """What a game says of its rules.

    ``answers`` are the sentences that answer for a line of a score, a refusal or a doubt that bears no
    sentence's own name, ``situations`` what players ask, by the id of the chapter that it is about;
    ``for_singles`` tells whether a set of rules is made for players each for himself.
    """

    play: Callable[..., Play[Any]]
    """What a book is written for: a rule set, who plays by it, and so on."""
    chapters: tuple[Callable[[Any], Chapter], ...]
    matches: Callable[[Any, Sequence[StagePlan]], Chapter]
    """The last chapter, which tells of stages too."""
    answers: Mapping[str, str]
    situations: Mapping[str, tuple[Situation, ...]]
    switches: Mapping[str, Switch]
    headings: tuple[Heading, ...]
    """The same under their headings, as an organizer looks for them."""
    for_singles: Callable[[Any], bool]

    def write(
        self,
        rules: Any,
        stages: Sequence[StagePlan] = (),
        *,
        singles: bool = False,
        protest: int | None = None,
    ) -> tuple[Chapter, ...]:
        """Write the book of a tournament that plays these stages by this rule set.

        ``protest`` are the minutes after a match in which its hands may be protested, where they are set.
        """
        play = self.play(rules, singles, protest, bare=protest is None and not stages)
        return (*(chapter(play) for chapter in self.chapters), self.matches(play, stages))

    def references(self, rules: Any, *, singles: bool = False) -> dict[str, Reference]:
        """Say where each rule stands: by the name of a sentence, of a line, a refusal or a doubt.

        What has no sentence in this book is not there.
        """
        chapters = self.write(rules, singles=singles)
        named = {one.key: Reference(one.number, one.anchor) for chapter in chapters for one in chapter.cited}
        return named | {asked: named[key] for asked, key in self.answers.items() if key in named}

    def asked(self, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
        """Give the situations by the chapter that they are about, each with the answers that a book has.

        Those to which it has none are left out.
        """
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
    """Give the answers that stand in a book, those about a stage for each of its stages."""
    answers = asked.otherwise if asked.otherwise and asked.answers[0] not in known else asked.answers
    for key in answers:
        of_stages = (key, *(f"{key}-{letter}" for letter in ascii_lowercase))
        yield from (one for one in of_stages if one in known)
