"""Runs, sets and pairs: what is one, what it is worth, what each okey in it stands for."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.melds import Meld, MeldKind, read_meld
from rules.tiles import FALSE_OKEY, NUMBERED, Tile, okey_of, parse_tile

B5 = parse_tile("b5")


def read(*codes, indicator="b5", **switches):
    return read_meld([parse_tile(code) for code in codes], parse_tile(indicator), **switches)


def meant(meld):
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
def test_a_meld_without_okeys_is_worth_its_numbers(codes, kind, value):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, meld.valid, meld.reason) == (kind, value, True, None)
    assert meant(meld) == codes


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("r12 r13 r1", "A run ends at 13"),
        ("r13 r1 r2", "A run ends at 13"),
        ("r5 r6", "red 5 and red 6 are not the same tile."),
        ("r5 b5", "The indicator (blue 5) can't be in a pair."),
        ("b5 b6", "The indicator (blue 5) can't be in a pair."),
        ("r5 b7", "red 5 and blue 7 are not the same tile."),
        ("* b7", "blue 6 and blue 7 are not the same tile."),
        ("r5", "A pair has two tiles, runs and sets at least three."),
        ("", "A pair has two tiles, runs and sets at least three."),
        ("r5 r6 r8", "The numbers of a run must be consecutive."),
        ("r5 r9 b6", "The numbers of a run must be consecutive."),
        ("r5 r6 r6 r7", "A run has each number once."),
        ("r7 r7 k7", "A set has each colour once: red 7 is there more than once."),
        ("k7 r7 k7 r7", "A set has each colour once: red 7 and black 7 is there more than once."),
        ("r7 k7 y7 b7 b6", "A set has four tiles at most."),
        ("r5 k6 y7", "Neither consecutive in one colour nor of one number"),
        ("r5 r6 k7", "Neither consecutive in one colour nor of one number"),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 b6", "A run has 13 tiles at most."),
    ],
)
def test_what_is_no_meld_is_worth_nothing_and_says_why(codes, words):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, meld.stands_for, meld.valid) == ("invalid", 0, (), False)
    assert meld.reason
    assert meld.reason.en.startswith(words)
    assert meld.reason.tr != meld.reason.en


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
def test_an_okey_stands_for_what_is_worth_most(codes, kind, value, stands_for):
    meld = read(*codes.split())
    assert (meld.kind, meld.value, meant(meld)) == (kind, value, stands_for)


def test_the_indicator_is_wild_in_pairs_where_the_rule_set_says_so_and_only_there():
    assert meant(read("b5", "r9", indicator_in_pairs=True)) == "r9 r9"
    assert meant(read("b5", "b6", indicator_in_pairs=True)) == "b6 b6"
    assert not read("b5", "r9", "k9", indicator_in_pairs=True).valid
    assert read("b5", "b6", "b7", indicator_in_pairs=True).value == 18


def test_thirteen_goes_on_to_one_for_the_okey():
    assert meant(read("k1", "r9", "y9", indicator="k13")) == "b9 r9 y9"


def test_without_an_indicator_nothing_is_wild():
    tiles = [parse_tile(code) for code in ("b6", "r9", "y9")]
    assert not read_meld(tiles, None).valid
    assert read_meld([FALSE_OKEY, FALSE_OKEY], None).stands_for == (FALSE_OKEY, FALSE_OKEY)
    assert not read_meld([FALSE_OKEY, *tiles[1:]], None).valid


tiles = st.sampled_from(NUMBERED)
near = st.builds(
    lambda number, picks: [
        Tile(tile.colour, max(1, min(13, number + tile.number % 4 - 1))) for tile in picks
    ],
    st.integers(1, 13),
    st.lists(tiles, min_size=1, max_size=5),
)
"""Tiles of neighbouring numbers, so that many of them are nearly a meld."""


def brute_force(codes, okey):
    """The best value over all tiles that each okey could be, by the plain words of the rules."""
    free = [NUMBERED if tile == okey else (okey,) if tile == FALSE_OKEY else (tile,) for tile in codes]
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
def test_no_reading_of_okeys_is_worth_more(laid, okeys, false_okey, indicator, random):
    okey = okey_of(indicator)
    group = [*laid[: 5 - okeys], *[okey] * okeys, *[FALSE_OKEY] * false_okey]
    random.shuffle(group)
    if sum(tile == okey for tile in group) > 2 or len(group) < 3:
        return
    assert read_meld(group, indicator).value == brute_force(group, okey)


@given(near, st.integers(0, 2), tiles)
def test_what_the_tiles_stand_for_is_a_meld_of_that_value_and_keeps_the_plain_ones(laid, okeys, indicator):
    okey = okey_of(indicator)
    meld = read_meld([*laid, *[okey] * okeys], indicator)
    if meld.kind in (MeldKind.RUN, MeldKind.SET):
        assert plain_value(meld.stands_for) == meld.value
    if meld.valid:
        kept = zip(laid, meld.stands_for, strict=False)
        assert all(tile == stands for tile, stands in kept if tile != okey)


@given(st.lists(st.sampled_from([*NUMBERED, FALSE_OKEY]), max_size=4), tiles, st.booleans())
def test_the_order_of_the_tiles_does_not_matter(group, indicator, in_pairs):
    melds = [read_meld(order, indicator, indicator_in_pairs=in_pairs) for order in permutations(group)]
    readings = {(meld.kind, meld.value) for meld in melds}
    assert len(readings) == 1


def test_every_reason_is_given_in_both_languages():
    assert Meld(MeldKind.INVALID).reason is None
    assert read("r5").reason.tr == "Çift iki taştır, seri ve küt en az üç."
