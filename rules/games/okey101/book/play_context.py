from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.book_context import (
    all_of,
    in_pairs,
    sentence_sort_key,
    sentences_for,
    shared_sentence,
    source_is,
    switch_is,
    switch_is_not,
)
from rules.book.switch import Switch
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import RuleSet
from rules.sentences import Case

__all__ = [
    "BookContext",
    "Example",
    "Part",
    "Rule",
    "SwitchRule",
    "When",
    "all_of",
    "in_pairs",
    "is_fined",
    "sentence_sort_key",
    "sentences_for",
    "shared_sentence",
    "source_is",
    "switch_is",
    "switch_is_not",
]


@dataclass(frozen=True)
class BookContext(book_context.BookContext[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES

    def fines(self, code: str) -> bool:
        return self.rules.fines(code)


When = Callable[[BookContext], bool]
Example = Callable[[BookContext], Case]
Rule: Final = book_context.BookSentence[BookContext]
SwitchRule: Final = book_context.SwitchSentence[BookContext]
Part = book_context.BookSentence[BookContext] | book_context.SwitchSentence[BookContext]


def is_fined(code: str) -> When:
    return lambda play: play.fines(code)
