from dataclasses import replace

import pytest

from rules.games.okey_points.client_rules import fault_words, switches
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.hands import LastTile
from rules.meld_faults import FaultCode
from rules.tiles import Colour
from tests.rules.games.okey_points.hand_builders import won

STANDARD = PRESETS["okey-standard"]
RULES = [
    *PRESETS.values(),
    *(replace(STANDARD, one_colour_doubles=doubling) for doubling in OneColourDoubles),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.id} {rules.one_colour_doubles}")
def test_colour_costs_what_the_score_says(rules):
    client_switches = switches(rules)
    assert client_switches["most"] == 14
    for kind in WinningHand:
        for last in (LastTile.PLAIN, LastTile.OKEY):
            for colour in Colour:
                red_and_black_only = rules.one_colour_doubles is OneColourDoubles.RED_AND_BLACK
                finish = {
                    "hand": kind.value,
                    "last_tile": last.value,
                    "one_colour": not red_and_black_only or colour in (Colour.RED, Colour.BLACK),
                }
                payment = score_hand(parse_report(won(finish=finish)), rules).by_side()["B"]
                times = 2 if colour.value in client_switches["doubled"][kind.value] else 1
                assert times * client_switches["prices"][price_code(kind, last)] == payment


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_fault_has_a_message_and_1_may_follow_13(language):
    messages = fault_words(language)
    assert set(messages) == {code.value for code in FaultCode}
    assert "13-1-2" in messages["run_past_highest"]
    assert "14" in messages["run_too_long"]
