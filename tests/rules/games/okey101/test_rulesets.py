import copy
import json
import operator
import pickle
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.amounts import AMOUNT_SWITCHES, LINE_SOURCES, source_of_line
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import (
    EARLIER_PRESETS,
    PRESETS,
    SWITCH_NAMES,
    MalformedRuleSet,
    RuleSet,
    UnknownRuleSet,
    counts_unopened_when_level,
    keepers_right_deals_first,
    rule_set,
    rules_for,
)
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    Ending,
    FalseOkeyValue,
    FirstDealer,
    LevelMatch,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)
from rules.localized_text import Text
from rules.sources import cite

PAIRS, RISING, ROUNDS = PRESETS.values()
NO_SWITCH = {"id", "version", "names", "source"}

rule_sets = st.builds(
    RuleSet,
    id=st.text(max_size=10),
    version=st.integers(1, 9),
    names=st.builds(Text, st.text(max_size=10), st.text(max_size=10)),
    source=st.sampled_from(["S0", "S2", "S4"]),
    partner_cancels=st.sampled_from(PartnerCancels),
    okey_left=st.sampled_from(OkeyLeft),
    okey_left_multiplied=st.booleans(),
    okey_left_when_unopened=st.booleans(),
    infractions_multiplied=st.booleans(),
    okey_face_counts=st.booleans(),
    false_okey_value=st.sampled_from(FalseOkeyValue),
    multiplier=st.sampled_from(MultiplierRule),
    pairs_doubled_on_exhaustion=st.booleans(),
    nobody_opened=st.sampled_from(NobodyOpened),
    ending=st.sampled_from(Ending),
    direct_below_threshold=st.booleans(),
    playable_must_be_called=st.booleans(),
    unopened_cap=st.none() | st.integers(0, 1000),
    double_okey=st.booleans(),
    double_okey_with_pairs=st.sampled_from(DoubleOkeyWithPairs),
    rising_threshold=st.booleans(),
    indicator_in_pairs=st.booleans(),
    infractions=st.dictionaries(st.sampled_from(sorted(INFRACTIONS)), st.integers(0, 1000)),
    first_dealer=st.sampled_from(FirstDealer),
    hands_per_match=st.integers(1, 99),
    best_of=st.sampled_from([1, 3, 5]),
    level_match=st.sampled_from(LevelMatch),
)


def test_there_are_three_named_presets():
    assert list(PRESETS) == ["101-pairs", "101-rising", "101-rounds"]
    assert PAIRS.names.tr == "Eşli 101"
    assert all(preset.names.tr != preset.names.en for preset in PRESETS.values())
    assert all(preset.id == key for key, preset in PRESETS.items())


def test_preset_is_found_by_its_id():
    assert rule_set("101-rising") is RISING
    with pytest.raises(UnknownRuleSet):
        rule_set("102-pairs")


def test_presets_differ_as_their_sources_do():
    def differences(preset):
        names = {member.name for member in fields(RuleSet)} - NO_SWITCH
        return {name for name in names if getattr(preset, name) != getattr(PAIRS, name)}

    assert differences(RISING) == {
        "nobody_opened",
        "ending",
        "direct_below_threshold",
        "double_okey",
        "rising_threshold",
        "indicator_in_pairs",
        "infractions",
    }
    assert differences(ROUNDS) == {
        "partner_cancels",
        "direct_below_threshold",
        "playable_must_be_called",
        "double_okey",
        "infractions",
        "first_dealer",
        "best_of",
    }


def test_each_preset_has_its_own_infractions():
    shared = {"playable_discard", "okey_discard", "invalid_opening", "layoff_taken_back"}
    assert set(PAIRS.infractions) == set(INFRACTIONS) - {"okey_lost_from_meld"}
    assert set(RISING.infractions) == shared | {"okey_lost_from_meld"}
    assert set(ROUNDS.infractions) == shared
    assert all(set(preset.infractions.values()) == {101} for preset in PRESETS.values())


@given(rule_sets)
def test_rule_sets_round_trip(rules):
    assert RuleSet.from_json(rules.to_json()) == rules
    assert RuleSet.from_json(rules.to_json()).to_json() == rules.to_json()


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_presets_copy_pickle_and_hash(preset):
    assert copy.deepcopy(preset) == preset
    assert pickle.loads(pickle.dumps(preset)) == preset
    assert len({preset, copy.deepcopy(preset)}) == 1


def test_canonical_text_names_every_field_in_order():
    data = json.loads(PAIRS.to_json())
    assert list(data) == sorted(member.name for member in fields(RuleSet))
    assert "Eşli 101" in PAIRS.to_json()
    assert ": " not in PAIRS.to_json()


def test_copy_is_independent_of_the_amounts_passed():
    amounts = {"okey_discard": 50}
    rules = replace(PAIRS, infractions=amounts)
    amounts["okey_discard"] = 0
    assert rules.infractions == {"okey_discard": 50}
    with pytest.raises(TypeError):
        operator.setitem(rules.infractions, "okey_discard", 1)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "change",
    [
        {"hands_per_match": 0},
        {"hands_per_match": 100},
        {"best_of": 2},
        {"best_of": 0},
        {"best_of": 11},
        {"unopened_cap": -1},
        {"unopened_cap": 10_001},
        {"infractions": {"okey_discard": -1}},
        {"infractions": {"okey_discard": 10_001}},
        {"infractions": {"loud_talking": 101}},
    ],
)
def test_unplayable_values_are_refused(change):
    with pytest.raises(MalformedRuleSet):
        replace(PAIRS, **change)


def test_limits_themselves_are_allowed():
    rules = replace(
        PAIRS, hands_per_match=99, best_of=9, unopened_cap=10_000, infractions={"okey_discard": 0}
    )
    assert (rules.hands_per_match, rules.best_of, rules.unopened_cap) == (99, 9, 10_000)
    assert replace(PAIRS, hands_per_match=1, best_of=1, unopened_cap=0).infractions == PAIRS.infractions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"id": "x"}',
        '{"id": 1, "names": {"tr": "a", "en": "b"}}',
        '{"id": "x", "names": "a"}',
        '{"id": "x", "names": {"tr": "a", "en": "b"}, "jokers": 2}',
        '{"id": "x", "names": {"tr": "a", "en": "b"}, "best_of": true}',
        '{"id": "x", "names": {"tr": "a", "en": "b"}, "double_okey": 1}',
        '{"id": "x", "names": {"tr": "a", "en": "b"}, "okey_left": "twice"}',
        '{"id": "x", "names": {"tr": "a", "en": "b"}, "infractions": ["okey_discard"]}',
    ],
)
def test_other_texts_are_not_rule_sets(text):
    with pytest.raises(MalformedRuleSet):
        RuleSet.from_json(text)


def test_old_text_without_a_new_switch_has_its_default():
    data = json.loads(PAIRS.to_json())
    del data["level_match"]
    assert RuleSet.from_json(json.dumps(data)) == PAIRS


@pytest.mark.parametrize("earlier", EARLIER_PRESETS.values(), ids=lambda rules: f"{rules.id} {rules.version}")
def test_old_copy_equals_the_preset_of_its_time(earlier):
    data = json.loads(earlier.to_json())
    for switch in ("ending", "direct_below_threshold", "playable_must_be_called", "first_dealer"):
        del data[switch]
    copied = RuleSet.from_json(json.dumps(data))
    assert copied == earlier
    assert copied.changes == frozenset()
    assert replace(copied, best_of=5).changes == {"best_of"}
    assert PRESETS[earlier.id].version > earlier.version


def test_rule_set_without_preset_has_no_changes():
    assert RuleSet(id="ours", names=PAIRS.names, best_of=1).changes == frozenset()


def test_every_switch_has_a_source():
    assert set(SWITCHES) == set(SWITCH_NAMES)
    assert SWITCHES["okey_left"].source(PAIRS) == "chosen"
    assert SWITCHES["nobody_opened"].source(RISING) == "S2"
    assert SWITCHES["partner_cancels"].source(ROUNDS) == "S4"
    assert SWITCHES["hands_per_match"].source(RISING) == "S4, inherited"
    assert SWITCHES["okey_left"].source(replace(PAIRS, okey_left=OkeyLeft.NONE)) == "house rule"


def test_source_is_the_rule_sets_own_or_inherited():
    assert cite(("S0 V", "S4"), "S0") == "S0 V"
    assert cite(("S0 V", "S4"), "S4") == "S4"
    assert cite(("S0 V", "S4"), "S2") == "S4, inherited"
    assert cite(("S0 V",), "S4") == "S0 V, inherited"
    assert cite((), "S0") == "chosen"


def test_line_affected_by_a_changed_switch_is_amended():
    assert set(AMOUNT_SWITCHES) == set(LINE_SOURCES)
    assert set().union(*AMOUNT_SWITCHES.values()) <= set(SWITCH_NAMES)
    capped = replace(PAIRS, unopened_cap=404)
    assert capped.changes == {"unopened_cap"}
    assert source_of_line("unopened", capped) == "S0 VI, amended"
    assert source_of_line("unopened", capped, chosen=True) == "chosen, amended"
    assert source_of_line("rack", capped) == "S0 VI"
    assert source_of_line("infraction.okey_discard", capped) == "S0 VII"


def test_infraction_is_amended_with_its_amount_or_multiplication():
    halved = replace(PAIRS, infractions={"okey_discard": 50, "invalid_meld": 101})
    assert source_of_line("infraction.okey_discard", halved) == "S0 VII, amended"
    assert source_of_line("infraction.invalid_meld", halved) == "S0 VII"
    multiplied = replace(PAIRS, infractions_multiplied=True)
    assert source_of_line("infraction.invalid_meld", multiplied) == "S0 VII, amended"


def test_line_of_a_rule_set_without_preset_is_not_amended():
    assert PAIRS.changes == frozenset()
    assert replace(PAIRS, id="ours", okey_left_multiplied=True).changes == frozenset()


def test_amounts_without_a_stated_source_are_inherited():
    assert source_of_line("unopened", PAIRS) == "S0 VI"
    assert source_of_line("unopened", RISING) == "S4, inherited"
    assert source_of_line("infraction.okey_discard", RISING) == "S4, inherited"
    assert source_of_line("infraction.okey_lost_from_meld", RISING) == "S2"
    assert source_of_line("infraction.okey_discard", PAIRS) == "S0 VII"
    assert source_of_line("infraction.okey_discard", ROUNDS) == "S4"
    assert all(source_of_line(rule, rules) for rule in LINE_SOURCES for rules in PRESETS.values())


def test_every_infraction_is_bilingual():
    for code, kind in INFRACTIONS.items():
        assert kind.code == code
        assert kind.name.tr != kind.name.en
        assert kind.description.tr != kind.description.en


def test_singles_spare_no_partner_and_pairs_follow_their_preset():
    singles = rules_for(PRESETS["101-pairs"], True)
    assert singles.partner_cancels is PartnerCancels.NOTHING
    assert rules_for(singles, False) == PRESETS["101-pairs"]


def test_fewer_202s_break_a_level_match_by_switch():
    assert not counts_unopened_when_level(PRESETS["101-pairs"])
    assert counts_unopened_when_level(replace(PRESETS["101-pairs"], level_match=LevelMatch.FEWEST_UNOPENED))


def test_first_dealer_is_the_scorekeepers_right_or_drawn_by_lot():
    assert keepers_right_deals_first(PRESETS["101-pairs"])
    assert not keepers_right_deals_first(replace(PRESETS["101-pairs"], first_dealer=FirstDealer.RANDOM))
