import copy
import json
import pickle
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_points.finishes import PRICE_CODES
from rules.games.okey_points.line_sources import AMOUNT_SWITCHES
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles, RuleSet
from rules.localized_text import Text
from rules.rulesets import MalformedRuleSet

COUNTDOWN, STANDARD = PRESETS.values()
prices = st.fixed_dictionaries({price: st.integers(0, 100) for price in PRICE_CODES})
rule_sets = st.builds(
    RuleSet,
    id=st.sampled_from([*PRESETS, "ours"]),
    version=st.integers(1, 9),
    names=st.builds(Text, st.text(max_size=10), st.text(max_size=10)),
    source=st.sampled_from(["S1", "S4"]),
    finishes=prices,
    nobody_finished=st.integers(0, 9),
    indicator_shown=st.booleans(),
    indicator_spares_below=st.none() | st.integers(0, 20),
    hands_per_match=st.none() | st.integers(1, 99),
    best_of=st.sampled_from([1, 3, 5]),
)


@given(rule_sets)
def test_rule_sets_round_trip(rules):
    assert RuleSet.from_json(rules.to_json()) == rules
    assert RuleSet.from_json(rules.to_json()).to_json() == rules.to_json()
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


def test_presets_differ_as_their_sources_do():
    assert list(PRESETS) == ["okey-countdown", "okey-standard"]
    changed = {
        member.name
        for member in fields(RuleSet)
        if getattr(COUNTDOWN, member.name) != getattr(STANDARD, member.name)
    }
    assert changed == {"id", "names", "source", "finishes", "nobody_finished", "indicator_spares_below"}
    assert all(preset.names.tr != preset.names.en for preset in PRESETS.values())


def test_changes_are_relative_to_the_preset():
    assert replace(STANDARD, hands_per_match=9, indicator_shown=False).changes == {
        "hands_per_match",
        "indicator_shown",
    }
    assert replace(STANDARD, id="ours", best_of=5).changes == frozenset()
    assert set(AMOUNT_SWITCHES.values()) <= set(RuleSet.switch_names())


def test_old_text_without_a_new_switch_has_its_default():
    data = json.loads(COUNTDOWN.to_json())
    del data["indicator_shown"]
    assert RuleSet.from_json(json.dumps(data)) == COUNTDOWN


@pytest.mark.parametrize(
    "change",
    [
        {"finishes": {"groups": 2}},
        {"finishes": {**COUNTDOWN.finishes, "runs": 2}},
        {"finishes": {**COUNTDOWN.finishes, "pairs": -1}},
        {"finishes": {**COUNTDOWN.finishes, "pairs": 8.0}},
        {"nobody_finished": -1},
        {"one_colour_doubles": "blue"},
        {"one_colour_doubles": OneColourDoubles.YES},
        {"indicator_shown": 1},
        {"indicator_spares_below": -1},
        {"hands_per_match": 0},
        {"hands_per_match": 100},
        {"best_of": 2},
    ],
)
def test_unplayable_values_are_refused(change):
    with pytest.raises(MalformedRuleSet):
        replace(COUNTDOWN, **change)


def test_prices_are_frozen():
    prices = dict(COUNTDOWN.finishes)
    rules = replace(COUNTDOWN, finishes=prices)
    prices["groups"] = 99
    assert rules.finishes["groups"] == 2
