from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any

from rules.book.book_context import BookContext
from rules.book.switch import Heading, Switch
from rules.book.text_changes import TEXT_VERSION, Cited, TextChange, restore_text
from rules.sentences import Chapter, Reason, Reference, Situation
from rules.sources import CHOSEN
from rules.standings.stage_plans import StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """``answers`` maps lines, refusals and warnings to sentences, ``situations`` chapters to questions."""

    create_context: Callable[..., BookContext[Any]]
    """From a rule set and the kind of entrants."""
    chapters: tuple[Callable[[Any], Chapter], ...]
    matches: Callable[[Any, Sequence[StagePlan]], Chapter]
    """The last chapter, also on stages."""
    answers: Mapping[str, str]
    situations: Mapping[str, tuple[Situation, ...]]
    switches: Mapping[str, Switch]
    headings: tuple[Heading, ...]
    """Switches below headings, as organizers look for them."""
    for_singles: Callable[[Any], bool]
    reasons: Mapping[str, Reason]
    """By key, for chosen sentences."""
    changes: tuple[TextChange, ...] = ()
    """Oldest first."""

    def write(
        self,
        rules: Any,
        stages: Sequence[StagePlan] = (),
        *,
        singles: bool = False,
        protest: int | None = None,
        text_version: int = TEXT_VERSION,
    ) -> tuple[Chapter, ...]:
        """Return all chapters, that of matches last, worded as in ``text_version``.

        ``protest`` is in minutes after a match; without it and ``stages`` the book is ``bare``.
        """
        play = self.create_context(rules, singles, protest, bare=protest is None and not stages)
        chapters = (*(chapter(play) for chapter in self.chapters), self.matches(play, stages))
        restored = restore_text(chapters, play, self.changes, text_version)
        return tuple(self._add_reasons(chapter) for chapter in restored)

    def _add_reasons(self, chapter: Chapter) -> Chapter:
        def add_reason(rule: Cited) -> Cited:
            key = rule.key[:-2] if rule.key[-2:-1] == "-" else rule.key
            return replace(rule, reason=self.reasons.get(key)) if rule.source.startswith(CHOSEN) else rule

        table = chapter.table and replace(chapter.table, rows=tuple(map(add_reason, chapter.table.rows)))
        return replace(chapter, sentences=tuple(map(add_reason, chapter.sentences)), table=table)

    def references(
        self, rules: Any, *, singles: bool = False, text_version: int = TEXT_VERSION
    ) -> dict[str, Reference]:
        """Return references by key of a sentence, line, refusal or warning; omit those this book lacks."""
        chapters = self.write(rules, singles=singles, text_version=text_version)
        by_key = {
            rule.key: Reference(rule.number, rule.anchor)
            for chapter in chapters
            for rule in chapter.citable_rules
        }
        return by_key | {name: by_key[key] for name, key in self.answers.items() if key in by_key}

    def answered_situations(self, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
        """Return situations by chapter id, with the answers the book has.

        Omit situations without any, or whose required sentence it lacks.
        """
        keys = {item.key for chapter in chapters for item in chapter.citable_rules}
        answered_by_chapter = {}
        for chapter_id, questions in self.situations.items():
            answered = (
                Situation(item.question, tuple(_answers(item, keys)))
                for item in questions
                if item.required_sentence is None or item.required_sentence in keys
            )
            answered_by_chapter[chapter_id] = tuple(item for item in answered if item.answers)
        return answered_by_chapter


def _answers(situation: Situation, book_keys: Collection[str]) -> Iterator[str]:
    """Yield the situation's answer keys that are in the book, also with a stage's letter.

    Alternatives replace the answers if the book lacks the first.
    """
    answers = (
        situation.alternative_answers
        if situation.alternative_answers and situation.answers[0] not in book_keys
        else situation.answers
    )
    for key in answers:
        stage_keys = (key, *(f"{key}-{letter}" for letter in ascii_lowercase))
        yield from (stage_key for stage_key in stage_keys if stage_key in book_keys)
