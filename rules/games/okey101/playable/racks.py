"""What a rack could do: the best runs and sets, the most pairs, and whether these open (RULES §9)."""

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
class GivenRack:
    """A player's tiles by their codes, one at least; the indicator, and the last opening before."""

    tiles: tuple[str, ...]
    indicator: str
    previous: EarlierOpening | None = None


@dataclass(frozen=True, slots=True)
class Melded:
    """Disjoint melds of a rack, by the codes as given, and what they are worth: points, or pairs."""

    total: int
    melds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class JudgedRack:
    """The most that a rack could do of each kind, and the kinds with which it could open."""

    series: Melded
    pairs: Melded
    opens: tuple[Opening, ...]


def judge_rack(rack: GivenRack, rules: RuleSet) -> JudgedRack:
    """Find the best that a rack could do.

    Raises:
        UnknownTile: the rack has errors that were not looked for.
    """
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
    """One kind of opening tried with a rack: what finds its best melds, and how the tiles play in it."""

    find: Callable[[Played], Groups]
    played: Played
    tiles: Sequence[Tile]
    indicator: Tile
    rules: RuleSet

    def melded(self, played: Played | None = None) -> Melded:
        """Find the best melds of the whole rack, or of these of its tiles."""
        groups = self.find(self.played if played is None else played)
        melds = [[self.tiles[place] for place in group] for group in groups]
        total = sum(read_group(meld, self.indicator, self.rules).value for meld in melds)
        return Melded(total, tuple(tuple(tile.code for tile in meld) for meld in melds))

    def lays(self, best: Melded, needed: int) -> bool:
        """Whether so much can be laid; a tile is kept back where one has to be thrown."""
        if best.total < needed or self.rules.ending is Ending.FREE:
            return best.total >= needed
        if sum(map(len, best.melds)) < len(self.tiles):
            return True
        return any(self.melded(rest).total >= needed for rest in self._one_less())

    def _one_less(self) -> Iterator[Played]:
        """Give the rack without one tile, low ones first; it does not matter which of two alike."""
        last = {face: place for place, face in self.played.items()}
        for kept in sorted(last, key=lambda face: face.number if face else HIGHEST):
            yield {place: face for place, face in self.played.items() if place != last[kept]}
