"""The whole rule book of a tournament, chapter by chapter."""

from collections.abc import Sequence

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.chapter import Chapter
from rules.rulebook.chapters import finishes, infractions, matches, melds, openings, points, tiles
from rules.rulebook.stages import Format, StagePlan

__all__ = ["Chapter", "Format", "StagePlan", "rule_book"]


def rule_book(rules: RuleSet, stages: Sequence[StagePlan]) -> tuple[Chapter, ...]:
    """Write the rule book of a tournament that plays these stages by this rule set."""
    return (
        points.chapter(rules),
        finishes.chapter(rules),
        infractions.chapter(rules),
        openings.chapter(rules),
        melds.chapter(rules),
        tiles.chapter(rules),
        matches.chapter(rules, stages),
        matches.at_the_table(rules),
    )
