import random
from collections import Counter
from dataclasses import replace

import pytest

from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.laid_hand import judge_laid_hand, price_of
from rules.games.okey_points.racks import faces_of, winning_hands
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.hands import LastTile
from rules.tiles import Colour, parse_tile
from tests.rules.games.okey_points.hand_builders import won
from tests.rules.games.okey_points.naive_racks import dealt_melds

STANDARD, COUNTDOWN = PRESETS["okey-standard"], PRESETS["okey-countdown"]
RULES = [
    *PRESETS.values(),
    *(replace(STANDARD, one_colour_doubles=doubling) for doubling in OneColourDoubles),
]
LONG_RUN = " ".join(f"r{number}" for number in [*range(1, 14), 1])
SEVEN_PAIRS = "r1 r1, r2 r2, r3 r3, r4 r4, r5 r5, r6 r6, r7 r7"


def judge(laid, rules=COUNTDOWN, indicator="b5"):
    groups = [[parse_tile(code) for code in group.split()] for group in laid.split(", ")]
    return judge_laid_hand(groups, parse_tile(indicator), rules)


@pytest.mark.parametrize(
    ("laid", "way", "errors", "missing"),
    [
        ("r1 r2 r3, b7 b8 b9, k9 r9 y9 b9, y11 b6 y13 y1", "groups", (), 0),
        ("r1 r2 r3, b7 b8 b9, k9 r9 y9 b9, y11 b6 y13", "groups", ("tiles_missing",), 1),
        ("r1 r2 r3, b7 b8 b9, k9 r9 y9 b9, y12 y13 y1 y2", "groups", ("invalid_meld",), 0),
        (SEVEN_PAIRS, "pairs", (), 0),
        (LONG_RUN, "one_colour_run", (), 0),
        ("r1 r2 r3, r4 r4", "groups", ("mixed", "tiles_missing"), 9),
    ],
)
def test_hand_is_finished_without_errors(laid, way, errors, missing):
    hand = judge(laid)
    assert (hand.way, hand.errors, hand.missing) == (way, errors, missing)
    assert all(meld.valid for meld in hand.melds) is ("invalid_meld" not in errors)


def test_same_tiles_may_finish_in_another_or_a_dearer_way():
    pairs_as_runs = "r1 r2 r3, r1 r2 r3, r4 r5 r6 r7, r4 r5 r6 r7"
    assert judge(pairs_as_runs).others == (WinningHand.PAIRS,)
    assert judge(SEVEN_PAIRS).others == ()
    assert judge("r1 r2, r3 r1, r2 r3, r4 r5 r6 r7, r4 r5 r6 r7").others == ("groups", "pairs")


def test_every_winning_rack_is_finished_as_its_melds_lie_and_not_without_a_tile():
    ways: Counter[str] = Counter()
    for seed in range(300):
        indicator, codes, _chance = dealt_melds(seed)
        tiles, turned = [parse_tile(code) for code in codes], parse_tile(indicator)
        for way, groups in winning_hands(dict(enumerate(faces_of(tiles, turned)))).items():
            laid = [[tiles[index] for index in group] for group in groups]
            hand = judge_laid_hand(laid, turned, random.Random(seed).choice(RULES))
            assert hand.errors == (), (indicator, codes)
            assert way in (hand.way, WinningHand.GROUPS)
            ways[way] += 1
            fewer = judge_laid_hand([*laid[:-1], laid[-1][:-1]], turned, COUNTDOWN)
            assert (fewer.missing, fewer.others) == (1, ())
    assert all(ways[way] > 10 for way in (WinningHand.GROUPS, WinningHand.ONE_COLOUR_RUN))


def test_colour_is_that_of_all_tiles_of_a_finish():
    assert judge(SEVEN_PAIRS).colour is Colour.RED
    assert judge(SEVEN_PAIRS.replace("r7 r7", "r7 b6")).colour is Colour.RED
    assert judge(SEVEN_PAIRS.replace("r7 r7", "k7 k7")).colour is None
    assert judge(SEVEN_PAIRS.replace("r7 r7", "r7 r8")).colour is None


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.id} {rules.one_colour_doubles}")
def test_price_is_that_of_the_score(rules):
    stated = Colour if rules.one_colour_doubles is not OneColourDoubles.RED_AND_BLACK else "rk"
    for way in WinningHand:
        for colour in Colour:
            price = price_of(way, colour, rules)
            for last, amount in ((LastTile.PLAIN, price.plain), (LastTile.OKEY, price.okey)):
                report = won(hand=way.value, last=last.value, one_colour=colour in stated)
                assert amount == score_hand(parse_report(report), rules).by_side()["B"]
                single = rules.finishes[price_code(way, last)]
                assert amount == (2 * single if price.doubled else single)
        assert not price_of(way, None, rules).doubled
