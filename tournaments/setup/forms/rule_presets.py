from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from rules.book.switch import Switch
from rules.games import DEFAULT_RULE_SET, GAMES
from rules.games.game import Game
from rules.localized_text import Text
from rules.rulesets import RuleSet
from rules.sources import SOURCES


@dataclass(frozen=True)
class PresetCard:
    """`differences` compares with the `is_usual` rule set, which most clubs play."""

    id: str
    name: str
    source: str
    differences: list[str]
    is_usual: bool


@dataclass(frozen=True)
class GameCard:
    id: str
    name: str
    about: str
    presets: list[PresetCard]


def game_cards() -> list[GameCard]:
    return [
        GameCard(
            game.id,
            _in_page_language(game.names),
            _in_page_language(game.about),
            _presets(game, [*game.presets.values()]),
        )
        for game in GAMES
    ]


def _presets(game: Game[Any, Any], presets: Sequence[RuleSet]) -> list[PresetCard]:
    return [
        _preset_card(game, rules, presets[0] if number else presets[-1])
        for number, rules in enumerate(presets)
    ]


def _preset_card(game: Game[Any, Any], rules: RuleSet, other_rules: RuleSet) -> PresetCard:
    """Return a preset's card with its differences from `other_rules`; the default preset has none."""
    usual = rules.id == DEFAULT_RULE_SET
    switches = () if usual else game.book.switches.values()
    return PresetCard(
        id=rules.id,
        name=_in_page_language(rules.names),
        source=_in_page_language(SOURCES[rules.source].title),
        differences=[
            _difference(switch, rules, other_rules)
            for switch in switches
            if _differs(switch, rules, other_rules)
        ],
        is_usual=usual,
    )


def _differs(switch: Switch, rules: RuleSet, other_rules: RuleSet) -> bool:
    return switch.choice(rules) != switch.choice(other_rules)


def _difference(switch: Switch, rules: RuleSet, other_rules: RuleSet) -> str:
    """Name the choice where both have the same sentence."""
    choice = switch.choice(rules)
    if choice.rule != switch.choice(other_rules).rule:
        return _in_page_language(choice.rule)
    return f"{_in_page_language(switch.name)}: {_in_page_language(choice.name)}."


def _in_page_language(text: Text) -> str:
    return text.in_language(get_language() or "tr")
