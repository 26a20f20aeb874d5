import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS, RuleSet
from rules.games.okey101.score import score_hand
from rules.judge import judge_hand
from tests.rules.games.okey101.naive_scorer import PARTNER, naive_score, okeys_left
from tests.rules.games.okey101.random_hands import CHOICES, LAST_TILES, OPENINGS, Hand, possible_hands

pytestmark = pytest.mark.slow

SEEDS = range(8)
HANDS_OF_A_SEED = 20_000 // len(SEEDS)
WITH_EVERY_CHANGE = 2
"""The first hands cover everything, as another test here checks."""


@cache
def hands(seed: int) -> list[tuple[Hand, RuleSet]]:
    return possible_hands(seed, HANDS_OF_A_SEED)


@pytest.mark.parametrize(
    "seed",
    [
        *SEEDS[:WITH_EVERY_CHANGE],
        *(pytest.param(seed, marks=pytest.mark.release) for seed in SEEDS[WITH_EVERY_CHANGE:]),
    ],
)
def test_both_scorers_agree(seed):
    for hand, rules in hands(seed):
        ours, naive = answer(hand, rules), naive_score(hand, rules)
        assert ours == naive, disagreement(hand, rules, ours, naive)


def answer(hand: Hand, rules: RuleSet) -> dict[str, Any]:
    """Return the result of ``rules/``, by the API for a preset."""
    if rules == PRESETS[rules.id]:
        judged = judge_hand(hand)
        return {key: judged[key] for key in ("void", "multiplier", "seats", "teams")}
    score = score_hand(parse_report(hand), rules)
    return {
        "void": score.void,
        "multiplier": score.multiplier,
        "seats": score.by_seat(),
        "teams": score.by_side(),
    }


def disagreement(hand: Hand, rules: RuleSet, ours: dict[str, Any], naive: dict[str, Any]) -> str:
    return f"\nhand:  {json.dumps(hand)}\nrules: {rules.to_json()}\nours:  {ours}\nnaive: {naive}"


VALUES = [(switch, value) for switch, values in CHOICES.items() for value in values]
NO_MATTER_OF_SCORES = frozenset(
    {"double_okey", "double_okey_with_pairs", "rising_threshold", "indicator_in_pairs", "ending"}
    | {"direct_below_threshold", "playable_must_be_called", "first_dealer"}
    | {"hands_per_match", "best_of", "level_match"}
)
"""Switches that refuse hands, concern openings or matches, or aren't checked."""

SCORING = [(switch, value) for switch, value in VALUES if switch not in NO_MATTER_OF_SCORES]


def test_every_switch_gets_values():
    switch_names = {field.name for field in fields(RuleSet)} - {
        "id",
        "version",
        "names",
        "source",
        "infractions",
    }
    assert set(CHOICES) == switch_names


@pytest.mark.parametrize(("switch", "value"), SCORING, ids=[f"{name}-{value}" for name, value in SCORING])
def test_every_value_of_a_switch_affects_some_hand(switch, value):
    assert any(
        naive_score(hand, rules) != naive_score(hand, changed)
        for hand, rules in hands(0)
        if getattr(rules, switch) == value
        for changed in (replace(rules, **{switch: other}) for other in CHOICES[switch])
        if not find_errors(parse_report(hand), changed)
    )


SEATS = ("A1", "B1", "A2", "B2", "C1", "D1")
ROLES = ("partner", "other", "nobody finished")
RACKS = ("nothing", "points", "points and okeys", "tiles", "tiles and okeys", "tiles and false okeys")
EVERYTHING = {
    *(("rules", preset, as_it_is) for preset in PRESETS for as_it_is in (True, False)),
    *VALUES,
    *(("outcome", outcome) for outcome in ("finished", "deck_exhausted", "all_opened_pairs")),
    *(("seating", seating) for seating in ("pairs", "singles")),
    *(("finisher", seating, seat) for seating in ("pairs", "singles") for seat in SEATS[:2]),
    *(("finisher", "pairs", seat) for seat in SEATS[2:4]),
    *(("finisher", "singles", seat) for seat in SEATS[4:]),
    *(("finish", "series", last, direct) for last in LAST_TILES for direct in (True, False)),
    *(("finish", "pairs", last, direct) for last in LAST_TILES for direct in (True, False)),
    *(("infraction", code, count) for code in INFRACTIONS for count in range(4)),
    *(("twice", role) for role in ("finisher", *ROLES)),
    *(("left", role, opening, rack) for role in ROLES for opening in OPENINGS for rack in RACKS),
}


def test_random_hands_cover_every_switch_and_case():
    reached = {feature for hand, rules in hands(0) for feature in covered_cases(hand, rules)}
    assert reached >= EVERYTHING, f"never reached: {EVERYTHING - reached}"


def covered_cases(hand: Hand, rules: RuleSet) -> Iterator[tuple[Any, ...]]:
    yield "rules", rules.id, rules == PRESETS[rules.id]
    yield from ((switch, getattr(rules, switch)) for switch in CHOICES)
    yield "outcome", hand["outcome"]
    seating = "singles" if "C1" in hand["seats"] else "pairs"
    yield "seating", seating
    if hand.get("finisher"):
        finish = hand.get("finish") or {}
        opening = hand["seats"][hand["finisher"]]["opening"]
        yield "finisher", seating, hand["finisher"]
        yield "finish", opening, finish.get("last_tile") or "plain", finish.get("direct") or False
    for name, seat in hand["seats"].items():
        yield from covered_seat_cases(seat, role_of(name, hand), hand)


def role_of(name: str, hand: Hand) -> str:
    finisher = hand.get("finisher")
    if finisher is None:
        return "nobody finished"
    if name == finisher:
        return "finisher"
    return "partner" if PARTNER.get(finisher) == name else "other"


def covered_seat_cases(seat: Hand, role: str, hand: Hand) -> Iterator[tuple[Any, ...]]:
    codes = [foul["code"] for foul in seat.get("infractions") or []]
    yield from (("infraction", foul["code"], foul["count"]) for foul in seat.get("infractions") or [])
    if len(codes) > len(set(codes)):
        yield "twice", role
    yield from (("left", role, seat.get("opening") or "none", kind) for kind in kinds_of_rack(seat, hand))


def kinds_of_rack(seat: Hand, hand: Hand) -> Iterator[str]:
    rack = seat.get("rack") or {}
    kind = "points" if "points" in rack else "tiles" if "tiles" in rack else "nothing"
    yield kind
    if okeys_left(seat, hand):
        yield f"{kind} and okeys"
    if "*" in rack.get("tiles", []):
        yield "tiles and false okeys"
