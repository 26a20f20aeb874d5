from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.localized_text import Text
from rules.score_lines import Line, Score
from rules.validation import Problem


@dataclass(frozen=True, slots=True)
class ExampleResult:
    seats: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    verdict: Text | None = None


class Example(Protocol):
    @property
    def description(self) -> Text:
        """The case in words."""

    def show(self, rules: Any) -> ExampleResult: ...

    def adapt_to_rules(self, rules: Any) -> Self:
        """Use the rules' infractions, add inputs they need."""


@dataclass(frozen=True, slots=True)
class ScoredExample:
    description: Text
    report: Any
    find_errors: Callable[[Any, Any], list[Problem]]
    score_hand: Callable[[Any, Any], Score]

    def adapt_to_rules(self, _rules: Any) -> Self:
        return self

    def show(self, rules: Any) -> ExampleResult:
        errors = self.find_errors(self.report, rules)
        if errors:
            return ExampleResult(verdict=errors[0].message)
        score = self.score_hand(self.report, rules)
        return ExampleResult(score.by_seat(), score.by_side(), score.lines)


@dataclass(frozen=True, slots=True)
class DecidedExample:
    """Not scored, such as a match's winner."""

    description: Text
    decide: Callable[[Any], Text]

    def adapt_to_rules(self, _rules: Any) -> Self:
        return self

    def show(self, rules: Any) -> ExampleResult:
        return ExampleResult(verdict=self.decide(rules))
