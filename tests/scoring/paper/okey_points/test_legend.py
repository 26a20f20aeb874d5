from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles, RuleSet
from scoring.paper.games.okey_points_legend import build_legend

COUNTDOWN, STANDARD = PRESETS["okey-countdown"], PRESETS["okey-standard"]


def costs(rules: RuleSet) -> list[int]:
    return [points for _name, points in build_legend(rules, False).finishes]


def legend_text(rules: RuleSet, *, singles: bool = False, language: str = "en") -> str:
    with override(language):
        return " ".join(f"{title}: {text}" for title, text in build_legend(rules, singles).parts)


def test_finishes_cost_what_the_rules_charge():
    assert costs(COUNTDOWN) == [2, 4, 8, 12, 16, 20]
    assert costs(STANDARD) == [2, 4, 4, 8, 2, 4]
    assert "Pairs, with the okey 12" in legend_text(COUNTDOWN)
    assert "Çiftten, okeyle 12" in legend_text(COUNTDOWN, language="tr")


def test_one_colour_run_costs_double_if_one_colour_doubles():
    assert costs(replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)) == [2, 4, 4, 8, 4, 8]


def test_legend_shows_a_changed_finish_price():
    assert costs(replace(COUNTDOWN, finishes={**COUNTDOWN.finishes, "pairs": 9}))[2] == 9


def test_one_colour_is_listed_only_if_it_costs_points():
    doubled = replace(STANDARD, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
    assert "T if all tiles" in legend_text(doubled)
    assert "all in red or all in black" in legend_text(doubled)
    assert "one colour do not" not in legend_text(STANDARD)
    assert "T if all tiles" not in legend_text(STANDARD)


def test_indicator_is_listed_only_if_it_costs_points():
    assert "circle who showed it" in legend_text(COUNTDOWN)
    assert "ndicator" not in legend_text(replace(COUNTDOWN, indicator_shown=False))


def test_partners_are_mentioned_only_for_pairs():
    assert "not each partner" in legend_text(COUNTDOWN)
    assert "not each partner" not in legend_text(COUNTDOWN, singles=True)


@pytest.mark.parametrize("rules", PRESETS.values())
@pytest.mark.parametrize("singles", [False, True])
def test_legend_of_every_preset_fits(rules, singles):
    assert sum(len(text.tr) for text in build_legend(rules, singles).points) < 790
