import pytest

from rules.games.okey101.playable.client_rules import fault_words, switches
from rules.games.okey101.rulesets import PRESETS
from rules.meld_faults import Fault, FaultCode
from rules.tiles import parse_tile


@pytest.mark.parametrize(
    ("rule_set", "in_pairs", "ending", "rising"),
    [
        ("101-pairs", False, "discard", False),
        ("101-rising", True, "free", True),
        ("101-rounds", False, "discard", False),
    ],
)
def test_client_gets_the_switches_for_melds_and_racks(rule_set, in_pairs, ending, rising):
    assert switches(PRESETS[rule_set]) == {
        "falseOkeyValue": "okey",
        "indicatorInPairs": in_pairs,
        "ending": ending,
        "rising": rising,
        "thresholds": {"series": 101, "pairs": 5},
    }


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_fault_has_a_message_with_a_place_for_tiles(language):
    messages = fault_words(language)
    assert set(messages) == {code.value for code in FaultCode}
    with_tiles = {code for code, text in messages.items() if "%s" in text}
    assert with_tiles == {"unknown_tile", "indicator_in_pair", "not_the_same", "colour_twice"}


def test_fault_names_its_tiles():
    fault = Fault(FaultCode.NOT_THE_SAME, (parse_tile("r5"), parse_tile("*")))
    assert fault.words.tr == "kırmızı 5 ve sahte okey aynı taş değil."
    assert fault.words.en == "red 5 and false okey are not the same tile."
