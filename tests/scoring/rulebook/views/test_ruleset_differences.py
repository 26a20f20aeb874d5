from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import PRESETS, RuleSet, rule_set
from rules.games.okey101.switches import PartnerCancels
from scoring.rulebook.views.ruleset_differences import (
    ChangedRule,
    compare_rule_sets,
    list_changed_rules,
    rule_set_name,
)

PAIRS = rule_set("101-pairs")


def difference_texts(rules: list[ChangedRule], language: str = "en") -> list[tuple[str, ...]]:
    return [
        tuple(text.in_language(language) for text in (rule.name, rule.before, rule.after)) for rule in rules
    ]


def test_equal_rules_have_no_differences():
    for preset in PRESETS.values():
        assert compare_rule_sets(preset, RuleSet.from_json(preset.to_json())) == []


def test_changed_switch_has_its_name_and_both_choices():
    other = replace(PAIRS, partner_cancels=PartnerCancels.NOTHING, unopened_cap=1404)
    assert difference_texts(compare_rule_sets(PAIRS, other), "tr") == [
        ("Bitenin eşi", "Eli silinir, kural hataları kalır", "Hiçbir şey silinmez"),
        ("Açmama cezasının üst sınırı", "Sınır yok", "En çok 1.404"),
    ]


def test_each_infraction_is_its_own_difference():
    amounts = {code: amount for code, amount in PAIRS.infractions.items() if code != "invalid_meld"}
    rows = difference_texts(
        compare_rule_sets(PAIRS, replace(PAIRS, infractions={**amounts, "okey_discard": 1000}))
    )
    assert rows == [("Okey discarded", "101", "1,000"), ("Invalid meld", "101", "no penalty")]


def test_changed_preset_is_listed_first():
    rows = difference_texts(compare_rule_sets(PAIRS, rule_set("101-rising")))
    assert rows[0] == ("Rule set", "101 in pairs", "101 with a rising threshold")
    assert ("Rising threshold", "No", "Yes") in rows


def test_removed_preset_is_named_by_its_id():
    assert rule_set_name("101-old").en == "101-old"
    assert rule_set_name("101-pairs") == PAIRS.names


def test_logged_plain_values_have_the_same_labels():
    plain: dict[str, list[Any]] = {
        "infractions": [{"okey_discard": 101}, {}],
        "partner_cancels": ["hand", "nothing"],
        "best_of": [3, 1],
    }
    assert difference_texts(list_changed_rules(plain, SWITCHES)) == [
        ("The finisher’s partner", "The hand is wiped out, infractions stay", "Nothing is wiped out"),
        ("Okey discarded", "101", "no penalty"),
        ("Matches in an encounter", "Best of 3", "A single match"),
    ]
