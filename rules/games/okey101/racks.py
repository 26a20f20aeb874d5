from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import FalseOkeyValue
from rules.hands import Rack
from rules.racks import RackCount, known_tiles
from rules.tiles import FALSE_OKEY, Tile, okey_of


def false_okey_tile(indicator: Tile, rules: RuleSet) -> Tile:
    """The okey (S2, S4), or the indicator (S0 I)."""
    return indicator if rules.false_okey_value is FalseOkeyValue.INDICATOR else okey_of(indicator)


def count_rack(rack: Rack | None, indicator: Tile | None, rules: RuleSet) -> RackCount:
    """Return points and okeys, from tiles if given (S0 VI, RULES §3); zero without a rack.

    Real okeys aren't in the sum. Without an indicator only plain numbers count.
    """
    if rack is None:
        return RackCount()
    if rack.tiles is None:
        return RackCount(rack.points or 0, rack.okeys)
    okey = okey_of(indicator) if indicator else None
    tiles = list(known_tiles(rack))
    plain = [tile for tile in tiles if tile != okey]
    value_of_false_okey = false_okey_tile(indicator, rules).number if indicator else 0
    points = sum(value_of_false_okey if tile == FALSE_OKEY else tile.number for tile in plain)
    return RackCount(points, len(tiles) - len(plain))


def face_points(count: RackCount, indicator: Tile | None, rules: RuleSet) -> int:
    """Of real okeys; 0 without ``okey_face_counts``."""
    if not rules.okey_face_counts or indicator is None:
        return 0
    return count.okeys * okey_of(indicator).number
