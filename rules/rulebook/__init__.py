"""The rule book of a tournament, asked of the game that it plays."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.book.switch import Switch
from rules.games import game_of
from rules.rulesets import RuleSet
from rules.sentences import Chapter, Reference, Situation
from rules.standings.stage_plans import StagePlan

__all__ = ["for_singles", "references", "rule_book", "situations", "switches"]


def rule_book(
    rules: RuleSet,
    stages: Sequence[StagePlan] = (),
    *,
    singles: bool = False,
    protest: int | None = None,
) -> tuple[Chapter, ...]:
    """Write the rule book of a tournament that plays these stages by this rule set.

    ``protest`` are the minutes after a match in which its hands may be protested, where they are set.
    """
    return game_of(rules.id).book.write(rules, stages, singles=singles, protest=protest)


@lru_cache(maxsize=64)
def references(rules: RuleSet, *, singles: bool = False) -> Mapping[str, Reference]:
    """Say where in the book each rule stands: by the name of a sentence, of a line, a refusal or a doubt.

    What has no sentence in this book is not there.
    """
    return game_of(rules.id).book.references(rules, singles=singles)


def situations(rules: RuleSet, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
    """Give what players ask by the chapter that it is about, with the answers that these chapters have."""
    return game_of(rules.id).book.asked(chapters)


def switches(rules: RuleSet) -> Mapping[str, Switch]:
    """Give the switches of a rule set with their words, in the order in which people think of them."""
    return game_of(rules.id).book.switches


def for_singles(rules: RuleSet) -> bool:
    """Tell whether a set of rules is made for players each for himself."""
    return game_of(rules.id).book.for_singles(rules)
