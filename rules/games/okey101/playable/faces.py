from collections.abc import Sequence

from rules.games.okey101.amounts import false_okey_tile
from rules.games.okey101.rulesets import RuleSet
from rules.melds import played_as
from rules.tile_piles import PlayedFaces
from rules.tiles import Tile, okey_of


def played_in_series(tiles: Sequence[Tile], indicator: Tile, rules: RuleSet) -> PlayedFaces:
    false_okey = false_okey_tile(indicator, rules)
    return dict(enumerate(played_as(tiles, false_okey, {okey_of(indicator)})))


def played_in_pairs(tiles: Sequence[Tile], indicator: Tile, rules: RuleSet) -> PlayedFaces:
    """Return what tiles play as; the indicator is wild (S2) or barred."""
    wild = {okey_of(indicator), indicator} if rules.indicator_in_pairs else {okey_of(indicator)}
    played = enumerate(played_as(tiles, false_okey_tile(indicator, rules), wild))
    return {index: face for index, face in played if face is None or tiles[index] != indicator}
