"""Versions of the wording: a tournament keeps the text it was drawn under.

Text 1 is that of release 0.1.0. From then on a changed sentence needs a row in its game's ``Book.changes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from string import ascii_lowercase
from typing import Any, Final, TypeVar

from rules.book.book_context import BookContext, BookSentence, sentence_sort_key
from rules.localized_text import Text
from rules.sentences import Chapter, CitableRule, Row

TEXT_VERSION: Final = 1

Cited = TypeVar("Cited", bound=CitableRule)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextChange:
    """``old`` and ``new`` may be parts of a sentence.

    Without ``old`` the sentence was added in ``version``; without ``new`` it was removed, and ``removed``
    writes it.
    """

    version: int
    day: date
    number: str
    old: Text | None
    new: Text | None
    removed: BookSentence[Any] | None = None


def restore_text(
    chapters: Sequence[Chapter], play: BookContext[Any], changes: Sequence[TextChange], version: int
) -> tuple[Chapter, ...]:
    """Undo the ``changes``, oldest first in their order, that are later than a text version."""
    for change in reversed(changes):
        if change.version > version:
            chapters = [_restore_chapter(chapter, play, change) for chapter in chapters]
    return tuple(chapters)


def _restore_chapter(chapter: Chapter, play: BookContext[Any], change: TextChange) -> Chapter:
    if not change.number.startswith(f"{chapter.number}."):
        return chapter
    sentences = [*_restore_rules(chapter.sentences, change)]
    if change.removed and change.removed.when(play):
        sentences.append(change.removed.to_sentence(play))
    table = chapter.table and replace(chapter.table, rows=tuple(_restore_rules(chapter.table.rows, change)))
    return replace(chapter, sentences=tuple(sorted(sentences, key=sentence_sort_key)), table=table)


def _restore_rules(rules: Sequence[Cited], change: TextChange) -> Iterator[Cited]:
    for rule in rules:
        if not _is_changed(rule, change):
            yield rule
        elif change.old:
            yield _restore_rule(rule, change.old, change.new)


def _is_changed(rule: CitableRule, change: TextChange) -> bool:
    return rule.number.rstrip(ascii_lowercase) == change.number and bool(
        change.new and change.new.tr in rule.text.tr and change.new.en in rule.text.en
    )


def _restore_rule(rule: Cited, old: Text, new: Text | None) -> Cited:
    def restore(text: Text) -> Text:
        return Text(text.tr.replace(new.tr, old.tr), text.en.replace(new.en, old.en)) if new else text

    if isinstance(rule, Row):
        rule = replace(rule, cells=tuple(map(restore, rule.cells)))
    return replace(rule, text=restore(rule.text))
