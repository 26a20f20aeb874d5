from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules.games.okey101.openings import EarlierOpening, read_group, threshold
from rules.games.okey101.playable.faces import played_in_pairs, played_in_series
from rules.games.okey101.playable.series import best_series
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending
from rules.hands import Opening
from rules.tile_piles import Groups, Played, most_pairs
from rules.tiles import HIGHEST, Tile, parse_tile


@dataclass(frozen=True, slots=True)
class RackInput:
    """A player's tile codes, at least one, with indicator and previous opening."""

    tiles: tuple[str, ...]
    indicator: str
    previous: EarlierOpening | None = None


@dataclass(frozen=True, slots=True)
class Melded:
    """Disjoint melds by tile code, and their points or pairs."""

    total: int
    melds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class JudgedRack:
    """The best melds of each kind, and the kinds that open."""

    series: Melded
    pairs: Melded
    opens: tuple[Opening, ...]


def judge_rack(rack: RackInput, rules: RuleSet) -> JudgedRack:
    """Return a rack's best melds; raise UnknownTile unless checked for errors."""
    tiles, indicator = [parse_tile(code) for code in rack.tiles], parse_tile(rack.indicator)
    attempts = {
        Opening.SERIES: _Attempt(
            best_series, played_in_series(tiles, indicator, rules), tiles, indicator, rules
        ),
        Opening.PAIRS: _Attempt(
            most_pairs, played_in_pairs(tiles, indicator, rules), tiles, indicator, rules
        ),
    }
    best = {kind: attempt.melded() for kind, attempt in attempts.items()}
    opens = [
        kind
        for kind, attempt in attempts.items()
        if attempt.lays(best[kind], threshold(kind, rules, rack.previous))
    ]
    return JudgedRack(best[Opening.SERIES], best[Opening.PAIRS], tuple(opens))


@dataclass(frozen=True, slots=True)
class _Attempt:
    find: Callable[[Played], Groups]
    played: Played
    tiles: Sequence[Tile]
    indicator: Tile
    rules: RuleSet

    def melded(self, played: Played | None = None) -> Melded:
        """Return the best melds, by default of the whole rack."""
        groups = self.find(self.played if played is None else played)
        melds = [[self.tiles[index] for index in group] for group in groups]
        total = sum(read_group(meld, self.indicator, self.rules).value for meld in melds)
        return Melded(total, tuple(tuple(tile.code for tile in meld) for meld in melds))

    def lays(self, best: Melded, needed: int) -> bool:
        """Return whether so much can be laid, leaving one tile for a required discard."""
        if best.total < needed or self.rules.ending is Ending.FREE:
            return best.total >= needed
        if sum(map(len, best.melds)) < len(self.tiles):
            return True
        return any(self.melded(fewer).total >= needed for fewer in self._one_less())

    def _one_less(self) -> Iterator[Played]:
        """Yield the rack without each tile, low ones first."""
        index_of_face = {face: index for index, face in self.played.items()}
        for discard in sorted(index_of_face, key=lambda face: face.number if face else HIGHEST):
            yield {index: face for index, face in self.played.items() if index != index_of_face[discard]}
