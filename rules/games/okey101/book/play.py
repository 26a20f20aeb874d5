"""The context of a book of the 101 family, and types of its chapters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.book_context import both, following, in_pairs, numbered, of_source, otherwise, said, shared
from rules.book.switch import Switch
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import RuleSet
from rules.sentences import Case

__all__ = [
    "Example",
    "Part",
    "Play",
    "Switched",
    "Told",
    "When",
    "both",
    "fined",
    "following",
    "in_pairs",
    "numbered",
    "of_source",
    "otherwise",
    "said",
    "shared",
]


@dataclass(frozen=True)
class Play(book_context.Play[RuleSet]):
    """A rule set of the 101 family, and whether singles or pairs play."""

    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES

    def fines(self, code: str) -> bool:
        """Return whether the rule set fines an infraction."""
        return self.rules.fines(code)


When = Callable[[Play], bool]
Example = Callable[[Play], Case]
Told: Final = book_context.Told[Play]
Switched: Final = book_context.Switched[Play]
Part = book_context.Told[Play] | book_context.Switched[Play]


def fined(code: str) -> When:
    """Return a condition: an infraction is fined."""
    return lambda play: play.fines(code)
