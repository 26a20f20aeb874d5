from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any, Final

import pytest

from rules.all_melds import LONGEST_RUN
from rules.games.okey_points.client_rules import fault_words, switches
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.racks import FULL_RACK, answer_rack
from rules.games.okey_points.rulesets import PRESETS
from rules.hands import LastTile
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, okey_of, parse_tile
from tests.rules.games.okey101.playable.seeded_racks import dealt
from tests.rules.games.okey_points.naive_racks import dealt_melds, faces_of, is_meld
from tests.rules.hand_builders import GOLDEN
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MELDS, RACKS, LAID = "judge/round/melds", "judge/okey_points/racks", "rulebook/okey_points/judge-groups"
STANDARD, COUNTDOWN = PRESETS["okey-standard"], PRESETS["okey-countdown"]
OF_RACKS: Final = 900
GROUPS: Final = 4000


def rack(seed: int) -> tuple[str, list[str]]:
    chance = random.Random(seed)
    if seed % 5 == 0:
        return dealt(seed, size=FULL_RACK)
    if seed % 5 == 1:
        return pairs(chance)
    indicator, codes, _chance = dealt_melds(seed)
    if seed % 3 == 0:
        spare = [tile.code for tile in NUMBERED_TILES if tile.code not in [*codes, indicator]]
        codes[chance.randrange(FULL_RACK)] = chance.choice(spare)
    return indicator, codes


def pairs(chance: random.Random) -> tuple[str, list[str]]:
    indicator = chance.choice(NUMBERED_TILES)
    okey = okey_of(indicator).code
    near = chance.sample(
        [tile.code for tile in NUMBERED_TILES if tile not in (indicator, okey_of(indicator))], 7
    )
    codes = [*near, *near]
    for place, code in zip(chance.sample(range(7), 3), (okey, okey, FALSE_OKEY.code), strict=True):
        codes[place] = code if chance.random() < 0.5 else codes[place]
    return indicator.code, chance.sample(codes, FULL_RACK)


def worked_racks() -> dict[str, tuple[str, list[str]]]:
    lines = (GOLDEN / "racks.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    own = [case["rack"] for case in cases if case["rack"]["rule_set"] in PRESETS and case["expect"]["ok"]]
    return {f"worked {at}": (case["indicator"], case["tiles"]) for at, case in enumerate(own)}


@cache
def racks() -> dict[str, tuple[str, list[str]]]:
    return {str(seed): rack(seed) for seed in range(OF_RACKS)} | worked_racks()


@cache
def answers() -> dict[str, dict[str, Any]]:
    return {
        name: answer_rack({"indicator": up, "tiles": codes}, STANDARD)
        for name, (up, codes) in racks().items()
    }


def test_racks_win_as_in_the_rules(modules: Modules) -> None:
    arguments = {name: [codes, indicator] for name, (indicator, codes) in racks().items()}
    answers_by_name = modules.answers(RACKS, "judgeRack", arguments)
    assert any(name.startswith("worked") for name in racks())
    ways = Counter(way for answer in answers().values() for way in answer["wins"])
    assert min(ways[way.value] for way in WinningHand) > 10
    assert sum(not answer["wins"] for answer in answers().values()) > 100
    for name, (indicator, codes) in racks().items():
        judged, right = answers_by_name[name], answers()[name]
        assert (judged["wins"], bool(judged["colour"])) == (right["wins"], right["one_colour"]), (
            indicator,
            codes,
        )
        for kind, melds in judged["melds"].items():
            assert Counter(code for meld in melds for code in meld) == Counter(codes)
            sizes = {len(meld) for meld in melds}
            assert sizes == {"pairs": {2}, "one_colour_run": {LONGEST_RUN}}.get(kind, sizes)
            if kind == "groups":
                assert all(is_meld(faces_of(meld, indicator)) for meld in melds)


@pytest.mark.parametrize("rules", [STANDARD, COUNTDOWN], ids=["standard", "countdown"])
def test_winning_rack_is_finished_when_laid_and_not_without_a_tile(modules: Modules, rules: Any) -> None:
    lying = {
        f"{name} {kind}": (name, kind, melds)
        for name, answer in answers().items()
        for kind, melds in answer["melds"].items()
    }
    laid_hands = {
        key: [melds, racks()[name][0], switches(rules)] for key, (name, _kind, melds) in lying.items()
    }
    for key, judged in modules.answers(LAID, "judgeGroups", laid_hands).items():
        name, kind, melds = lying[key]
        right = answers()[name]
        if kind == WinningHand.GROUPS and len(melds) == 1:
            kind = WinningHand.ONE_COLOUR_RUN
        assert (judged["kind"], judged["finished"], judged["blockers"]) == (kind, True, []), melds
        assert bool(judged["colour"]) is right["one_colour"]
        cost = {way: rules.finishes[price_code(WinningHand(way), LastTile.PLAIN)] for way in right["wins"]}
        assert judged["others"] == [way for way in right["wins"] if cost[way] > cost[kind]]
    less = {
        key: [[*melds[:-1], melds[-1][:-1]], up, indicator]
        for key, (melds, up, indicator) in laid_hands.items()
    }
    for judged in modules.answers(LAID, "judgeGroups", less).values():
        assert (judged["finished"], judged["missing"], judged["others"]) == (False, 1, [])
        assert "missing" in judged["blockers"]


def group(chance: random.Random) -> tuple[str, list[str]]:
    indicator, first = chance.choice(NUMBERED_TILES), chance.randint(1, 13)
    colour, size = chance.choice("rbyk"), chance.choice([2, 3, 3, 4, 5, 14])
    run = [f"{colour}{(first + more - 1) % 13 + 1}" for more in range(size)]
    codes = chance.choice([run, run, [f"{letter}{first}" for letter in "rbyk"][:size], [run[0]] * 2])
    strange = [
        okey_of(indicator).code,
        okey_of(indicator).code,
        "*",
        chance.choice(NUMBERED_TILES).code,
        run[0],
    ]
    for _change in range(chance.randint(0, 2)):
        codes[chance.randrange(len(codes))] = chance.choice(strange)
    return indicator.code, chance.sample(codes, len(codes))


def test_group_is_read_as_in_the_rules_and_each_tile_represents_one(modules: Modules) -> None:
    cases = {str(seed): group(random.Random(seed)) for seed in range(GROUPS)}
    cases = {
        name: case for name, case in cases.items() if case[1].count(okey_of(parse_tile(case[0])).code) <= 2
    }
    readings = modules.answers(MELDS, "readMeld", {name: [codes, up] for name, (up, codes) in cases.items()})
    faults = set()
    for name, (indicator, codes) in cases.items():
        reading, faces = readings[name], faces_of(codes, indicator)
        fixed = {face for face in faces if face}
        right = len(fixed) < 2 if len(codes) == 2 else is_meld(faces)
        assert (reading["kind"] != "invalid") is right, (indicator, codes)
        if right:
            stands = [parse_tile(code) for code in reading["standsFor"]]
            assert all(face in (None, stand) for face, stand in zip(faces, stands, strict=True))
            assert (len(stands) == 2 and len(set(stands)) == 1) or is_meld(stands)
        else:
            faults.add(reading["fault"]["code"])
    kinds = Counter(reading["kind"] for reading in readings.values())
    assert min(kinds[kind] for kind in ("run", "set", "pair", "invalid")) > 100
    assert faults <= set(fault_words("tr"))
    assert faults >= {"not_the_same", "no_meld", "colour_twice", "number_twice", "run_with_a_gap"}


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        ("r12 r13 r1", "run"),
        ("r13 r1 r2", "run_past_highest"),
        ("r11 r13 r1", "run_with_a_gap"),
        ("r5 r6 r8", "run_with_a_gap"),
        ("r5 b5 y5 k5 b9", "set_too_long"),
        ("r5", "too_few_tiles"),
    ],
)
def test_faults_of_groups(modules: Modules, codes: str, says: str) -> None:
    reading = modules.answer(MELDS, "readMeld", codes.split(), "b8")
    assert (reading["fault"] or {}).get("code", reading["kind"]) == says


def test_two_okeys_and_one_tile_are_a_run_which_keeps_the_colour(modules: Modules) -> None:
    reading = modules.answer(MELDS, "readMeld", ["b9", "r4", "b9"], "b8")
    assert (reading["kind"], reading["standsFor"]) == ("run", ["r5", "r4", "r6"])


def test_pairs_with_runs_make_no_hand_and_another_partition_is_named(modules: Modules) -> None:
    rules = switches(STANDARD)
    mixed = ["r1 r1", "k4 k4", "y9 y9", "b2 b2", "r5 r6 r7", "k9 k10 k11"]
    judged = modules.answer(LAID, "judgeGroups", [laid_group.split() for laid_group in mixed], "b5", rules)
    assert (judged["kind"], judged["blockers"], judged["others"]) == ("mixed", ["mixed"], [])
    wrong = ["r1 r2 r3 r4", "b7 b8 b9", "k9 r9 y9 b9", "y11 y12", "k1"]
    judged = modules.answer(LAID, "judgeGroups", [laid_group.split() for laid_group in wrong], "b5", rules)
    assert judged["blockers"] == ["invalid"]
    parted = ["r1 r1", "r2 r2", "r3 r3", "r4 r4", "r5 r5", "r6 r7", "r6 r7"]
    judged = modules.answer(LAID, "judgeGroups", [laid_group.split() for laid_group in parted], "b5", rules)
    assert (judged["finished"], judged["others"]) == (False, ["groups", "pairs"])


def test_false_okey_mistaken_for_the_okey_is_reported(modules: Modules) -> None:
    for codes, says in (("r1 r2 *", "false_okey"), ("r1 b2 *", "no_meld")):
        meld = modules.answer(MELDS, "readMeld", codes.split(), "k5")
        assert modules.answer(LAID, "brokenRule", codes.split(), meld, "k5") == says
