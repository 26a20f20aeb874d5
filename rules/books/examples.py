"""Examples of switches: a case told in words, and what a rule set makes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.lines import Line
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Shown:
    """What an example comes to: figures of a scored hand, or a verdict in words."""

    seats: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    verdict: Text | None = None


class Example(Protocol):
    """A case, and how to see what a rule set makes of it."""

    @property
    def told(self) -> Text:
        """The case in words."""

    def show(self, rules: Any) -> Shown:
        """What it comes to under a rule set."""

    def fitted(self, rules: Any) -> Self:
        """The same case as this rule set can take it: with fouls that it knows, with what it asks."""


@dataclass(frozen=True, slots=True)
class DecidedExample:
    """A case that is told and not scored, as who has won by the results of hands, and what it comes to."""

    told: Text
    decide: Callable[[Any], Text]

    def fitted(self, _rules: Any) -> Self:
        """Give the same: every rule set takes it."""
        return self

    def show(self, rules: Any) -> Shown:
        """Decide it."""
        return Shown(verdict=self.decide(rules))
