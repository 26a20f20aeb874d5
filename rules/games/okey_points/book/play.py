"""What a book of classic Okey is written for; the parts of its chapters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.switch import Switch
from rules.games.okey_points.book.switches import SWITCHES
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet


@dataclass(frozen=True)
class Play(book_context.Play[RuleSet]):
    """A rule set of classic Okey, and who plays by it."""

    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES


Told: Final = book_context.Told[Play]
Switched: Final = book_context.Switched[Play]


def shown_pays(play: Play) -> bool:
    """Hold where something is paid for a shown indicator."""
    return play.rules.indicator_shown


def some_spared(play: Play) -> bool:
    """Hold where something is paid for it, not by everybody."""
    return play.rules.indicator_shown and play.rules.indicator_spares_below is not None


def colour_doubles(play: Play) -> bool:
    """Hold where a win of one colour may cost twice as much."""
    return play.rules.one_colour_doubles is not OneColourDoubles.NO
