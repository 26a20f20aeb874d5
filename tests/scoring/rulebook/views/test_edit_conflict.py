from __future__ import annotations

from dataclasses import replace

from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import MultiplierRule, OkeyLeft, PartnerCancels
from scoring.rulebook.views.edit_conflict import concurrent_changes, merge

BASE = rule_set("101-pairs")


def test_untouched_switch_takes_the_value_saved_by_the_other_organizer():
    mine = replace(BASE, multiplier=MultiplierRule.NONE)
    theirs = replace(BASE, partner_cancels=PartnerCancels.NOTHING)
    assert merge(BASE, mine, theirs) == replace(mine, partner_cancels=PartnerCancels.NOTHING)


def test_switch_changed_by_both_keeps_the_value_in_the_form():
    mine, theirs = replace(BASE, okey_left=OkeyLeft.NONE), replace(BASE, okey_left=OkeyLeft.ONCE)
    assert merge(BASE, mine, theirs) == mine


def test_infractions_are_merged_one_by_one():
    fewer = {code: amount for code, amount in BASE.infractions.items() if code != "invalid_meld"}
    mine = replace(BASE, infractions={**BASE.infractions, "okey_discard": 50})
    theirs = replace(BASE, infractions={**fewer, "playable_discard": 202})
    merged = merge(BASE, mine, theirs).infractions
    assert (merged["okey_discard"], merged["playable_discard"]) == (50, 202)
    assert "invalid_meld" not in merged


def test_other_preset_is_merged_with_changed_switches():
    rising, other = rule_set("101-rising"), replace(BASE, multiplier=MultiplierRule.NONE)
    assert merge(BASE, rising, other) == replace(rising, multiplier=MultiplierRule.NONE)
    assert merge(BASE, other, rising) == replace(rising, multiplier=MultiplierRule.NONE)


def test_conflict_shows_former_current_and_merged_values():
    mine = replace(BASE, okey_left=OkeyLeft.NONE, multiplier=MultiplierRule.NONE)
    theirs = replace(BASE, okey_left=OkeyLeft.ONCE, partner_cancels=PartnerCancels.NOTHING)
    rows = concurrent_changes(BASE, theirs, merge(BASE, mine, theirs))
    assert [(row.was.en, row.now.en, row.merged.en) for row in rows] == [
        ("The hand is wiped out, infractions stay", "Nothing is wiped out", "Nothing is wiped out"),
        ("101 for each okey", "101, however many", "No penalty"),
    ]
