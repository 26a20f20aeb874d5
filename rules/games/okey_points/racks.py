"""Whether fourteen tiles win, and how (S1, S4, RULES §9)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from rules.all_melds import LONGEST_RUN, Faces, lay, runs_of, sets_of
from rules.games.okey_points.finishes import Winning
from rules.games.okey_points.rulesets import RuleSet
from rules.melds import LARGEST_SET, SHORTEST, played_as
from rules.rack_input import find_rack_errors, read_rack, read_tiles, refused_rack
from rules.strict_json import Answer, read_text, refuse, required
from rules.tile_piles import Groups, Piles, Played, most_pairs, named, piled
from rules.tiles import Tile, okey_of, parse_tile

FULL_RACK: Final = 14


def answer_rack(data: object, _rules: RuleSet) -> Answer:
    """Return how a decoded rack wins, under any rule set.

    Raises: Malformed: not shaped like a rack, or fewer than fourteen tiles.
    """
    entry = read_rack(data, ("indicator",))
    codes, indicator = read_tiles(entry), read_text(required(entry, "indicator"), "indicator")
    if len(codes) < FULL_RACK:
        refuse("tiles", f"{FULL_RACK} taş olmalı.", f"must have {FULL_RACK} tiles.")
    errors = find_rack_errors(codes, indicator, FULL_RACK)
    if errors:
        return refused_rack(errors)
    okey = okey_of(parse_tile(indicator))
    played = dict(enumerate(played_as([parse_tile(code) for code in codes], okey, {okey})))
    wins = winning(played)
    colours = {face.colour for face in played.values() if face}
    return {
        "ok": True,
        "wins": [hand.value for hand in wins],
        "melds": {hand.value: named(groups, codes) for hand, groups in wins.items()},
        "one_colour": bool(wins) and len(colours) == 1,
    }


def winning(played: Played) -> Mapping[Winning, Groups]:
    """Return every winning hand of the tiles, with its melds."""
    piles = piled(played)
    pairs = most_pairs(played)
    run = next((laid[0] for faces in runs_of(LONGEST_RUN) if (laid := lay(faces, piles))), None)
    hands = {
        Winning.GROUPS: covered(piles),
        Winning.PAIRS: pairs if 2 * len(pairs) == len(played) else None,
        Winning.ONE_COLOUR_RUN: [run] if run else None,
    }
    return {hand: groups for hand, groups in hands.items() if groups}


def covered(piles: Piles) -> Groups | None:
    """Cover all tiles with runs and sets, lowest tile first; None if impossible."""
    lowest = min((face for face, places in piles.items() if face and places), key=_by_number, default=None)
    if lowest is None:
        return None if piles.get(None) else []
    for faces in _with_tile()[lowest]:
        laid = lay(faces, piles)
        rest = covered(laid[1]) if laid else None
        if laid and rest is not None:
            return [laid[0], *rest]
    return None


def _by_number(tile: Tile) -> tuple[int, str]:
    return tile.number, str(tile.colour)


@cache
def _with_tile() -> Mapping[Tile, Sequence[Faces]]:
    """Return the melds with each tile; runs over five split into these."""
    melds: dict[Tile, list[Faces]] = {}
    sets = (faces for size in range(SHORTEST, LARGEST_SET + 1) for faces in sets_of(size))
    runs = (faces for size in range(SHORTEST, 2 * SHORTEST) for faces in runs_of(size))
    for faces in (*sets, *runs):
        for tile in dict.fromkeys(faces):
            melds.setdefault(tile, []).append(faces)
    return melds
