from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles, RuleSet
from scoring.paper.games.okey_points_legend import legend_of

COUNTDOWN, STANDARD = PRESETS["okey-countdown"], PRESETS["okey-standard"]


def costs(rules: RuleSet) -> list[int]:
    return [points for _name, points in legend_of(rules, False).finishes]


def said(rules: RuleSet, *, singles: bool = False, language: str = "en") -> str:
    with override(language):
        return " ".join(f"{title}: {text}" for title, text in legend_of(rules, singles).parts)


def test_finishes_cost_what_the_rules_charge():
    assert costs(COUNTDOWN) == [2, 4, 8, 12, 16, 20]
    assert costs(STANDARD) == [2, 4, 4, 8, 2, 4]
    assert "Pairs, with the okey 12" in said(COUNTDOWN)
    assert "Çiftten, okeyle 12" in said(COUNTDOWN, language="tr")


def test_one_colour_run_costs_double_if_one_colour_doubles():
    assert costs(replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)) == [2, 4, 4, 8, 4, 8]


def test_it_follows_a_changed_price():
    assert costs(replace(COUNTDOWN, finishes={**COUNTDOWN.finishes, "pairs": 9}))[2] == 9


def test_one_colour_is_listed_only_if_it_costs_points():
    doubled = replace(STANDARD, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
    assert "T if all tiles" in said(doubled)
    assert "all in red or all in black" in said(doubled)
    assert "one colour do not" not in said(STANDARD)
    assert "T if all tiles" not in said(STANDARD)


def test_indicator_is_listed_only_if_it_costs_points():
    assert "circle who showed it" in said(COUNTDOWN)
    assert "ndicator" not in said(replace(COUNTDOWN, indicator_shown=False))


def test_partners_are_mentioned_only_for_pairs():
    assert "not each partner" in said(COUNTDOWN)
    assert "not each partner" not in said(COUNTDOWN, singles=True)


@pytest.mark.parametrize("rules", PRESETS.values())
@pytest.mark.parametrize("singles", [False, True])
def test_legend_of_every_preset_fits(rules, singles):
    assert sum(len(text.tr) for text in legend_of(rules, singles).points) < 790
