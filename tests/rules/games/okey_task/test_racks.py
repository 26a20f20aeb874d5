import json
import random
from collections import Counter

import pytest

from rules.games.okey_task.racks import task_opening
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_MELDS, Task
from rules.judge import judge_rack_line
from rules.tiles import FALSE_OKEY, NUMBERED_TILES


def ask(tiles="r1 r2 r3 k9", task="seri_3", **entry):
    codes = tiles.split() if isinstance(tiles, str) else tiles
    rack = {"rule_set": "okey-task", "task": task, "tiles": codes} | entry
    return judge_rack_line(json.dumps(rack).encode())


@pytest.mark.parametrize(
    ("task", "tiles", "opens"),
    [
        ("seri_3", "r1 r2 r3 k9", True),
        ("seri_3", "r1 r2 k3 k9", False),
        # One tile is reserved for the discard.
        ("seri_3", "r1 r2 r3", False),
        ("seri_3", "r12 r13 r1 k9", True),
        ("seri_3", "r13 r1 r2 k9", False),
        ("seri_3", "r7 * * k9", True),
        ("kut_3", "r7 b7 k7 k9", True),
        ("kut_3", "r7 r7 k7 k9", False),
        ("kut_3", "r7 * k7 k9", True),
        ("kut_3", "* * r1 k9", True),
        ("kut_3", "* * r1", False),
        # A part of a longer run.
        ("seri_4", "r1 r2 r3 r4 r5", True),
        ("seri_4", "r1 r2 r3 k9 k10", False),
        ("kut_3", "r7 b7 k7 y7", True),
        ("kut_4", "r7 b7 k7 y7", False),
        ("kut_4", "r7 b7 k7 y7 y8", True),
        ("seri_5", "y10 y11 y12 y13 y1 k9", True),
        ("kut_3_x2", "r7 b7 k7 r8 b8 k8 k9", True),
        ("kut_3_x2", "r7 b7 k7 r7 b7 k7 k9", True),
        ("kut_3_x2", "r7 b7 k7 r7 k7 k9 k10", False),
        ("seri_3_x2", "r1 r2 r3 r4 r5 r6 k9", True),
        ("seri_3_x2", "r1 r2 r3 r4 r5 r5 k9", False),
        ("kut_3_seri_3", "r5 b5 k5 r6 r7 r8 y1", True),
        # The only tile that fits both.
        ("kut_3_seri_3", "r5 b5 k5 r6 r7 y1 y9", False),
        ("kut_3_seri_3", "r5 b5 k5 r6 r7 * y9", True),
        ("kut_4_x2", "r1 b1 y1 k1 r2 b2 y2 * *", True),
        ("seri_4_x2", "r1 r2 r3 r4 b1 b2 b3 b4 y1", True),
        ("kut_4_seri_4", "r5 b5 k5 y5 r6 r7 r8 * y9", True),
        ("cift", "r1 r1 b2 b2 k3 k3 y4 y4 r9", True),
        ("cift", "r1 r1 b2 b2 k3 k3 y4 y4", False),
        ("cift", "r1 r1 b2 b2 k3 k3 y4 y5 r9", False),
        ("cift", "r1 r1 b2 b2 k3 k3 y4 * r9", True),
        ("cift", "r1 r1 b2 b2 k3 k3 * * r9", True),
        ("cift", "r1 b2 k3 * * r9 r10 y1 y2", False),
    ],
)
def test_rack_opens_only_with_sufficient_melds(task, tiles, opens):
    answer = ask(tiles, task)
    assert (answer["ok"], answer["opens"], bool(answer["melds"])) == (True, opens, opens)
    assert Counter(code for meld in answer["melds"] for code in meld) < Counter(tiles.split())


def test_answer_has_melds_of_the_given_tiles():
    assert ask("k9 r3 * r2 r9") == {"ok": True, "opens": True, "melds": [["*", "r2", "r3"]]}
    assert ask("k9 r3") == {"ok": True, "opens": False, "melds": []}


def test_every_task_lists_its_melds():
    assert set(TASK_MELDS) == set(Task) - {Task.CIFT}
    for task, melds in TASK_MELDS.items():
        sizes = [len(options[0]) for options in melds]
        assert all(
            len(faces) == size for options, size in zip(melds, sizes, strict=True) for faces in options
        )
        assert str(sizes[0]) in task


@pytest.mark.parametrize("task", Task)
def test_joker_opens_where_some_tile_would(task):
    opened = 0
    for seed in range(12):
        chance = random.Random(f"{task} {seed}")
        if task is Task.CIFT:
            laid = [tile for tile in chance.sample(NUMBERED_TILES, FEWEST_PAIRS) for _ in range(2)]
        else:
            laid = [tile for options in TASK_MELDS[task] for tile in chance.choice(options)]
        laid[chance.randrange(len(laid))] = chance.choice(NUMBERED_TILES)
        tiles = [*laid, *chance.sample(NUMBERED_TILES, 3)]
        played = dict(enumerate(tiles))
        wild = chance.randrange(len(tiles))
        by_tile = any(task_opening(played | {wild: tile}, task) for tile in NUMBERED_TILES)
        by_joker = task_opening(played | {wild: None}, task)
        assert bool(by_joker) == by_tile
        opened += by_tile
    assert opened


@pytest.mark.parametrize(
    ("rack", "errors"),
    [
        ({"tiles": ["r1"]}, None),
        ({"tiles": [tile.code for tile in NUMBERED_TILES[:22]]}, None),
        ({"tiles": [tile.code for tile in NUMBERED_TILES[:23]]}, ["too_many_tiles"]),
        ({"tiles": ["r1"] * 23}, ["impossible_tiles", "too_many_tiles"]),
        ({"tiles": [FALSE_OKEY.code] * 3}, ["impossible_tiles"]),
        ({"tiles": ["g1"]}, ["impossible_tiles"]),
        ({"tiles": []}, ["malformed_rack"]),
        ({"task": None}, ["malformed_rack"]),
        ({"task": "seri_6"}, ["malformed_rack"]),
        ({"indicator": "b5"}, ["malformed_rack"]),
        ({"previous": {"kind": "pairs", "total": 5}}, ["malformed_rack"]),
        ({"indicator": None, "previous": None}, None),
    ],
)
def test_invalid_rack_is_refused(rack, errors):
    answer = ask(**rack)
    assert answer.get("errors") == errors
    assert answer["ok"] is (errors is None)
