from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.rulesets import PRESETS, RuleSet
from rules.games.okey_task.tasks import TASK_NAMES
from scoring.paper.games.okey_task_legend import build_legend

RULES = PRESETS["okey-task"]


def legend_text(rules: RuleSet = RULES, *, singles: bool = False, language: str = "en") -> str:
    with override(language):
        return " ".join(f"{title}: {text}" for title, text in build_legend(rules, singles).parts)


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_task_is_named(language):
    for name in TASK_NAMES.values():
        assert name.in_language(language) in legend_text(language=language)


def test_a_joker_costs_what_the_rules_charge():
    assert "joker pays 50" in legend_text()
    assert "joker pays 70" in legend_text(replace(RULES, infractions={JOKER_EXCHANGED: 70}))


def test_free_jokers_are_not_listed():
    legend = legend_text(replace(RULES, infractions={JOKER_EXCHANGED: 0}))
    assert "jokers were exchanged" not in legend
    assert "in exchange" not in legend


def test_partners_are_mentioned_only_for_pairs():
    assert "whose partner finished" in legend_text()
    assert "whose partner finished" not in legend_text(singles=True)


@pytest.mark.parametrize("singles", [False, True])
def test_legend_fits(singles):
    assert len(legend_text(singles=singles, language="tr")) < 1400
