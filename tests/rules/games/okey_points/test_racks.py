import json
from collections import Counter

import pytest

from rules.all_melds import LONGEST_RUN, runs_of_length, sets_of_size
from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.racks import winning_hands
from rules.judge import judge_rack_line
from rules.tiles import NUMBERED_TILES, Colour, Tile, okey_of, parse_tile
from tests.rules.games.okey_points.naive_racks import dealt_melds, faces_of, is_meld

COLOURS = "rbyk"
BOTH_GAMES = ("okey-countdown", "okey-standard")


def ask(tiles, indicator="b5", rule_set="okey-standard", **entry):
    codes = tiles.split() if isinstance(tiles, str) else tiles
    rack = {"rule_set": rule_set, "indicator": indicator, "tiles": codes} | entry
    return judge_rack_line(json.dumps(rack).encode())


RUN = " ".join(f"r{number}" for number in range(1, 14))
PAIRS = "k4 k4 y2 y2 b9 b9 y5 y5 k13 k13 b7 b7"


@pytest.mark.parametrize(
    ("tiles", "wins", "one_colour"),
    [
        ("r1 r2 r3 b7 b8 b9 k9 r9 y9 b9 y12 y13 y1 k6", [], False),
        ("r1 r2 r3 b7 b8 b9 k9 r9 y9 b9 y11 y12 y13 y1", ["groups"], False),
        # 13-1-2 is not a run.
        ("r1 r2 r3 b7 b8 b9 k9 r9 y9 b9 y10 y13 y1 y2", [], False),
        (PAIRS + " r4 r4", ["pairs"], False),
        (PAIRS + " r4 b6", ["pairs"], False),
        (PAIRS + " b6 b6", ["pairs"], False),
        (PAIRS + " * *", ["pairs"], False),
        # A false okey plays as the okey's tile and is not wild.
        (PAIRS + " * r4", [], False),
        (PAIRS + " * b6", ["pairs"], False),
        # The indicator's twin can be in a pair like any other tile.
        (PAIRS + " b5 b6", ["pairs"], False),
        (RUN + " r1", ["groups", "one_colour_run"], True),
        (RUN + " b6", ["groups", "one_colour_run"], True),
        (RUN.replace("r7", "b6") + " b6", ["groups", "one_colour_run"], True),
        (RUN + " r13", [], False),
        (RUN + " k1", [], False),
        ("r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7", ["groups", "pairs"], True),
        ("r1 r1 r2 r2 r3 r3 r4 r4 r9 r9 r10 r10 r13 r13", ["pairs"], True),
        ("* b7 b8 r1 r2 r3 k9 r9 y9 b9 y11 y12 y13 y1", ["groups"], False),
        # Two okeys and one tile are a run of its colour.
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 b6 b6 r4", ["groups"], True),
    ],
)
def test_winning_hands(tiles, wins, one_colour):
    for rule_set in BOTH_GAMES:
        answer = ask(tiles, rule_set=rule_set)
        assert (answer["ok"], answer["wins"], answer["one_colour"]) == (True, wins, one_colour)
        assert list(answer["melds"]) == wins


def test_okey_after_13_is_1():
    assert ask("r1 k2 k3 k4 y7 y8 y9 b1 b2 b3 k12 y12 b12 k1", "r13")["wins"] == ["groups"]


def holds(answer, codes, indicator):
    """Check that each win's melds use all tiles."""
    for kind, melds in answer["melds"].items():
        assert Counter(code for meld in melds for code in meld) == Counter(codes)
        read = [faces_of(meld, indicator) for meld in melds]
        if kind == "pairs":
            assert all(len(faces) == 2 and len(set(faces) - {None}) <= 1 for faces in read)
        elif kind == "groups":
            assert all(is_meld(faces) for faces in read)
        else:
            assert [len(faces) for faces in read] == [14]
            assert len({face.colour for face in read[0] if face}) == 1


@pytest.mark.parametrize("seed", range(150))
def test_any_fourteen_tiles_from_melds_win_with_groups(seed):
    indicator, codes, _ = dealt_melds(seed)
    answer = ask(codes, indicator)
    assert answer["wins"][0] == "groups"
    holds(answer, codes, indicator)


def covered(faces, cached):
    """Return whether tiles divide into melds, by brute force."""
    if not faces:
        return True
    if faces not in cached:
        first, others = faces[0], faces[1:]
        candidates = (
            [place for place in range(len(others)) if chosen >> place & 1]
            for chosen in range(1, 1 << len(others))
        )
        cached[faces] = any(
            len(part) >= 2
            and is_meld((first, *(others[place] for place in part)))
            and covered(tuple(face for place, face in enumerate(others) if place not in part), cached)
            for part in candidates
        )
    return cached[faces]


def test_changed_winning_rack_agrees_with_brute_force():
    won = 0
    for seed in range(40):
        indicator, codes, chance = dealt_melds(seed)
        if okey_of(parse_tile(indicator)).code in codes:
            continue
        place = chance.randrange(14)
        spare = [
            tile.code for tile in NUMBERED_TILES if codes.count(tile.code) == 0 and tile.code != indicator
        ]
        codes[place] = chance.choice([code for code in spare if code != okey_of(parse_tile(indicator)).code])
        faces = tuple(sorted(faces_of(codes, indicator), key=lambda tile: (tile.number, tile.colour)))
        answer = ask(codes, indicator)
        assert ("groups" in answer["wins"]) == covered(faces, {}), codes
        holds(answer, codes, indicator)
        won += "groups" in answer["wins"]
    assert won


@pytest.mark.parametrize("seed", range(60))
def test_okey_wins_where_some_tile_would(seed):
    indicator, codes, chance = dealt_melds(seed)
    faces = dict(enumerate(faces_of(codes, indicator)))
    exchanged, wild = chance.sample(range(14), 2)
    faces[exchanged] = chance.choice(NUMBERED_TILES)
    by_tile = [winning_hands(faces | {wild: tile}) for tile in NUMBERED_TILES]
    by_okey = winning_hands(faces | {wild: None})
    assert list(by_okey) == [kind for kind in WinningHand if any(kind in wins for wins in by_tile)]


def test_run_may_go_from_13_to_1_but_not_further():
    assert (Tile(Colour.RED, 12), Tile(Colour.RED, 13), Tile(Colour.RED, 1)) in runs_of_length(3)
    assert not any({13, 1, 2} <= {tile.number for tile in run} for run in runs_of_length(3))
    assert [len(runs_of_length(size)) for size in (3, 13, LONGEST_RUN)] == [48, 8, 4]
    assert [len(sets_of_size(size)) for size in (3, 4)] == [52, 13]


@pytest.mark.parametrize(
    ("rack", "errors"),
    [
        ({"tiles": [*PAIRS.split(), "r4"]}, ["malformed_rack"]),
        ({"tiles": ["r1"] * 13}, ["malformed_rack"]),
        ({"tiles": [*PAIRS.split(), "r4", "r4", "r5"]}, ["too_many_tiles"]),
        ({"tiles": ["r1"] * 15}, ["impossible_tiles", "too_many_tiles"]),
        ({"tiles": ["r1"] * 14}, ["impossible_tiles"]),
        ({"indicator": "b9"}, ["impossible_tiles"]),
        ({"indicator": "*"}, ["impossible_tiles"]),
        ({"indicator": None}, ["malformed_rack"]),
        ({"previous": {"kind": "pairs", "total": 5}}, ["malformed_rack"]),
        ({"task": "cift"}, ["malformed_rack"]),
        ({"previous": None, "task": None}, None),
    ],
)
def test_invalid_rack_is_refused(rack, errors):
    answer = ask(**{"tiles": PAIRS + " r4 r4"} | rack)
    assert answer.get("errors") == errors
    assert answer["ok"] is (errors is None)
