"""Examples of switches: a case in words, and its result under a rule set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.score_lines import Line, Score
from rules.text import Text
from rules.validation import Problem


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """The result of an example: figures of a scored hand, or a verdict in words."""

    seats: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    verdict: Text | None = None


class Example(Protocol):
    """A case that can be evaluated under a rule set."""

    @property
    def told(self) -> Text:
        """Return the case in words."""

    def show(self, rules: Any) -> ExampleResult:
        """Return its result under a rule set."""

    def fitted(self, rules: Any) -> Self:
        """Return the case adapted to a rule set: with infractions that it has and inputs that it needs."""


@dataclass(frozen=True, slots=True)
class ScoredExample:
    """A described hand to be scored or refused, in games whose rules all accept it."""

    told: Text
    report: Any
    find_errors: Callable[[Any, Any], list[Problem]]
    score_hand: Callable[[Any, Any], Score]

    def fitted(self, _rules: Any) -> Self:
        """Return itself: rules that don't accept it say so."""
        return self

    def show(self, rules: Any) -> ExampleResult:
        """Score the hand, or return why it is refused."""
        errors = self.find_errors(self.report, rules)
        if errors:
            return ExampleResult(verdict=errors[0].message)
        score = self.score_hand(self.report, rules)
        return ExampleResult(score.by_seat(), score.by_side(), score.lines)


@dataclass(frozen=True, slots=True)
class DecidedExample:
    """A described case that isn't scored, e.g. a match's winner by its hands, with its result."""

    told: Text
    decide: Callable[[Any], Text]

    def fitted(self, _rules: Any) -> Self:
        """Return itself: every rule set accepts it."""
        return self

    def show(self, rules: Any) -> ExampleResult:
        return ExampleResult(verdict=self.decide(rules))
