from __future__ import annotations

from dataclasses import replace

from rules.games.okey101.rulesets import PRESETS, rule_set
from scoring.paper.games.okey101_legend import build_legend

RULES = rule_set("101-pairs")


def legend_text(legend) -> str:
    return " ".join(text.en for text in legend.points)


def test_legend_matches_the_rules():
    legend = build_legend(RULES)
    assert "A player who has not opened is charged 202" in legend_text(legend)
    assert [name.en for name, _factor, _figure in legend.finishes][:2] == ["Plain finish", "Okey finish"]
    assert ("a", "+101") in [(foul.letter, foul.costs.en) for foul in legend.fouls]


def test_legend_follows_a_changed_rule():
    changed = replace(RULES, infractions={"okey_discard": 50}, unopened_cap=300, double_okey=False)
    legend = build_legend(changed)
    assert [(foul.letter, foul.costs.tr) for foul in legend.fouls] == [("b", "+50")]
    assert "300" in legend_text(legend)
    assert len(legend.finishes) < len(build_legend(RULES).finishes)
    assert not legend.both_okeys


def test_legend_leaves_out_what_a_switch_turns_off():
    assert "cap" not in legend_text(build_legend(RULES))


def test_legend_of_every_preset_fits():
    for rules in PRESETS.values():
        points = build_legend(rules).points
        assert 10 <= len(points) <= 13
        assert sum(len(text.tr) for text in points) < 790


def test_legend_repeats_nothing():
    points = build_legend(RULES).points
    assert len(set(points)) == len(points)
