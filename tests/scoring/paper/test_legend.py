from __future__ import annotations

from dataclasses import replace

from rules.games.okey101.rulesets import PRESETS, rule_set
from scoring.paper.games.okey101_legend import legend_of

RULES = rule_set("101-pairs")


def said(legend) -> str:
    return " ".join(text.en for text in legend.points)


def test_legend_matches_the_rules():
    legend = legend_of(RULES)
    assert "A player who has not opened is charged 202" in said(legend)
    assert [name.en for name, _factor, _figure in legend.finishes][:2] == ["Plain finish", "Okey finish"]
    assert ("a", "+101") in [(foul.letter, foul.costs.en) for foul in legend.fouls]


def test_legend_follows_a_changed_rule():
    changed = replace(RULES, infractions={"okey_discard": 50}, unopened_cap=300, double_okey=False)
    legend = legend_of(changed)
    assert [(foul.letter, foul.costs.tr) for foul in legend.fouls] == [("b", "+50")]
    assert "300" in said(legend)
    assert len(legend.finishes) < len(legend_of(RULES).finishes)
    assert not legend.both_okeys


def test_legend_leaves_out_what_a_switch_turns_off():
    assert "cap" not in said(legend_of(RULES))


def test_legend_of_every_preset_fits():
    for rules in PRESETS.values():
        points = legend_of(rules).points
        assert 10 <= len(points) <= 13
        assert sum(len(text.tr) for text in points) < 790


def test_legend_repeats_nothing():
    points = legend_of(RULES).points
    assert len(set(points)) == len(points)
