from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.switch import Switch
from rules.games.okey_task.book.switches import SWITCHES
from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.rulesets import RuleSet


@dataclass(frozen=True)
class BookContext(book_context.BookContext[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES


Rule: Final = book_context.BookSentence[BookContext]
SwitchRule: Final = book_context.SwitchSentence[BookContext]


def is_joker_charged(play: BookContext) -> bool:
    return play.rules.fines(JOKER_EXCHANGED)
