from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules.games.okey101.openings import EarlierOpening, read_group, threshold
from rules.games.okey101.playable.faces import played_in_pairs, played_in_series
from rules.games.okey101.playable.series import best_series
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending
from rules.hands import Opening
from rules.tile_piles import Groups, PlayedFaces, most_pairs
from rules.tiles import HIGHEST, Tile, parse_tile


@dataclass(frozen=True, slots=True)
class RackInput:
    tiles: tuple[str, ...]
    indicator: str
    previous: tuple[EarlierOpening, ...] = ()


@dataclass(frozen=True, slots=True)
class BestMelds:
    """Disjoint, by tile code; in points or pairs."""

    total: int
    melds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class JudgedRack:
    series: BestMelds
    pairs: BestMelds
    opens: tuple[Opening, ...]


def judge_rack(rack: RackInput, rules: RuleSet) -> JudgedRack:
    """Return the best series and pairs, and which of them open, leaving any required discard.

    Raises UnknownTile.
    """
    tiles, indicator = [parse_tile(code) for code in rack.tiles], parse_tile(rack.indicator)
    attempts = {
        Opening.SERIES: _MeldSearch(
            best_series, played_in_series(tiles, indicator, rules), tiles, indicator, rules
        ),
        Opening.PAIRS: _MeldSearch(
            most_pairs, played_in_pairs(tiles, indicator, rules), tiles, indicator, rules
        ),
    }
    best = {kind: attempt.best_melds() for kind, attempt in attempts.items()}
    opens = [
        kind
        for kind, attempt in attempts.items()
        if attempt.can_lay(best[kind], threshold(kind, rules, rack.previous))
    ]
    return JudgedRack(best[Opening.SERIES], best[Opening.PAIRS], tuple(opens))


@dataclass(frozen=True, slots=True)
class _MeldSearch:
    find: Callable[[PlayedFaces], Groups]
    played: PlayedFaces
    tiles: Sequence[Tile]
    indicator: Tile
    rules: RuleSet

    def best_melds(self, played: PlayedFaces | None = None) -> BestMelds:
        """By default of the whole rack."""
        groups = self.find(self.played if played is None else played)
        melds = [[self.tiles[index] for index in group] for group in groups]
        total = sum(read_group(meld, self.indicator, self.rules).value for meld in melds)
        return BestMelds(total, tuple(tuple(tile.code for tile in meld) for meld in melds))

    def can_lay(self, best: BestMelds, needed: int) -> bool:
        """Leave one tile for a required discard."""
        if best.total < needed or self.rules.ending is Ending.FREE:
            return best.total >= needed
        if sum(map(len, best.melds)) < len(self.tiles):
            return True
        return any(self.best_melds(fewer).total >= needed for fewer in self._racks_without_one_tile())

    def _racks_without_one_tile(self) -> Iterator[PlayedFaces]:
        """By discard, low ones first."""
        index_of_face = {face: index for index, face in self.played.items()}
        for discard in sorted(index_of_face, key=lambda face: face.number if face else HIGHEST):
            yield {index: face for index, face in self.played.items() if index != index_of_face[discard]}
