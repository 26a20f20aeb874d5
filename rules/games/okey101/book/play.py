from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.book_context import (
    all_of,
    in_pairs,
    numbered,
    of_source,
    sentences_for,
    shared,
    switch_is,
    switch_is_not,
)
from rules.book.switch import Switch
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import RuleSet
from rules.sentences import Case

__all__ = [
    "Example",
    "Part",
    "Play",
    "Rule",
    "SwitchRule",
    "When",
    "all_of",
    "fined",
    "in_pairs",
    "numbered",
    "of_source",
    "sentences_for",
    "shared",
    "switch_is",
    "switch_is_not",
]


@dataclass(frozen=True)
class Play(book_context.Play[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES

    def fines(self, code: str) -> bool:
        return self.rules.fines(code)


When = Callable[[Play], bool]
Example = Callable[[Play], Case]
Rule: Final = book_context.BookSentence[Play]
SwitchRule: Final = book_context.SwitchSentence[Play]
Part = book_context.BookSentence[Play] | book_context.SwitchSentence[Play]


def fined(code: str) -> When:
    return lambda play: play.fines(code)
