"""Counting what is left on a rack: the sum of its tiles and its real okeys (S0 VI, RULES §3)."""

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import FalseOkeyValue
from rules.hands import Rack
from rules.racks import RackCount, known_tiles
from rules.tiles import FALSE_OKEY, Tile, okey_of


def false_okey_tile(indicator: Tile, rules: RuleSet) -> Tile:
    """Give the tile that a false okey plays as: the okey (S2, S4), or the indicator by that switch (S0 I)."""
    return indicator if rules.false_okey_value is FalseOkeyValue.INDICATOR else okey_of(indicator)


def count_rack(rack: Rack | None, indicator: Tile | None, rules: RuleSet) -> RackCount:
    """Count a rack, from its tiles where they are given.

    A real okey is no part of the sum; a false okey counts the okey's number, or the
    indicator's with ``false_okey_value: indicator``. Without an indicator tiles can't be told
    apart, and only their plain numbers are added.
    """
    if rack is None:
        return RackCount()
    if rack.tiles is None:
        return RackCount(rack.points or 0, rack.okeys)
    okey = okey_of(indicator) if indicator else None
    tiles = list(known_tiles(rack))
    plain = [tile for tile in tiles if tile != okey]
    worth = false_okey_tile(indicator, rules).number if indicator else 0
    points = sum(worth if tile == FALSE_OKEY else tile.number for tile in plain)
    return RackCount(points, len(tiles) - len(plain))


def face_points(count: RackCount, indicator: Tile | None, rules: RuleSet) -> int:
    """Give what the real okeys on a rack count by their number: nothing without ``okey_face_counts``."""
    if not rules.okey_face_counts or indicator is None:
        return 0
    return count.okeys * okey_of(indicator).number
