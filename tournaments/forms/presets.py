"""The rule sets that a tournament can start from, each with what sets it apart."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, PRESETS, RuleSet, rule_set
from rules.sources import SOURCES
from rules.text import Text


@dataclass(frozen=True)
class PresetCard:
    """A rule set: its name, where it comes from, and sentences in which it differs from the usual one."""

    id: str
    name: str
    source: str
    differs: list[str]


def preset_cards() -> list[PresetCard]:
    """A card for each rule set, in the page's language."""
    return [_card(rules) for rules in PRESETS.values()]


def _card(rules: RuleSet) -> PresetCard:
    usual = rule_set(DEFAULT_RULE_SET)
    differing = (switch for switch in SWITCHES.values() if switch.choice(rules) != switch.choice(usual))
    return PresetCard(
        id=rules.id,
        name=_words(rules.names),
        source=_words(SOURCES[rules.source].title),
        differs=[_words(switch.choice(rules).rule) for switch in differing],
    )


def _words(text: Text) -> str:
    return text.in_language(get_language() or "tr")
