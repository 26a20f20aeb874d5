"""Examples of switches: a case told in words, and what a rule set makes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.score_lines import Line, Score
from rules.text import Text
from rules.validation import Problem


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
class ScoredExample:
    """A hand told in words that is scored or refused, in games that can show each under all their rules."""

    told: Text
    report: Any
    find_errors: Callable[[Any, Any], list[Problem]]
    score_hand: Callable[[Any, Any], Score]

    def fitted(self, _rules: Any) -> Self:
        """Give the same: rules that don't know what it tells say so."""
        return self

    def show(self, rules: Any) -> Shown:
        """Score the hand, or say why it is refused."""
        errors = self.find_errors(self.report, rules)
        if errors:
            return Shown(verdict=errors[0].message)
        score = self.score_hand(self.report, rules)
        return Shown(score.by_seat(), score.by_side(), score.lines)


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
