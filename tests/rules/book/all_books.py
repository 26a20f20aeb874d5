from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from rules.book.text_changes import TEXT_VERSION
from rules.games import GAMES
from rules.localized_text import Text
from rules.rulebook import rule_book, switches
from rules.rulesets import MalformedRuleSet
from rules.sentences import Chapter
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import DEFAULT_STEPS

PRESETS = [rules for game in GAMES for rules in game.presets.values()]


def stages(rules: Any) -> tuple[StagePlan, StagePlan]:
    groups = StagePlan(Text("Gruplar", "Groups"), 1, rules.hands_per_match, 2, DEFAULT_STEPS, Format.GROUPS)
    return groups, StagePlan(Text("Eleme", "Knock-out"), 3, 9)


def other_values(rules: Any, switch: Any) -> Iterator[Any]:
    values = [choice.value for choice in switch.listed_choices] + [*switch.samples]
    for value in values:
        if value != getattr(rules, switch.field):
            try:
                yield replace(rules, **{switch.field: value})
            except MalformedRuleSet:
                continue


VARIED = [
    changed_rules
    for rules in PRESETS
    for switch in switches(rules).values()
    for changed_rules in other_values(rules, switch)
]
"""Every preset with one switch on every other value."""


def all_books(game: Any, *, text_version: int = TEXT_VERSION) -> Iterator[tuple[Chapter, ...]]:
    """Every preset with every time to protest, every switch; pairs and singles, every format."""
    own_rule_sets = [rules for rules in PRESETS if rules.id in game.presets]
    for rules, singles, protest in product(own_rule_sets, (False, True), (None, 0, 15)):
        yield rule_book(rules, singles=singles, protest=protest, text_version=text_version)
    for rules, singles in product(VARIED, (False, True)):
        if rules.id in game.presets:
            yield rule_book(rules, singles=singles, protest=15, text_version=text_version)
    plan = replace(
        stages(own_rule_sets[0])[0],
        third_place=True,
        best_of=3,
        least_hands=5 if own_rule_sets[0].hands_per_match else 0,
    )
    for kind in Format:
        yield rule_book(own_rule_sets[0], (replace(plan, format=kind),), text_version=text_version)
