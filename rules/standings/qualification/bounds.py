"""The least and the most that each entrant can still have at the first step of the order.

Each is looked at by itself, as if all open encounters could go its way, or against it, at once.
So these bounds hold in every outcome, though no single outcome may reach them all.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.standings.criteria import Basis, Group, Step
from rules.standings.qualification.scenarios import possible_results
from rules.standings.standings_rows import EncounterRecord, added


@dataclass(frozen=True)
class Reach:
    """Bounds by entrant, more being better; what they can't prove is left open."""

    least: Mapping[str, int]
    most: Mapping[str, int]

    def surely_among(self, entrant: str, places: int) -> bool:
        """Whether fewer than so many others can come level with the least of an entrant."""
        least = self.least[entrant]
        level = len(self._mosts) - bisect_left(self._mosts, least)
        return level - (self.most[entrant] >= least) < places

    def surely_below(self, entrant: str, places: int) -> bool:
        """Whether at least so many others are above the most of an entrant."""
        return len(self._leasts) - bisect_right(self._leasts, self.most[entrant]) >= places

    @cached_property
    def _leasts(self) -> list[int]:
        return sorted(self.least.values())

    @cached_property
    def _mosts(self) -> list[int]:
        return sorted(self.most.values())


def undrawn(entrants: Sequence[str], rounds: int, best_of: int) -> list[list[EncounterRecord]]:
    """Give the possible results of encounters whose other side is not drawn, one a round for each."""
    blank = [EncounterRecord((entrant, ""), None, (0, 0), (0, 0), (0, 0)) for entrant in entrants]
    return [possible_results(encounter, best_of) for encounter in blank] * rounds


def reach_of(before: Group, steps: Sequence[Step], options: Sequence[Sequence[EncounterRecord]]) -> Reach:
    """Find the bounds from the possible results of each open encounter, the first side's best first.

    A first step that looks at hands or at whom one met proves nothing: all are level at 0.
    """
    if not steps or steps[0].met or steps[0].basis not in {Basis.WINNERS, Basis.SCORES}:
        level = dict.fromkeys(before.rows, 0)
        return Reach(level, level)
    worst, best = dict(before.rows), dict(before.rows)
    for results in options:
        for side, ordered in zip(results[0].sides, (results, results[::-1]), strict=True):
            if side in best:
                best[side] = added(best[side], ordered[0], side)
                worst[side] = added(worst[side], ordered[-1], side)
    sign = 1 if steps[0].highest_first else -1
    least, most = (
        {entrant: sign * value for entrant, value in steps[0].value(group, before.rows.keys()).items()}
        for group in (Group(rows, before.records, before.lot) for rows in (worst, best))
    )
    return Reach(least, most)
