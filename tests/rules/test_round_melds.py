import random
from collections import Counter

import pytest

from rules.meld_faults import FaultCode
from rules.melds import MeldKind, played_as
from rules.round_melds import ROUND_FAULT_WORDS, read_round_meld
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, okey_of, parse_tile
from tests.rules.games.okey_points.naive_racks import is_meld

INDICATOR = parse_tile("b8")


def faces_of(codes, indicator=INDICATOR):
    okey = okey_of(indicator)
    return played_as([parse_tile(code) for code in codes], okey, {okey})


def read(codes, indicator=INDICATOR):
    return read_round_meld(faces_of(codes, indicator), okey_of(indicator))


@pytest.mark.parametrize(
    ("codes", "kind", "stands_for"),
    [
        ("r12 r13 r1", "run", "r12 r13 r1"),
        ("y13 * y11", "invalid", ""),
        ("y13 b9 y11", "run", "y13 y12 y11"),
        # As high as possible.
        ("y12 y13 b9", "run", "y12 y13 y1"),
        ("y7 b9 b9", "run", "y7 y8 y9"),
        (
            "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
            "run",
            "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
        ),
        ("k9 b9 r9", "set", "k9 b9 r9"),
        ("k7 r7 b9", "set", "k7 r7 b7"),
        ("k7 b9", "pair", "k7 k7"),
        ("b9 b9", "pair", "b9 b9"),
        ("* b9", "pair", "b9 b9"),
    ],
)
def test_group_is_read_as_the_highest_run_or_a_set(codes, kind, stands_for):
    meld = read(codes.split())
    assert (meld.kind, " ".join(tile.code for tile in meld.stands_for)) == (kind, stands_for)


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ("r13 r1 r2", "run_past_highest"),
        ("r11 r13 r1", "run_with_a_gap"),
        ("r5 r6 r8", "run_with_a_gap"),
        ("r5 b5 y5 k5 b9", "set_too_long"),
        ("r5 r5 k5", "colour_twice"),
        ("r5 r5 r6", "number_twice"),
        ("r5 b6 k9", "no_meld"),
        ("r5", "too_few_tiles"),
        ("r5 r6", "not_the_same"),
    ],
)
def test_fault_is_that_of_the_closest_meld(codes, code):
    assert read(codes.split()).fault.code == code


def random_group(chance):
    indicator, first = chance.choice(NUMBERED_TILES), chance.randint(1, 13)
    colour, size = chance.choice("rbyk"), chance.choice([2, 3, 3, 4, 5, 14])
    run = [f"{colour}{(first + more - 1) % 13 + 1}" for more in range(size)]
    codes = chance.choice([run, run, [f"{letter}{first}" for letter in "rbyk"][:size], [run[0]] * 2])
    strange = [okey_of(indicator).code, FALSE_OKEY.code, chance.choice(NUMBERED_TILES).code, run[0]]
    for _change in range(chance.randint(0, 2)):
        codes[chance.randrange(len(codes))] = chance.choice(strange)
    return indicator, chance.sample(codes, len(codes))


def test_group_is_a_meld_if_some_tiles_for_its_okeys_make_it_one():
    kinds: Counter[str] = Counter()
    for seed in range(2000):
        indicator, codes = random_group(random.Random(seed))
        meld, faces = read(codes, indicator), faces_of(codes, indicator)
        kinds[meld.kind] += 1
        if len(codes) > 2:
            assert meld.valid is is_meld(faces), (indicator, codes)
            assert not meld.valid or is_meld(meld.stands_for)
        if meld.valid:
            assert all(face in (None, tile) for face, tile in zip(faces, meld.stands_for, strict=True))
    assert all(kinds[kind] > 100 for kind in MeldKind)


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_fault_has_words_and_1_may_follow_13(language):
    assert set(ROUND_FAULT_WORDS) == set(FaultCode)
    assert "13-1-2" in ROUND_FAULT_WORDS[FaultCode.RUN_PAST_HIGHEST].in_language(language)
    assert "14" in ROUND_FAULT_WORDS[FaultCode.RUN_TOO_LONG].in_language(language)
