from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.book.switch import Switch
from rules.book.text_changes import TEXT_VERSION
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
    text_version: int = TEXT_VERSION,
) -> tuple[Chapter, ...]:
    """Return the chapters of the game's book; ``protest`` is in minutes after a match."""
    return game_of(rules.id).book.write(
        rules, stages, singles=singles, protest=protest, text_version=text_version
    )


@lru_cache(maxsize=64)
def references(
    rules: RuleSet, *, singles: bool = False, text_version: int = TEXT_VERSION
) -> Mapping[str, Reference]:
    return game_of(rules.id).book.references(rules, singles=singles, text_version=text_version)


def situations(rules: RuleSet, chapters: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
    """By chapter, answered from these."""
    return game_of(rules.id).book.answered_situations(chapters)


def switches(rules: RuleSet) -> Mapping[str, Switch]:
    """In display order."""
    return game_of(rules.id).book.switches


def for_singles(rules: RuleSet) -> bool:
    return game_of(rules.id).book.for_singles(rules)
