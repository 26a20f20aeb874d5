"""A second scorer, written from the prose of RULES alone.

It shares only the names of switches with ``rules/`` and trusts the JSON of RULES §3.
"""

import math
from typing import Any

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import (
    FalseOkeyValue,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)

# §1: "seats A1 B1 A2 B2 in playing order, partners opposite. Singles: A1 B1 C1 D1."
PARTNER = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}


def naive_score(hand: dict[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Return ``void``, ``multiplier``, ``seats`` and ``teams`` of a valid hand."""
    # §4: "`all_opened_pairs`: the hand is void, everybody 0, its infractions dropped, and it is
    # replayed." S0 V: "Tüm oyuncular çift açtığında o el sayılmaz ve yeniden oynanır."
    if hand["outcome"] == "all_opened_pairs":
        return answer(True, 1, dict.fromkeys(hand["seats"], 0))

    # §6: "`nobody_opened`: `score` · `zero` (as in rising) · `replay` (void)", and of rising:
    # "nobody opened and deck empty: all 0, infractions of that hand dropped, the hand counts as
    # played (not void)." S2: "If nobody opens during the entire round, it is an empty round."
    if all(opening(seat) == "none" for seat in hand["seats"].values()):
        if rules.nobody_opened == NobodyOpened.ZERO:
            return answer(False, 1, dict.fromkeys(hand["seats"], 0))
        if rules.nobody_opened == NobodyOpened.REPLAY:
            return answer(True, 1, dict.fromkeys(hand["seats"], 0))

    m = multiplier(hand, rules)
    return answer(False, m, {name: seat_points(name, hand, m, rules) for name in hand["seats"]})


def answer(void: bool, m: int, seats: dict[str, int]) -> dict[str, Any]:
    # §4: "side = sum of its seats". §1: "sides A, B" in pairs, and the letters A to D in singles.
    teams = {name[0]: 0 for name in seats}
    for name, points in seats.items():
        teams[name[0]] += points
    return {"void": void, "multiplier": m, "seats": seats, "teams": teams}


def multiplier(hand: dict[str, Any], rules: RuleSet) -> int:
    # §4: "m = finish multiplier (1 when nobody finished)."
    if hand["outcome"] != "finished":
        return 1

    # §4: "m is the product of its factors (okey 2, pairs 2, direct 2, double okey 4)." S0 VI, the
    # table: "Okey Atma 2x, Çift Açma 2x, Devam Atma 4x, Elden Bitme 2x."
    finish = hand.get("finish") or {}
    factors = [1]
    if finish.get("last_tile") == "okey":
        factors.append(2)
    if opening(hand["seats"][hand["finisher"]]) == "pairs":
        factors.append(2)
    if finish.get("direct"):
        factors.append(2)
    if finish.get("last_tile") == "double_okey":
        factors.append(4)

    # §6: "`multiplier`: `product` · `highest` factor only · `none`." Both okeys thrown by a pairs
    # opener have no line of their own: "`double_okey_with_pairs`: `refused` · `product`".
    if rules.multiplier == MultiplierRule.NONE:
        return 1
    if rules.multiplier == MultiplierRule.HIGHEST:
        return max(factors)
    return math.prod(factors)


def seat_points(name: str, hand: dict[str, Any], m: int, rules: RuleSet) -> int:
    # §4: "finisher -101 × m", and "everybody + 101 per infraction (the finisher and his partner
    # too)". §6: "the finisher's infractions are never multiplied."
    seat = hand["seats"][name]
    if name == hand.get("finisher"):
        return -101 * m + infractions(seat, 1, rules)

    # §4: "every other player base × m + 101 per real okey left (opened players only)."
    unopened = unopened_points(seat, m, rules)
    rack = rack_points(seat, hand, m, rules)
    okeys = okey_points(seat, hand, m, rules)
    fouls = infractions(seat, m, rules)

    # §4: "finisher's partner 0 (pairs tournaments; only when somebody finished)." S0 V: "Eşlerden
    # biri biterse diğer eşin cezası silinir." §3: "where sides are single nobody has a partner to
    # cancel." §6: "`partner_cancels`: `hand` (rack, doubling, 202, okey 101 go; infractions stay)
    # · `everything` (infractions too) · `rack_only` (202 and okey 101 stay) · `nothing`."
    if hand.get("finisher") and PARTNER.get(hand["finisher"]) == name:
        if rules.partner_cancels == PartnerCancels.HAND:
            return fouls
        if rules.partner_cancels == PartnerCancels.EVERYTHING:
            return 0
        if rules.partner_cancels == PartnerCancels.RACK_ONLY:
            return unopened + okeys + fouls
    return unopened + rack + okeys + fouls


def unopened_points(seat: dict[str, Any], m: int, rules: RuleSet) -> int:
    if opening(seat) != "none":
        return 0
    # §4: "An unopened player pays 202 × m whatever lies on the rack." S0 VI: "Açmayan oyuncu
    # ıstakasındaki taşlara bakılmaksızın 202 ceza puanı alır."
    points = 202 * m
    # §6: "`unopened_cap`: none · a number, applied after m."
    if rules.unopened_cap is not None:
        points = min(points, rules.unopened_cap)
    return points


def rack_points(seat: dict[str, Any], hand: dict[str, Any], m: int, rules: RuleSet) -> int:
    if opening(seat) == "none":
        return 0
    total = rack_sum(seat, hand, rules)
    # §4: "rack sum, opened with series".
    if opening(seat) == "series":
        return total * m
    # §6: "`pairs_doubled_on_exhaustion`: yes · no". §4: the doubling "applies when the deck runs
    # out too".
    if hand["outcome"] == "deck_exhausted" and not rules.pairs_doubled_on_exhaustion:
        return total
    # §4: "2 × rack sum, opened with pairs" and "A pairs opener's own doubling multiplies with m."
    # S0 VI: "Çift açan oyuncunun cezası 2 katına çıkar."
    return 2 * total * m


def rack_sum(seat: dict[str, Any], hand: dict[str, Any], rules: RuleSet) -> int:
    # §3: "A rack is exactly `points` (sum of the tiles left without real okeys) with optional
    # `okeys`, or exactly `tiles`, from which both are counted."
    rack = seat.get("rack") or {}
    total: int = rack.get("points", 0)
    for tile in rack.get("tiles", []):
        if tile == "*":
            total += false_okey_number(hand, rules)
        elif tile != okey(hand):
            total += number(tile)

    # §6: "`okey_face_counts`: yes: the rack sum includes real okeys at their number."
    if rules.okey_face_counts and okeys_left(seat, hand):
        total += okeys_left(seat, hand) * number(okey(hand))
    return total


def false_okey_number(hand: dict[str, Any], rules: RuleSet) -> int:
    # §3: "A false okey counts the okey's number." §6: "`false_okey_value`: `okey` · `indicator`
    # (rack count only)."
    if rules.false_okey_value == FalseOkeyValue.INDICATOR:
        return number(hand["indicator"])
    return number(okey(hand))


def okey_points(seat: dict[str, Any], hand: dict[str, Any], m: int, rules: RuleSet) -> int:
    # §4: "101 per real okey left (opened players only)". §6: "`okey_left_when_unopened`: no · yes".
    if opening(seat) == "none" and not rules.okey_left_when_unopened:
        return 0

    # §6: "`okey_left`: `each` · `once` a player · `none`." S0 VI: "Elinde okey kalan oyuncuya
    # normal cezasının üzerine 101 puan ceza daha yazılır."
    okeys = okeys_left(seat, hand)
    if rules.okey_left == OkeyLeft.NONE or okeys == 0:
        points = 0
    elif rules.okey_left == OkeyLeft.ONCE:
        points = 101
    else:
        points = 101 * okeys

    # §4: "Flat 101s are never multiplied." §6: "`okey_left_multiplied`: no · yes (by m)".
    return points * m if rules.okey_left_multiplied else points


def okeys_left(seat: dict[str, Any], hand: dict[str, Any]) -> int:
    # §3: "`points` … with optional `okeys`, or exactly `tiles`, from which both are counted."
    rack = seat.get("rack") or {}
    tiles: list[str] = rack.get("tiles", [])
    return (rack.get("okeys") or 0) + sum(tile == okey(hand) for tile in tiles)


def infractions(seat: dict[str, Any], m: int, rules: RuleSet) -> int:
    # §3: "An infraction is `code` and `count` (0 is allowed and scores nothing; the same code
    # twice adds up)." §6: "`infractions`: the list with its amounts."
    points = 0
    for foul in seat.get("infractions") or []:
        points += foul["count"] * rules.infractions[foul["code"]]
    # §4: "Flat 101s are never multiplied." §6: "`infractions_multiplied`: no · yes (by m)".
    return points * m if rules.infractions_multiplied else points


def opening(seat: dict[str, Any]) -> str:
    # §3: "Defaults: opening `none`, rack empty … `null` counts as absent for an optional key."
    return seat.get("opening") or "none"


def okey(hand: dict[str, Any]) -> str:
    # §2: "Okey of an indicator: same colour, number + 1, 13 → 1."
    indicator = hand["indicator"]
    return indicator[0] + ("1" if number(indicator) == 13 else str(number(indicator) + 1))


def number(tile: str) -> int:
    # §1: "colour letter + number, `r` red, `b` blue, `y` yellow (green in some sets), `k` black."
    return int(tile[1:])
