from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.localized_text import Text
from rules.meld_faults import FAULT_WORDS, Fault, FaultCode
from rules.melds import MeldKind, is_false_okey_mistaken, read_meld
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, Tile, okey_of, parse_tile


def read(*codes, indicator="b5", **switches):
    return read_meld([parse_tile(code) for code in codes], parse_tile(indicator), **switches)


def best_meld(meld):
    return " ".join(tile.code for tile in meld.stands_for)


@pytest.mark.parametrize(
    ("codes", "kind", "value"),
    [
        ("r5 r6 r7", "run", 18),
        ("r7 r5 r6", "run", 18),
        ("k1 k2 k3", "run", 6),
        ("k11 k12 k13", "run", 36),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", "run", 91),
        ("r12 k12 y12", "set", 36),
        ("r12 k12 y12 b12", "set", 48),
        ("r1 k1 y1", "set", 3),
        ("r1 r1", "pair", 1),
        ("k13 k13", "pair", 1),
    ],
)
def test_meld_without_okeys_is_worth_its_numbers(codes, kind, value):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, meld.valid, meld.reason) == (kind, value, True, None)
    assert best_meld(meld) == codes


TOO_FEW = Text(
    "Çift iki taştır, seri ve küt en az üç.", "A pair has two tiles, runs and sets at least three."
)
INDICATOR = Text("Gösterge (mavi 5) çift olarak açılamaz.", "The indicator (blue 5) can't be in a pair.")
ENDS = Text(
    "Seri 13’te biter: 12-13-1 olmaz, 1 yalnız en küçüktür.",
    "A run ends at 13: 12-13-1 is not a run, 1 is only low.",
)
GAPS = Text("Serinin sayıları ardışık olmalı.", "The numbers of a run must be consecutive.")
TWICE = Text("Seride her sayı bir kez olur.", "A run has each number once.")
NEITHER = Text(
    "Ne aynı renkte ardışık ne de aynı sayıda: bu taşlar bir per etmez.",
    "These tiles are not a meld: neither consecutive in one colour nor of one number.",
)


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ("r12 r13 r1", ENDS),
        ("r13 r1 r2", ENDS),
        ("r5 r6", Text("kırmızı 5 ve kırmızı 6 aynı taş değil.", "red 5 and red 6 are not the same tile.")),
        ("r5 b7", Text("kırmızı 5 ve mavi 7 aynı taş değil.", "red 5 and blue 7 are not the same tile.")),
        ("* b7", Text("mavi 6 ve mavi 7 aynı taş değil.", "blue 6 and blue 7 are not the same tile.")),
        ("r5 b5", Text("kırmızı 5 ve mavi 5 aynı taş değil.", "red 5 and blue 5 are not the same tile.")),
        ("b5 b6", INDICATOR),
        ("r5", TOO_FEW),
        ("", TOO_FEW),
        ("r5 r6 r8", GAPS),
        ("r5 r9 b6", GAPS),
        ("r1 r2 r12", GAPS),
        ("r2 r12 r13", GAPS),
        ("r5 r6 r6 r7", TWICE),
        (
            "r7 r7 k7",
            Text(
                "Kütte her renk bir kez olur: kırmızı 7 birden çok.",
                "A set has each colour once: there are several of red 7.",
            ),
        ),
        (
            "k7 r7 k7 r7",
            Text(
                "Kütte her renk bir kez olur: kırmızı 7 ve siyah 7 birden çok.",
                "A set has each colour once: there are several of red 7 and black 7.",
            ),
        ),
        ("r7 k7 y7 b7 b6", Text("Kütte en çok dört taş olur.", "A set has four tiles at most.")),
        ("r5 k6 y7", NEITHER),
        ("r5 r6 k7", NEITHER),
        (
            "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 b6",
            Text("Seri en çok 13 taştır.", "A run has 13 tiles at most."),
        ),
    ],
)
def test_invalid_meld_is_worth_nothing_and_says_why(codes, reason):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, meld.stands_for, meld.reason) == ("invalid", 0, (), reason)
    assert not meld.valid


@pytest.mark.parametrize(
    ("codes", "kind", "value", "stands_for"),
    [
        ("r12 b6 k12", "set", 36, "r12 b12 k12"),
        ("k10 k11 b6", "run", 33, "k10 k11 k12"),
        ("b6 k10 k11", "run", 33, "k12 k10 k11"),
        ("k12 b6 k13", "run", 36, "k12 k11 k13"),
        ("k5 b6 k7", "run", 18, "k5 k6 k7"),
        ("b6 b6 r7", "run", 24, "r8 r9 r7"),
        ("b6 r12 b6", "set", 36, "b12 r12 y12"),
        ("b6 b6 r13", "set", 39, "b13 y13 r13"),
        ("b6 b6 k11", "run", 36, "k12 k13 k11"),
        ("b6 k3 b6 k6", "run", 18, "k4 k3 k5 k6"),
        ("b6 k3 b6 k5", "run", 18, "k4 k3 k6 k5"),
        ("r7 b6 k7 b6", "set", 28, "r7 b7 k7 y7"),
        ("* r6 y6", "set", 18, "b6 r6 y6"),
        ("b5 * b7", "run", 18, "b5 b6 b7"),
        ("* b6 r6", "set", 18, "b6 y6 r6"),
        ("* b6 b6", "run", 21, "b6 b7 b8"),
        ("b6 r1", "pair", 1, "r1 r1"),
        ("r1 b6", "pair", 1, "r1 r1"),
        ("b6 b6", "pair", 1, "b6 b6"),
        ("b6 *", "pair", 1, "b6 b6"),
        ("* *", "pair", 1, "b6 b6"),
        ("b6 b6 b6", "set", 39, "r13 b13 y13"),
        ("b6 b6 b6 b6 b6", "run", 55, "r9 r10 r11 r12 r13"),
    ],
)
def test_okey_represents_the_most_valuable_tile(codes, kind, value, stands_for):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, best_meld(meld)) == (kind, value, stands_for)


def test_indicator_is_wild_only_in_pairs_and_by_switch():
    assert best_meld(read("b5", "r9", indicator_in_pairs=True)) == "r9 r9"
    assert best_meld(read("b5", "b6", indicator_in_pairs=True)) == "b6 b6"
    assert not read("b5", "r9", "k9", indicator_in_pairs=True).valid
    assert read("b5", "b6", "b7", indicator_in_pairs=True).value == 18


def test_okey_after_thirteen_is_one():
    assert best_meld(read("k1", "r9", "y9", indicator="k13")) == "b9 r9 y9"


def test_nothing_is_wild_without_an_indicator():
    tiles = [parse_tile(code) for code in ("b6", "r9", "y9")]
    assert not read_meld(tiles, None).valid
    assert read_meld([FALSE_OKEY, FALSE_OKEY], None).stands_for == (FALSE_OKEY, FALSE_OKEY)
    assert not read_meld([FALSE_OKEY, *tiles[1:]], None).valid
    assert read_meld([FALSE_OKEY] * 3, None).reason == Text(
        "Kütte her renk bir kez olur: sahte okey birden çok.",
        "A set has each colour once: there are several of false okey.",
    )


tiles = st.sampled_from(NUMBERED_TILES)
near = st.builds(
    lambda number, picks: [
        Tile(tile.colour, max(1, min(13, number + tile.number % 4 - 1))) for tile in picks
    ],
    st.integers(1, 13),
    st.lists(tiles, min_size=1, max_size=5),
)
"""Tiles of adjacent numbers, so that many are nearly a meld."""


def brute_force(codes, okey):
    """Return the best value over all tiles for each okey."""
    free = [NUMBERED_TILES if tile == okey else (okey,) if tile == FALSE_OKEY else (tile,) for tile in codes]
    return max((plain_value(laid) for laid in product(*free)), default=0)


def plain_value(laid):
    numbers, colours = [tile.number for tile in laid], [tile.colour for tile in laid]
    if len(laid) < 3:
        return 0
    one_number = len(set(numbers)) == 1 and len(set(colours)) == len(colours) and len(laid) <= 4
    low = min(numbers)
    consecutive = sorted(numbers) == list(range(low, low + len(numbers)))
    return sum(numbers) if one_number or (consecutive and len(set(colours)) == 1) else 0


@given(near, st.integers(0, 2), st.booleans(), tiles, st.randoms(use_true_random=False))
def test_no_reading_of_okeys_is_more_valuable(laid, okeys, false_okey, indicator, random):
    okey = okey_of(indicator)
    group = [*laid[: 5 - okeys], *[okey] * okeys, *[FALSE_OKEY] * false_okey]
    random.shuffle(group)
    if sum(tile == okey for tile in group) > 2 or len(group) < 3:
        return
    assert read_meld(group, indicator).value == brute_force(group, okey)


@given(near, st.integers(0, 2), tiles)
def test_tiles_stood_for_form_a_meld_of_that_value(laid, okeys, indicator):
    okey = okey_of(indicator)
    meld = read_meld([*laid, *[okey] * okeys], indicator)
    if meld.kind in (MeldKind.RUN, MeldKind.SET):
        assert plain_value(meld.stands_for) == meld.value
    if meld.valid:
        pairs_of_tiles = zip(laid, meld.stands_for, strict=False)
        assert all(tile == played for tile, played in pairs_of_tiles if tile != okey)


@given(st.lists(st.sampled_from([*NUMBERED_TILES, FALSE_OKEY]), max_size=4), tiles, st.booleans())
def test_order_of_tiles_does_not_matter(group, indicator, in_pairs):
    melds = [read_meld(order, indicator, indicator_in_pairs=in_pairs) for order in permutations(group)]
    readings = {(meld.kind, meld.value) for meld in melds}
    assert len(readings) == 1


@pytest.mark.parametrize(
    ("codes", "mistaken"),
    [("r8 r9 *", True), ("r8 y9 *", False), ("r8 r9 r10", False), ("r8 r9", False), ("b6 *", True)],
)
def test_false_okey_is_mistaken_where_an_okey_would_make_a_meld(codes, mistaken):
    group, indicator = [parse_tile(code) for code in codes.split()], parse_tile("b5")
    assert is_false_okey_mistaken(group, indicator, lambda tiles: read_meld(tiles, indicator)) is mistaken


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_fault_has_words_with_a_place_for_tiles(language):
    assert set(FAULT_WORDS) == set(FaultCode)
    with_tiles = {code for code, text in FAULT_WORDS.items() if "%s" in text.in_language(language)}
    assert with_tiles == {"unknown_tile", "indicator_in_pair", "not_the_same", "colour_twice"}


def test_fault_names_its_tiles_as_the_game_does():
    fault = Fault(FaultCode.NOT_THE_SAME, (parse_tile("r5"), FALSE_OKEY))
    assert fault.words == Text(
        "kırmızı 5 ve sahte okey aynı taş değil.", "red 5 and false okey are not the same tile."
    )
    assert fault.worded(FAULT_WORDS, Text("joker", "joker")).en == "red 5 and joker are not the same tile."
