"""Random hands and rule sets, reproducible by seed."""

import random
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS, RuleSet
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    Ending,
    FalseOkeyValue,
    FirstDealer,
    LevelMatch,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)
from rules.seats import SEATS_PAIRS, SEATS_SINGLES

YES_NO = [False, True]
CHOICES: dict[str, list[Any]] = {
    "partner_cancels": list(PartnerCancels),
    "okey_left": list(OkeyLeft),
    "okey_left_multiplied": YES_NO,
    "okey_left_when_unopened": YES_NO,
    "infractions_multiplied": YES_NO,
    "okey_face_counts": YES_NO,
    "false_okey_value": list(FalseOkeyValue),
    "multiplier": list(MultiplierRule),
    "pairs_doubled_on_exhaustion": YES_NO,
    "nobody_opened": list(NobodyOpened),
    "ending": list(Ending),
    "direct_below_threshold": YES_NO,
    "playable_must_be_called": YES_NO,
    "unopened_cap": [None, 0, 150, 202, 404, 500, 1000],
    "double_okey": YES_NO,
    "double_okey_with_pairs": list(DoubleOkeyWithPairs),
    "rising_threshold": YES_NO,
    "indicator_in_pairs": YES_NO,
    "first_dealer": list(FirstDealer),
    "hands_per_match": [3, 5, 7, 9, 11],
    "best_of": [1, 3, 5],
    "level_match": list(LevelMatch),
}
"""The values of each switch; ``infractions`` gets a new list for each rule set."""

PLAIN = {"last_tile": "plain", "direct": False}
LAST_TILES = ["plain", "okey", "double_okey"]
OPENINGS = ["none", "series", "pairs"]
EMPTY_RACKS: list[Any] = [None, {"points": 0}, {"points": 0, "okeys": 0}, {"tiles": []}]
COLOURS = "rbyk"

Hand = dict[str, Any]


def possible_hands(seed: int, count: int) -> list[tuple[Hand, RuleSet]]:
    """Return this many valid hands."""
    rng = random.Random(seed)
    candidates = (any_hand_and_rules(rng) for _ in range(2 * count))
    possible = ((hand, rules) for hand, rules in candidates if not find_errors(parse_report(hand), rules))
    valid_hands = list(islice(possible, count))
    assert len(valid_hands) == count, "most of what is drawn is refused"
    return valid_hands


def any_hand_and_rules(rng: random.Random) -> tuple[Hand, RuleSet]:
    rules = any_rules(rng)
    return any_hand(rng, rules), rules


def any_rules(rng: random.Random) -> RuleSet:
    """Return a preset, or every switch at random."""
    preset = rng.choice(list(PRESETS.values()))
    if rng.random() < 0.25:
        return preset
    codes = rng.sample(list(INFRACTIONS), rng.randint(0, len(INFRACTIONS)))
    amounts = {code: rng.choice([0, 50, 101, rng.randint(1, 10_000)]) for code in codes}
    return replace(preset, infractions=amounts, **{name: rng.choice(CHOICES[name]) for name in CHOICES})


def any_hand(rng: random.Random, rules: RuleSet) -> Hand:
    seats = rng.choice([SEATS_PAIRS, SEATS_SINGLES])
    end = any_end(rng, seats)
    openings = dict(zip(seats, any_openings(rng, end, seats), strict=True))
    indicator = any_indicator(rng)
    pile = any_pile(rng, indicator)
    entries = {}
    for seat in rng.sample(seats, 4):
        entry = {
            "opening": openings[seat],
            "rack": rng.choice(EMPTY_RACKS) if seat == end.get("finisher") else any_rack(rng, pile),
            "infractions": any_infractions(rng, rules),
        }
        entries[seat] = sparse(rng, entry, {"opening": "none", "rack": None, "infractions": []})
    hand = {"rule_set": rules.id, "seats": entries, "indicator": indicator} | end
    if any((entry.get("rack") or {}).get("tiles") for entry in entries.values()):
        return hand
    return sparse(rng, hand, {"indicator": indicator})


def any_end(rng: random.Random, seats: tuple[str, ...]) -> Hand:
    outcome = rng.choices(["finished", "deck_exhausted", "all_opened_pairs"], [16, 6, 1])[0]
    finisher, finish = None, PLAIN
    if outcome == "finished":
        finisher = rng.choice(seats)
        finish = {"last_tile": rng.choice(LAST_TILES), "direct": rng.random() < 0.3}
    end: Hand = {"outcome": outcome, "finisher": finisher, "finish": finish}
    end = sparse(rng, end, {"finisher": None, "finish": PLAIN})
    if end.get("finish"):
        end["finish"] = sparse(rng, finish, PLAIN)
    return end


def any_openings(rng: random.Random, end: Hand, seats: tuple[str, ...]) -> list[str]:
    """Return openings that fit the end; some are invalid."""
    if end["outcome"] == "all_opened_pairs":
        return ["pairs"] * 4
    if (end.get("finish") or {}).get("direct"):
        how = rng.choice(["series", "series", "pairs"])
        return [how if seat == end["finisher"] else "none" for seat in seats]
    if end["outcome"] == "deck_exhausted" and rng.random() < 0.3:
        return ["none"] * 4
    openings = OPENINGS if rng.random() < 0.9 else ["none", "pairs"]
    return [rng.choice(OPENINGS[1:] if seat == end.get("finisher") else openings) for seat in seats]


def any_rack(rng: random.Random, pile: list[str]) -> Hand | None:
    kind = rng.choice(["tiles", "points", "points", None])
    if kind is None:
        return None
    if kind == "tiles":
        return {"tiles": [pile.pop() for _ in range(rng.randint(0, 8))]}
    okeys = rng.choice([0] * 8 + [1, 1, 2])
    return sparse(rng, {"points": rng.randint(0, 141), "okeys": okeys}, {"okeys": 0})


def any_indicator(rng: random.Random) -> str:
    return rng.choice(COLOURS) + str(rng.choice([*range(1, 14), 13, 13]))


def any_pile(rng: random.Random, indicator: str) -> list[str]:
    """Return all okeys and false okeys, and thirty other tiles."""
    colour, number = indicator[0], int(indicator[1:])
    okey = f"{colour}{number + 1 if number < 13 else 1}"
    other_tiles = 2 * [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)]
    other_tiles.remove(indicator)
    pile = [okey, okey, "*", "*", *rng.sample([tile for tile in other_tiles if tile != okey], 30)]
    rng.shuffle(pile)
    return pile


def any_infractions(rng: random.Random, rules: RuleSet) -> list[Hand]:
    codes = rng.choices(list(rules.infractions), k=rng.choice([0, 0, 1, 2, 4])) if rules.infractions else []
    return [{"code": code, "count": rng.randint(0, 3)} for code in codes]


def sparse(rng: random.Random, entry: Hand, defaults: Hand) -> Hand:
    """Return the entry with some defaults absent or null."""
    reduced = {}
    for key, value in entry.items():
        spelling = rng.choice(["full", "null", "absent"])
        if key not in defaults or value != defaults[key] or spelling == "full":
            reduced[key] = value
        elif spelling == "null":
            reduced[key] = None
    return reduced
