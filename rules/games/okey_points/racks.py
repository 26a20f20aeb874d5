"""S1, S4, RULES §9."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from rules.all_melds import LONGEST_RUN, Faces, lay_meld, runs_of_length, sets_of_size
from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.rulesets import RuleSet
from rules.melds import LARGEST_SET, SHORTEST_MELD, played_as
from rules.rack_input import find_rack_errors, read_rack, read_tiles, refused_rack
from rules.strict_json import Answer, read_text, refuse, required_member
from rules.tile_piles import Groups, Piles, PlayedFaces, groups_as_codes, most_pairs, pile_tiles
from rules.tiles import Colour, Tile, okey_of, parse_tile

FULL_RACK: Final = 14


def answer_rack(data: object, _rules: RuleSet) -> Answer:
    """Return ways to win with groups, or errors (RULES §9); raise Malformed, also under fourteen tiles."""
    entry = read_rack(data, ("indicator",))
    codes, indicator = read_tiles(entry), read_text(required_member(entry, "indicator"), "indicator")
    if len(codes) < FULL_RACK:
        refuse("tiles", f"{FULL_RACK} taş olmalı.", f"must have {FULL_RACK} tiles.")
    errors = find_rack_errors(codes, indicator, FULL_RACK)
    if errors:
        return refused_rack(errors)
    faces = faces_of([parse_tile(code) for code in codes], parse_tile(indicator))
    wins = winning_hands(dict(enumerate(faces)))
    return {
        "ok": True,
        "wins": [hand.value for hand in wins],
        "melds": {hand.value: groups_as_codes(groups, codes) for hand, groups in wins.items()},
        "one_colour": bool(wins) and colour_of_all(faces) is not None,
    }


def faces_of(tiles: Sequence[Tile], indicator: Tile) -> list[Tile | None]:
    """The false okey plays as the okey; None is wild."""
    okey = okey_of(indicator)
    return played_as(tiles, okey, {okey})


def colour_of_all(faces: Sequence[Tile | None]) -> Colour | None:
    """Wild tiles have any colour."""
    colours = {face.colour for face in faces if face}
    return colours.pop() if len(colours) == 1 else None


def winning_hands(played: PlayedFaces) -> Mapping[WinningHand, Groups]:
    """Return the groups of each way that fourteen tiles win: melds, pairs, a one-colour run; maybe empty."""
    piles = pile_tiles(played)
    pairs = most_pairs(played)
    run = next((laid[0] for faces in runs_of_length(LONGEST_RUN) if (laid := lay_meld(faces, piles))), None)
    hands = {
        WinningHand.GROUPS: cover_tiles(piles),
        WinningHand.PAIRS: pairs if 2 * len(pairs) == len(played) else None,
        WinningHand.ONE_COLOUR_RUN: [run] if run else None,
    }
    return {hand: groups for hand, groups in hands.items() if groups}


def cover_tiles(piles: Piles) -> Groups | None:
    """Divide all tiles, okeys too, into melds, lowest first; None if impossible."""
    lowest = min(
        (face for face, places in piles.items() if face and places), key=_tile_sort_key, default=None
    )
    if lowest is None:
        return None if piles.get(None) else []
    for faces in _melds_by_tile()[lowest]:
        laid = lay_meld(faces, piles)
        rest = cover_tiles(laid[1]) if laid else None
        if laid and rest is not None:
            return [laid[0], *rest]
    return None


def _tile_sort_key(tile: Tile) -> tuple[int, str]:
    return tile.number, str(tile.colour)


@cache
def _melds_by_tile() -> Mapping[Tile, Sequence[Faces]]:
    """Return melds that contain a tile; runs over five split into these."""
    melds: dict[Tile, list[Faces]] = {}
    sets = (faces for size in range(SHORTEST_MELD, LARGEST_SET + 1) for faces in sets_of_size(size))
    runs = (faces for size in range(SHORTEST_MELD, 2 * SHORTEST_MELD) for faces in runs_of_length(size))
    for faces in (*sets, *runs):
        for tile in dict.fromkeys(faces):
            melds.setdefault(tile, []).append(faces)
    return melds
