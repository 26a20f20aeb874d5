from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.score_lines import Line, Score
from rules.text import Text
from rules.validation import Problem


@dataclass(frozen=True, slots=True)
class ExampleResult:
    seats: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    verdict: Text | None = None


class Example(Protocol):
    @property
    def told(self) -> Text:
        """Return the case in words."""

    def show(self, rules: Any) -> ExampleResult:
        """Return its result."""

    def fitted(self, rules: Any) -> Self:
        """Return the case with infractions of the rule set and inputs it needs."""


@dataclass(frozen=True, slots=True)
class ScoredExample:
    told: Text
    report: Any
    find_errors: Callable[[Any, Any], list[Problem]]
    score_hand: Callable[[Any, Any], Score]

    def fitted(self, _rules: Any) -> Self:
        return self

    def show(self, rules: Any) -> ExampleResult:
        errors = self.find_errors(self.report, rules)
        if errors:
            return ExampleResult(verdict=errors[0].message)
        score = self.score_hand(self.report, rules)
        return ExampleResult(score.by_seat(), score.by_side(), score.lines)


@dataclass(frozen=True, slots=True)
class DecidedExample:
    """A case that isn't scored, e.g. a match's winner."""

    told: Text
    decide: Callable[[Any], Text]

    def fitted(self, _rules: Any) -> Self:
        return self

    def show(self, rules: Any) -> ExampleResult:
        return ExampleResult(verdict=self.decide(rules))
