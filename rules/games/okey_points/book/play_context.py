from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.switch import Switch
from rules.games.okey_points.book.switches import SWITCHES
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet


@dataclass(frozen=True)
class BookContext(book_context.BookContext[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES


Rule: Final = book_context.BookSentence[BookContext]
SwitchRule: Final = book_context.SwitchSentence[BookContext]


def shown_pays(play: BookContext) -> bool:
    return play.rules.indicator_shown


def are_some_spared(play: BookContext) -> bool:
    """Return whether a shown indicator costs some, but not everybody."""
    return play.rules.indicator_shown and play.rules.indicator_spares_below is not None


def colour_doubles(play: BookContext) -> bool:
    return play.rules.one_colour_doubles is not OneColourDoubles.NO
