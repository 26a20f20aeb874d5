from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import LARGEST_AMOUNT, PRESETS, MalformedRuleSet, RuleSet, rule_set
from rules.games.okey101.switches import LevelMatch, MultiplierRule, PartnerCancels
from scoring.rulebook.forms import AmendmentForm, RulesForm, build_controls

PAIRS = rule_set("101-pairs")
RANDOM_REQUESTS = ["abc", "-1", "99999999", "", "10.5", "1" * 5000, "\x00"]


def opened_form(shown: RuleSet = PAIRS) -> RulesForm:
    return RulesForm(current=PAIRS, based_on="digest", shown_rules=shown)


def typed_form(changes: dict[str, Any] | None = None, shown: RuleSet = PAIRS) -> RulesForm:
    return RulesForm(
        dict(opened_form(shown).hidden_values) | (changes or {}), current=PAIRS, based_on="digest"
    )


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_unchanged_form_gives_the_same_rule_set(rules):
    form = typed_form(shown=rules)
    assert form.is_valid()
    assert form.rules == rules


def test_every_switch_except_stage_switches_has_a_field():
    assert set(build_controls(SWITCHES)) == {
        field for field, switch in SWITCHES.items() if not switch.set_per_stage
    }


@pytest.mark.parametrize("field", [field for field, switch in SWITCHES.items() if not switch.set_per_stage])
def test_every_listed_choice_can_be_made(field):
    for choice in SWITCHES[field].listed_choices:
        rules = replace(PAIRS, **{field: choice.value})
        form = typed_form(shown=rules)
        assert form.is_valid()
        assert form.rules == rules


def test_cap_accepts_none_or_a_number():
    capped = typed_form({"unopened_cap": "number", "unopened_cap-amount": " 303 "})
    assert capped.is_valid()
    assert capped.rules.unopened_cap == 303
    assert dict(opened_form(capped.rules).hidden_values)["unopened_cap-amount"] == "303"
    free = typed_form({"unopened_cap": "none", "unopened_cap-amount": "303"})
    assert free.is_valid()
    assert free.rules.unopened_cap is None


def test_checked_infractions_have_their_amounts():
    sent = dict(opened_form().hidden_values) | {
        "amount-okey_discard": "50",
        "charged-okey_lost_from_meld": "on",
    }
    del sent["charged-invalid_meld"]
    form = RulesForm(sent, current=PAIRS, based_on="digest")
    assert form.is_valid()
    assert form.rules.infractions["okey_discard"] == 50
    assert set(form.rules.infractions) == set(INFRACTIONS) - {"invalid_meld"}


@pytest.mark.parametrize("amount", RANDOM_REQUESTS)
@pytest.mark.parametrize("field", ["amount-okey_discard", "unopened_cap-amount"])
def test_invalid_amount_is_reported_with_input_kept(field, amount):
    form = typed_form({"unopened_cap": "number", field: amount})
    assert not form.is_valid()
    assert set(form.errors) == {field}
    assert form[field].value() == amount


@pytest.mark.parametrize("amount", RANDOM_REQUESTS)
def test_unused_amount_is_not_validated(amount):
    sent = dict(opened_form().hidden_values) | {"amount-okey_discard": amount, "unopened_cap-amount": amount}
    del sent["charged-okey_discard"]
    form = RulesForm(sent, current=PAIRS, based_on="digest")
    assert form.is_valid()
    assert "okey_discard" not in form.rules.infractions


def test_amounts_have_the_limits_of_a_rule_set():
    largest = typed_form({"amount-okey_discard": str(LARGEST_AMOUNT)})
    assert largest.is_valid()
    assert largest.rules.infractions["okey_discard"] == LARGEST_AMOUNT
    with pytest.raises(MalformedRuleSet):
        replace(PAIRS, infractions={"okey_discard": LARGEST_AMOUNT + 1})
    assert not typed_form({"amount-okey_discard": str(LARGEST_AMOUNT + 1)}).is_valid()


@pytest.mark.release
@pytest.mark.parametrize("field", [field for field, switch in SWITCHES.items() if switch.listed_choices])
def test_invalid_choice_is_reported_on_its_switch(field):
    if SWITCHES[field].set_per_stage:
        assert field not in opened_form().fields
        return
    assert set(typed_form({field: "perhaps"}).errors) == {field}
    assert set(typed_form({field: ""}).errors) == {field}


@pytest.mark.parametrize("changes", [{"rule_set": "okey-task"}, {"based_on": ""}, {"based_on": "x" * 65}])
def test_form_without_hidden_fields_is_incomplete(changes: dict[str, Any]):
    assert typed_form().complete
    assert not typed_form(changes).complete


def test_other_preset_has_its_own_name_and_source():
    rising = typed_form({"multiplier": "none"}, shown=rule_set("101-rising"))
    assert rising.is_valid()
    assert rising.rules == replace(rule_set("101-rising"), multiplier=MultiplierRule.NONE)


def test_stage_switches_stay_unchanged():
    present = replace(PAIRS, hands_per_match=7, best_of=5)
    form = RulesForm(dict(opened_form().hidden_values), current=present, based_on="digest")
    assert form.is_valid()
    assert form.rules == present


def test_all_input_is_carried_in_hidden_fields():
    sent = dict(opened_form().hidden_values) | {
        "partner_cancels": PartnerCancels.NOTHING.value,
        "level_match": LevelMatch.FEWEST_UNOPENED.value,
        "amount-okey_discard": "abc",
    }
    assert dict(RulesForm(sent, current=PAIRS, based_on="digest").hidden_values) == sent


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_amendment_needs_a_reason(reason):
    assert set(AmendmentForm({"reason": reason, "seen": "abc"}).errors) == {"reason"}
