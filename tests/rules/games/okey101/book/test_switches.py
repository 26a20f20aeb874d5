from dataclasses import replace
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.book.examples import HandExample, hand_example
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.book.wording import describe_hand
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.score import score_hand
from rules.hands import Opening
from tests.rules.games.okey101.test_rulesets import rule_sets
from tests.rules.hand_builders import FOUR_NONE, FOUR_PAIRS, PAIRS, SERIES, deck_empty, finished, fouled

EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


class TestSwitches:
    def test_every_value_can_be_chosen(self):
        for name, switch in SWITCHES.items():
            kind = type(getattr(PRESETS["101-pairs"], name))
            listed = {choice.value for choice in switch.listed_choices}
            if issubclass(kind, StrEnum | bool):
                assert listed == (set(kind) if issubclass(kind, StrEnum) else {True, False})
            else:
                assert switch.create_choice

    def test_default_is_first(self):
        for name, switch in SWITCHES.items():
            assert switch.compare(PRESETS["101-pairs"])[0].is_chosen, name

    @EVERY_PRESET
    def test_one_option_is_chosen_and_others_differ_only_in_it(self, rules):
        for name, switch in SWITCHES.items():
            compared = switch.compare(rules)
            assert sum(compared_choice.is_chosen for compared_choice in compared) == 1
            for compared_choice in compared:
                assert getattr(compared_choice.rules, name) == compared_choice.choice.value
                assert replace(compared_choice.rules, **{name: getattr(rules, name)}) == rules

    def test_examples_distinguish_every_option(self):
        rules = PRESETS["101-pairs"]
        for name, switch in SWITCHES.items():
            compared = switch.compare(rules)
            assert len(compared) > 1, name
            results = [
                tuple(shape(example.show(compared_choice.rules)) for example in switch.examples)
                for compared_choice in compared
            ]
            assert len(set(results)) == len(results), name

    def test_texts_are_complete(self):
        for switch in SWITCHES.values():
            choices = [compared_choice.choice for compared_choice in switch.compare(PRESETS["101-pairs"])]
            texts = [switch.name, switch.explanation, *(example.description for example in switch.examples)]
            texts += [text for choice in choices for text in (choice.name, choice.rule)]
            assert all(text.tr and text.en and text.tr != text.en for text in texts)
            assert len({choice.rule.tr for choice in choices}) == len(choices)

    def test_unlisted_value_is_compared(self):
        cap = SWITCHES["unopened_cap"]
        assert [compared_choice.choice.value for compared_choice in cap.compare(PRESETS["101-pairs"])] == [
            None,
            404,
        ]
        assert [
            compared_choice.choice.value
            for compared_choice in cap.compare(replace(PRESETS["101-pairs"], unopened_cap=300))
        ] == [
            None,
            300,
        ]
        assert cap.choice_for(1200).rule.tr.startswith("Açmama cezası en çok 1.200 ")

    def test_infractions_are_compared_with_the_presets(self):
        switch = SWITCHES["infractions"]
        alone = switch.compare(PRESETS["101-pairs"])
        assert [compared_choice.choice.name.en for compared_choice in alone] == [
            "10 infractions: 101",
            "11 infractions: 50",
        ]
        none = switch.compare(replace(PRESETS["101-pairs"], infractions={}))
        assert [compared_choice.is_chosen for compared_choice in none] == [False, True]
        assert none[1].choice.name.en == "None"
        assert none[1].choice.rule.en == "No infraction is charged."
        two = switch.choice_for({"okey_discard": 101, "invalid_meld": 50}).rule
        assert two.en == "Charged (50 and 101): Okey discarded and Invalid meld."

    def test_single_hand_is_singular(self):
        switch = SWITCHES["hands_per_match"]
        assert switch.choice_for(1).name.en == "1 hand"
        assert switch.choice_for(5).name.en == "5 hands"


def shape(shown):
    return (tuple(shown.seats.items()), shown.verdict)


class TestExamples:
    def test_hand_is_scored_by_the_engine(self):
        hand = finished(B1="none")
        result = hand_example(hand).show(PRESETS["101-pairs"])
        score = score_hand(parse_report(hand), PRESETS["101-pairs"])
        assert (result.seats, result.sides, result.lines) == (score.by_seat(), score.by_side(), score.lines)
        assert result.verdict is None

    def test_hand_is_adapted_to_the_rules(self):
        hand = hand_example(finished(B1=fouled((SERIES, 9), playable_discard=2)))
        assert hand.adapt_to_rules(PRESETS["101-pairs"]) == hand
        adapted = hand.adapt_to_rules(replace(PRESETS["101-pairs"], infractions={"invalid_meld": 50}))
        assert "was fined 2 times for “invalid meld”" in adapted.description.en
        assert (
            "fined" not in hand.adapt_to_rules(replace(PRESETS["101-pairs"], infractions={})).description.en
        )
        faces = hand.adapt_to_rules(replace(PRESETS["101-pairs"], okey_face_counts=True))
        assert faces.description.en.startswith("The indicator is blue 5.")

    @given(rule_sets)
    def test_only_examples_about_some_finishes_can_be_refused(self, rules):
        for switch in SWITCHES.values():
            for example in switch.examples:
                fitted = example.adapt_to_rules(rules)
                if isinstance(fitted, HandExample) and not switch.field.startswith(("double_okey", "ending")):
                    assert find_errors(fitted.report, rules) == []

    def test_refused_hand_says_why(self):
        result = hand_example(finished(last="double_okey")).show(PRESETS["101-rounds"])
        assert result.verdict
        assert result.verdict.en == "This rule set has no double okey finish."
        assert not result.lines

    def test_void_hand_says_so(self):
        result = hand_example(deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}).show(
            PRESETS["101-pairs"]
        )
        assert result.verdict
        assert result.verdict.en == "All four opened with pairs: the hand is void and replayed"


@pytest.mark.parametrize(
    ("hand", "description"),
    [
        (
            finished(A2="none", B1=(SERIES, 9, 1)),
            "A1 finished. B1 opened with series and has 9 points and 1 okey left.",
        ),
        (finished(direct=True, last="okey"), "A1 finished directly by throwing the okey."),
        (finished(A1=PAIRS, last="double_okey"), "A1 finished with pairs by throwing both okeys."),
        (deck_empty(**FOUR_NONE), "The deck ran out, nobody finished. A1 did not open. B1 did not open."),
        (
            deck_empty(**FOUR_NONE | {"A1": (SERIES, 3, 2)}),
            "The deck ran out, nobody finished. A1 opened with series and has 3 points and 2 okeys left.",
        ),
        (deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}, "All four opened with pairs."),
        (
            deck_empty(**FOUR_NONE | {"A1": fouled("none", okey_discard=1, playable_discard=2)}),
            (
                "The deck ran out, nobody finished. A1 did not open, was fined for “okey discarded” "
                "and was fined 2 times for “playable discard”."
            ),
        ),
        (
            finished(B1=(SERIES, ["*", "r7"])),
            "A1 finished. B1 opened with series and has false okey and red 7 left.",
        ),
    ],
)
def test_hand_is_described(hand, description):
    assert describe_hand(parse_report(hand)).en.startswith(description)


def test_hand_is_described_in_turkish():
    hand = finished(
        A1=fouled(PAIRS, okey_discard=1), last="okey", B1=(SERIES, 30, 1), A2="none", B2=(PAIRS, 8)
    )
    assert describe_hand(parse_report(hand)).tr == (
        "A1 çift açıp okey atarak bitti. A1 “Okey atma” hatası yaptı. "
        "B1 seri açtı ve elinde 30 sayı ve 1 okey kaldı. A2 açmadı. B2 çift açtı ve elinde 8 sayı kaldı."
    )
    direct = describe_hand(parse_report(finished(direct=True, last="double_okey"))).tr
    assert direct.startswith("A1 elden iki okeyi atarak bitti.")
    assert describe_hand(parse_report(finished())).tr.startswith("A1 bitti.")


@given(st.sampled_from(list(Opening)))
def test_example_names_its_indicator(opening):
    example = HandExample(parse_report(deck_empty(**FOUR_NONE | {"A1": opening.value}) | {"indicator": "r7"}))
    assert example.description.en.startswith("The indicator is red 7. The deck ran out")
    assert example.description.tr.startswith("Gösterge kırmızı 7. Deste bitti")
